/**
 * A town with an hourly calculation: the smallest model with members of most kinds, which calculates in milliseconds.
 * Its inputs write any stored number, and its priority lists, curves and options affect results. The numbers are
 * fictitious.
 */
import type { AreaDataset, InputDefinition, ModelDefinition } from "@etesian/model/definition";
import { isWritableNodeAttribute } from "../attributes/writing.ts";
import { type EdgeSketch, type GraphSketch, type NodeSketch, sketchModel } from "../graph/graph.fixture.ts";
import { modelTopology } from "../graph/topology/topology.ts";
import { curveOf, curves, profile } from "../hourly/hourly.fixture.ts";
import type { CurveSource } from "../hourly/curves/curve-source.ts";
import { heatingPlant, INSTALLED, MW_YEAR, plant, sunPower } from "../hourly/markets/markets.fixture.ts";
import { input } from "./model.fixture.ts";

const FINAL = ["preset_demand", "final_demand"];

const user = (carrier: string, megawatts: number, blocks: NodeSketch["attributes"]): NodeSketch => ({
  demand: megawatts * MW_YEAR,
  input: { [carrier]: 1 },
  groups: FINAL,
  attributes: { ...INSTALLED, ...blocks },
});

const withAttributes = (node: NodeSketch, attributes: NodeSketch["attributes"]): NodeSketch => ({
  ...node,
  attributes: { ...node.attributes, ...attributes },
});

const battery = (subtype: string, megawatts: number): NodeSketch => ({
  input: { electricity: 1 },
  output: { electricity: 0.8, loss: 0.2 },
  attributes: {
    ...INSTALLED,
    input_capacity: megawatts,
    output_capacity: megawatts,
    electricity_output_capacity: megawatts,
    marginal_costs: 5,
    max_consumption_price: 8,
    storage: { volume: 6, decay: 0 },
    merit_order: { type: "flex", subtype },
  },
});

const NODES: { readonly [key: string]: NodeSketch } = {
  homes: user("electricity", 6, { merit_order: { type: "consumer", group: "evening" } }),
  shops: user("electricity", 2, { merit_order: { type: "consumer", group: "weather/day" } }),
  factory: user("useable_heat", 1, {}),
  dwellings: {
    ...user("useable_heat", 2, {
      number_of_units: 100,
      fever: { type: "consumer", group: "space_heating", curve: { default: "evening", slow: "flat" } },
    }),
  },
  heat_pump: {
    input: { electricity: 0.3, ambient_heat: 0.7 },
    output: { useable_heat: 1 },
    attributes: {
      ...INSTALLED,
      number_of_units: 40,
      heat_output_capacity: 0.03,
      input_capacity: 0.03,
      fever: {
        type: "producer",
        group: "space_heating",
        share_in_group: 0.4,
        efficiency_based_on: "electricity",
        efficiency_balanced_with: "ambient_heat",
        base_cop: 3,
        cop_per_degree: 0.05,
        technology_curve_type: "slow",
      },
    },
  },
  gas_heater: {
    input: { gas: 1 },
    output: { useable_heat: 0.9 },
    attributes: {
      ...INSTALLED,
      number_of_units: 60,
      heat_output_capacity: 0.2,
      input_capacity: 0.25,
      fever: { type: "producer", group: "space_heating", share_in_group: 0.6 },
    },
  },
  heating_demand: user("electricity", 0, {
    merit_order: { type: "consumer", group: "fever-electricity-demand: space_heating" },
  }),
  district: user("steam_hot_water", 1, { heat_network_ht: { type: "consumer", group: "evening" } }),
  trucks: user("hydrogen", 1, { hydrogen: { type: "consumer", group: "flat" } }),
  grid: { input: { electricity: 1 }, output: { electricity: 1 } },
  pipes: { input: { steam_hot_water: 1 }, output: { steam_hot_water: 1 } },
  tubes: { input: { hydrogen: 1 }, output: { hydrogen: 1 } },
  sun: withAttributes(sunPower, { input_capacity: 4, full_load_hours: 3000 }),
  cheap: withAttributes(plant(4, 10), { full_load_hours: 5000 }),
  expensive: withAttributes(plant(8, 20), { full_load_hours: 1000 }),
  backup: withAttributes(plant(2, 90), { full_load_hours: 1, merit_order: { type: "producer", subtype: "backup" } }),
  chp: heatingPlant(5, 15),
  boiler: {
    input: { gas: 1 },
    output: { steam_hot_water: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 1,
      full_load_hours: 4000,
      heat_network_ht: { type: "producer", subtype: "dispatchable" },
    },
  },
  second_boiler: {
    input: { gas: 1 },
    output: { steam_hot_water: 0.9 },
    attributes: {
      ...INSTALLED,
      input_capacity: 1,
      full_load_hours: 1000,
      heat_network_ht: { type: "producer", subtype: "dispatchable" },
    },
  },
  battery: battery("storage", 1),
  planner: battery("optimizing_storage", 0.5),
  second_planner: battery("optimizing_storage", 0.4),
  shifting: {
    input: { electricity: 1 },
    output: { electricity: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 1,
      marginal_costs: 12,
      max_consumption_price: 11,
      merit_order: {
        type: "flex",
        subtype: "load_shifting",
        demand_source: ["shops"],
        input_capacity_from_share: 0.5,
        load_shifting_hours: 4,
      },
    },
  },
  electrolyser: {
    input: { electricity: 1 },
    output: { hydrogen: 0.7 },
    attributes: {
      ...INSTALLED,
      input_capacity: 2,
      output_capacity: 1.4,
      full_load_hours: 3000,
      max_consumption_price: 14,
      merit_order: { type: "flex", subtype: "power_to_gas" },
      hydrogen: { type: "producer", subtype: "must_run", group: "self: electricity_input_curve" },
    },
  },
  reformer: {
    input: { gas: 1 },
    output: { hydrogen: 0.8 },
    attributes: {
      ...INSTALLED,
      input_capacity: 2,
      full_load_hours: 2000,
      hydrogen: { type: "producer", subtype: "dispatchable" },
    },
  },
  cavern: {
    input: { hydrogen: 1 },
    output: { hydrogen: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 1,
      output_capacity: 1,
      hydrogen_output_capacity: 1,
      storage: { volume: 50, decay: 0 },
      hydrogen: { type: "flex", subtype: "storage" },
    },
  },
  heat_buffer: {
    input: { electricity: 1 },
    output: { useable_heat: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 3,
      output_capacity: 3,
      max_consumption_price: 13,
      storage: { volume: 10, decay: 0 },
      merit_order: {
        type: "flex",
        subtype: "power_to_heat_industry",
        demand_source: ["factory"],
        demand_profile: "flat",
      },
    },
  },
  burner: {
    input: { hydrogen: 1 },
    output: { useable_heat: 0.9 },
    attributes: {
      ...INSTALLED,
      hydrogen: {
        type: "consumer",
        subtype: "subordinate",
        subordinate_to: "heat_buffer",
        group: "unmet-demand: useable_heat_from_electricity_curve",
      },
    },
  },
  exporting: {
    input: { electricity: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 1,
      output_capacity: 0,
      marginal_costs: 16,
      full_load_hours: 800,
      merit_order: { type: "flex", subtype: "export" },
    },
  },
  importing: {
    output: { electricity: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 1,
      electricity_output_capacity: 1,
      marginal_costs: 18,
      full_load_hours: 500,
      merit_order: { type: "producer", subtype: "import" },
    },
  },
  gas_field: { output: { gas: 1 }, groups: ["primary_energy_demand"] },
  air: { output: { ambient_heat: 1 }, groups: ["primary_energy_demand"] },
};

const reversedEdge: EdgeSketch = { reversed: true };

const EDGES: { readonly [key: string]: EdgeSketch } = {
  "grid-homes@electricity": {},
  "grid-shops@electricity": {},
  "grid-heating_demand@electricity": {},
  "heat_pump-dwellings@useable_heat": { share: 0.4 },
  "gas_heater-dwellings@useable_heat": { share: 0.6 },
  "grid-heat_pump@electricity": {},
  "air-heat_pump@ambient_heat": {},
  "gas_field-gas_heater@gas": {},
  "heat_buffer-factory@useable_heat": reversedEdge,
  "burner-factory@useable_heat": { type: "flexible" },
  "grid-heat_buffer@electricity": {},
  "tubes-burner@hydrogen": {},
  "tubes-trucks@hydrogen": {},
  "electrolyser-tubes@hydrogen": reversedEdge,
  "reformer-tubes@hydrogen": { type: "flexible" },
  "grid-electrolyser@electricity": {},
  "gas_field-reformer@gas": {},
  "pipes-district@steam_hot_water": {},
  "chp-pipes@steam_hot_water": reversedEdge,
  "second_boiler-pipes@steam_hot_water": reversedEdge,
  "boiler-pipes@steam_hot_water": { type: "flexible" },
  "gas_field-boiler@gas": {},
  "gas_field-second_boiler@gas": {},
  "sun-grid@electricity": reversedEdge,
  "cheap-grid@electricity": reversedEdge,
  "expensive-grid@electricity": reversedEdge,
  "chp-grid@electricity": reversedEdge,
  "importing-grid@electricity": reversedEdge,
  "backup-grid@electricity": { type: "flexible" },
  "gas_field-cheap@gas": {},
  "gas_field-expensive@gas": {},
  "gas_field-backup@gas": {},
  "gas_field-chp@gas": {},
  "grid-exporting@electricity": { type: "inversed_flexible" },
};

const MOLECULES: GraphSketch = {
  nodes: { emitted: { input: { co2: 1 }, attributes: { from_energy: { source: "gas_field", conversion: 0.05 } } } },
  edges: {},
};

const day = (hour: number): number => (hour % 24 >= 7 && hour % 24 < 19 ? 3 : 1);

export const TOWN_CURVES: CurveSource = curves({
  flat: profile(),
  evening: profile((hour) => 1 + ((hour * 7) % 24)),
  sun: profile((hour) => Math.max(0, Math.sin(((hour % 24) - 6) / 3.82)) * (1 + (hour % 5))),
  "weather/day": profile(day),
  "weather/day 1987": profile((hour) => day(hour + 5) + (hour % 3)),
  "weather/air_temperature": curveOf((hour) => 10 - 12 * Math.cos(hour / 1394)),
  "weather/air_temperature 1987": curveOf((hour) => 4 - 15 * Math.cos(hour / 1394)),
}).source;

/** Attributes that every node stores in addition to the sketched ones. */
const COSTS = [
  "initial_investment",
  "ccs_investment",
  "cost_of_installing",
  "decommissioning_costs",
  "fixed_operation_and_maintenance_costs_per_year",
  "variable_operation_and_maintenance_costs_per_full_load_hour",
  "variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour",
  "technical_lifetime",
  "construction_time",
  "wacc",
  "takes_part_in_ets",
];

export interface Town {
  readonly definition: ModelDefinition;
  readonly dataset: AreaDataset;
  /** Inputs that multiply a stored number, by key. */
  readonly factors: readonly string[];
  /** Inputs with strings or flags, with their values. */
  readonly options: ReadonlyMap<string, readonly (number | string)[]>;
  /** Names of curves that a scenario may attach. */
  readonly curves: readonly string[];
}

export function town(): Town {
  const nodes = Object.fromEntries(
    Object.entries(NODES).map(([key, node], position) => [
      key,
      withAttributes(
        node,
        Object.fromEntries(COSTS.map((cost, index) => [cost, cost === "wacc" ? 0.04 : 1 + position + 3 * index])),
      ),
    ]),
  );
  const { definition, dataset } = sketchModel({ nodes, edges: EDGES }, MOLECULES);
  const factors = factorsOf(definition);
  const options = [
    input("weather", "UPDATE(AREA(), weather_curve_set, USER_INPUT())", { unit: "enum", min: ["default", "1987"] }),
    input("by_hour", "UPDATE(AREA(), use_merit_order_demands, USER_INPUT())", { unit: "bool" }),
    input("planner_type", "UPDATE(V(planner, merit_order), subtype, USER_INPUT())", {
      unit: "enum",
      min: ["optimizing_storage", "storage"],
    }),
    input("import_price", "UPDATE(V(importing), marginal_cost_curve, ATTACHED_CURVE(price))", { unit: "bool" }),
    input("shops_profile", "UPDATE(V(shops, merit_order), group, USER_INPUT())", {
      unit: "enum",
      min: ["weather/day", "flat", "sun"],
    }),
  ];
  return {
    definition: {
      ...definition,
      inputs: [...factors, ...options],
      gqueries: [
        ["demands", "V(ALL(), demand)"],
        ["gas_used", "V(gas_field, demand)"],
        ["gas_in_start_year", "QUERY_PRESENT(gas_used)"],
        ["emitted", "MV(emitted, demand)"],
        ["costs", "SUM(V(cheap, expensive, chp, sun, electrolyser, total_costs))"],
        ["plants", "V(cheap, expensive, chp, full_load_hours)"],
        ["shortage", "V(GRAPH(), loss_of_load_expectation(1.0, []))"],
        ["sun_curve", "V(sun, electricity_output_curve)"],
        ["profit", "V(cheap, expensive, revenue_hourly_electricity)"],
      ].map(([key, query]) => ({
        key: key!,
        query: query!,
        unit: null,
        deprecatedKey: null,
        description: null,
        labels: [],
      })),
      config: {
        heat_network_order_ht: ["boiler", "second_boiler"],
        hydrogen_supply_order: ["cavern", "reformer"],
        hydrogen_demand_order: ["cavern"],
        forecast_storage_order: ["planner", "second_planner"],
        "fever/groups": ["space_heating"],
        "fever/space_heating_producer_order": ["heat_pump", "gas_heater"],
        "fever/space_heating_consumer_order": ["dwellings"],
        electricity_network: [],
      },
    },
    dataset: {
      ...dataset,
      attributes: {
        ...dataset.attributes,
        weather_curve_set: "default",
        number_of_inhabitants: 40,
        co2_price: 0.05,
        co2_percentage_free: 0.1,
        captured_biogenic_co2_price: 0.01,
      },
    },
    factors: factors.map(({ key }) => key),
    curves: ["weather/day", "sun", "price"],
    options: new Map(options.map(({ key, min }) => [key, Array.isArray(min) ? (min as readonly string[]) : [0, 1]])),
  };
}

/** An input for each stored number, which multiplies the number of the start year. */
function factorsOf(definition: ModelDefinition): readonly InputDefinition[] {
  const { energy } = modelTopology(definition);
  const factor = (name: string, object: string, attribute: string): InputDefinition =>
    input(`${attribute} of ${name}`, `UPDATE_WITH_FACTOR(${object}, ${attribute}, USER_INPUT())`, {
      unit: "#",
      max: 10,
      start: 1,
    });
  const nodeFactors = energy.columnNames
    .filter((attribute) => isWritableNodeAttribute(energy, attribute))
    .flatMap((attribute) =>
      definition.energy.nodes
        .filter(({ attributes }) => typeof attributes[attribute] === "number" || attribute === "preset_demand")
        .map(({ key }) => factor(key, `V(${key})`, attribute)),
    );
  const edgeFactors = definition.energy.edges.map(({ key, supplier, consumer }) => {
    const [supplierKey, consumerKey] = [supplier, consumer].map((node) => definition.energy.nodes[node]!.key);
    return factor(key, `EDGE(${supplierKey}, ${consumerKey})`, "share");
  });
  const slotFactors = definition.energy.slots.map(({ node, side, carrier }) => {
    const { key } = definition.energy.nodes[node]!;
    const slots = side === "input" ? "INPUT_SLOTS" : "OUTPUT_SLOTS";
    return factor(`${key} ${side} ${carrier}`, `${slots}(${key}, ${carrier})`, "conversion");
  });
  const recordFactors = definition.energy.nodes.flatMap(({ key, attributes }) =>
    ["merit_order", "hydrogen", "heat_network_ht", "fever", "storage"].flatMap((block) =>
      Object.entries((attributes[block] ?? {}) as { readonly [name: string]: unknown })
        .filter(([, value]) => typeof value === "number")
        .map(([name]) => factor(`${key} ${block}`, `V(${key}, ${block})`, name)),
    ),
  );
  const carrierFactors = definition.carriers.map(({ key }) =>
    factor(`carrier ${key}`, `CARRIER(${key})`, "co2_conversion_per_mj"),
  );
  const areaFactors = ["number_of_inhabitants", "co2_price"].map((name) => factor("the area", "AREA()", name));
  return [...nodeFactors, ...edgeFactors, ...slotFactors, ...recordFactors, ...carrierFactors, ...areaFactors];
}
