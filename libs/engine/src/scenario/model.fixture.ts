/**
 * A model small enough to calculate by hand: a village with a heat demand of 100 MJ. Three quarters come from gas
 * boilers (efficiency 0.8), one quarter from electric heaters (1.0), fed by a gas plant (0.5). Burning gas emits 0.05
 * kg CO2 per MJ, counted by the molecule graph.
 */
import type {
  AreaDataset,
  EdgeDefinition,
  GqueryDefinition,
  GraphDefinition,
  GraphName,
  InputDefinition,
  ModelDefinition,
  NodeDefinition,
  Side,
  SlotDefinition,
} from "@etesian/model/definition";

const source = { file: "fixture" };

interface NodeSketch {
  readonly key: string;
  readonly sector?: string;
  readonly groups?: readonly string[];
  readonly input?: { readonly [carrier: string]: number };
  readonly output?: { readonly [carrier: string]: number | "elastic" };
  readonly attributes?: NodeDefinition["attributes"];
  readonly preset?: number;
  readonly presentationGroup?: string;
}

/** Supplier, consumer, carrier, and share of the consumer's input. */
type EdgeSketch = readonly [supplier: string, consumer: string, carrier: string, share: number];

function graph(name: GraphName, sketches: readonly NodeSketch[], flows: readonly EdgeSketch[]) {
  const nodes: NodeDefinition[] = [];
  const slots: SlotDefinition[] = [];
  const conversions: number[] = [];
  sketches.forEach((sketch, node) => {
    nodes.push({
      key: sketch.key,
      sector: sketch.sector ?? "village",
      use: "energetic",
      sectorLabel: `${sketch.sector ?? "village"}_heating`,
      presentationGroup: sketch.presentationGroup ?? null,
      groups: [...(sketch.groups ?? []), ...(sketch.preset === undefined ? [] : ["preset_demand"])],
      attributes: sketch.attributes ?? {},
      queries: {},
      description: null,
      source,
    });
    for (const side of ["input", "output"] as const) {
      for (const [carrier, share] of Object.entries(sketch[side] ?? {})) {
        const isElastic = share === "elastic";
        slots.push({
          node,
          side,
          carrier,
          share: isElastic ? { kind: "elastic" } : { kind: "share", value: share },
          kind: carrier === "loss" ? "loss" : "plain",
        });
        conversions.push(isElastic ? NaN : share);
      }
    }
  });
  const nodeOf = (key: string) => nodes.findIndex((node) => node.key === key);
  const slotOf = (key: string, side: Side, carrier: string) =>
    slots.findIndex((slot) => slot.node === nodeOf(key) && slot.side === side && slot.carrier === carrier);
  const edges = flows.map(([supplier, consumer, carrier]): EdgeDefinition => ({
    key: `${supplier}-${consumer}@${carrier}`,
    supplier: nodeOf(supplier),
    consumer: nodeOf(consumer),
    outputSlot: slotOf(supplier, "output", carrier),
    inputSlot: slotOf(consumer, "input", carrier),
    carrier,
    type: "share",
    reversed: false,
    circular: false,
    treatAsLoss: false,
    priority: null,
    groups: [],
    attributes: {},
    queries: {},
    source,
  }));

  const columns = new Set<string>();
  const storedValues = sketches.map(({ attributes = {}, preset }) => {
    const numbers = Object.entries(attributes).filter(([, value]) => typeof value === "number") as [string, number][];
    if (preset !== undefined) numbers.push(["preset_demand", preset]);
    for (const [column] of numbers) columns.add(column);
    return Object.fromEntries(numbers);
  });
  const nodeColumns = [...columns];
  return {
    definition: { name, nodes, slots, edges } satisfies GraphDefinition,
    dataset: {
      name,
      nodeColumns,
      nodeValues: Float64Array.from(
        nodeColumns.flatMap((column) => storedValues.map((values) => values[column] ?? NaN)),
      ),
      slotConversion: Float64Array.from(conversions),
      edgeShare: Float64Array.from(flows, ([, , , share]) => share),
    },
  };
}

const energy = graph(
  "energy",
  [
    { key: "heat_demand", input: { useable_heat: 1 }, preset: 100, groups: ["useful_demand"] },
    {
      key: "gas_boiler",
      input: { natural_gas: 1 },
      output: { useable_heat: 0.8, loss: "elastic" },
      presentationGroup: "traditional_heat",
      attributes: {
        number_of_units: 5,
        heat_output_capacity: 0.0123,
        full_load_hours: 1500,
        initial_investment: 2000,
        ccs_investment: 0,
        cost_of_installing: 0,
        decommissioning_costs: 0,
        fixed_operation_and_maintenance_costs_per_year: 100,
        variable_operation_and_maintenance_costs_per_full_load_hour: 0,
        variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour: 0,
        technical_lifetime: 15,
        wacc: 0.04,
        takes_part_in_ets: 0,
      },
    },
    { key: "electric_heater", input: { electricity: 1 }, output: { useable_heat: 1 } },
    { key: "gas_plant", sector: "energy", input: { natural_gas: 1 }, output: { electricity: 0.5, loss: "elastic" } },
    { key: "costless_boiler", presentationGroup: "traditional_heat" },
    { key: "gas_field", sector: "energy", output: { natural_gas: 1 }, groups: ["primary_energy_demand"] },
  ],
  [
    ["gas_boiler", "heat_demand", "useable_heat", 0.75],
    ["electric_heater", "heat_demand", "useable_heat", 0.25],
    ["gas_field", "gas_boiler", "natural_gas", 1],
    ["gas_plant", "electric_heater", "electricity", 1],
    ["gas_field", "gas_plant", "natural_gas", 1],
  ],
);

const molecules = graph(
  "molecules",
  [
    {
      key: "emitted_co2",
      input: { co2: 1 },
      attributes: { from_energy: { source: "gas_field", conversion: 0.05 } },
    },
  ],
  [],
);

/** A slider from 0 to 100 % that starts at 0, with overrides. */
export function input(key: string, query: string | null, fields: Partial<InputDefinition> = {}): InputDefinition {
  return {
    key,
    query,
    priority: 0,
    unit: "%",
    updatePeriod: "future",
    updateType: null,
    step: 0.1,
    min: 0,
    max: 100,
    start: 0,
    minQuery: null,
    maxQuery: null,
    startQuery: null,
    shareGroup: null,
    disabledBy: [],
    disabledByCouplings: [],
    couplingGroups: [],
    dependentOn: null,
    description: null,
    source,
    ...fields,
  };
}

const gquery = (key: string, query: string, fields: Partial<GqueryDefinition> = {}): GqueryDefinition => ({
  key,
  query,
  unit: "MJ",
  deprecatedKey: null,
  description: null,
  labels: ["general"],
  ...fields,
});

const shareInput = (technology: string): InputDefinition =>
  input(`${technology}_share`, `UPDATE(EDGE(${technology}, heat_demand), share, DIVIDE(USER_INPUT(), 100.0))`, {
    shareGroup: "heating",
    startQuery: `present:PRODUCT(V(EDGE(${technology}, heat_demand), share), 100.0)`,
  });

export const MODEL: ModelDefinition = {
  hash: "fixture",
  energy: energy.definition,
  molecules: molecules.definition,
  carriers: ["useable_heat", "natural_gas", "electricity", "loss", "co2"].map((key) => ({
    key,
    attributes: {},
    queries: {},
    source,
  })),
  inputs: [
    input("heat_demand_change", "UPDATE(V(heat_demand), preset_demand, USER_INPUT())", {
      updateType: "%",
      min: -100,
      priority: 1,
    }),
    input("heat_demand_growth", "UPDATE(V(heat_demand), preset_demand, USER_INPUT())", { updateType: "%y" }),
    shareInput("gas_boiler"),
    shareInput("electric_heater"),
    input("demand_now", "UPDATE(V(heat_demand), preset_demand, USER_INPUT())", {
      unit: "MJ",
      updatePeriod: "both",
      startQuery: "present:V(heat_demand, demand)",
      maxQuery: "present:PRODUCT(V(heat_demand, demand), 2)",
    }),
    input("boiler_units", "UPDATE(V(gas_boiler), number_of_units, INPUT_VALUE(demand_now) / 10.0)", { unit: "#" }),
    input("end_year_mark", "UPDATE(AREA(), number_of_inhabitants, USER_INPUT())", { updatePeriod: "before" }),
    input("weather", "UPDATE(AREA(), weather_curve_set, USER_INPUT())", {
      unit: "enum",
      min: ["default", "1987"],
      max: null,
      start: "default",
    }),
    input("broken", null, { maxQuery: "present:V(unknown_a, unknown_b, demand)" }),
    input("harbour", null, { dependentOn: "has_harbour" }),
    input("costs", null, { unit: "euro", max: 10, start: 5 }),
    input("houses", null, { unit: "#", max: 1000, start: 50, step: 1 }),
  ],
  gqueries: [
    gquery("gas_used", "V(gas_field, demand)"),
    gquery("gas_saved", "QUERY_PRESENT(gas_used) - QUERY_FUTURE(gas_used)", { deprecatedKey: "gas_saving" }),
    gquery("co2_emitted", "MV(emitted_co2, demand)", { unit: "kg" }),
    gquery("inhabitants", "AREA(number_of_inhabitants)", { unit: null }),
    gquery("years", "V(GRAPH(), number_of_years)", { unit: "years" }),
    gquery("weather_used", "AREA(weather_curve_set)"),
    gquery("demand_chosen", "INPUT_VALUE(demand_now)"),
    gquery("nothing", "0.0 / 0.0"),
    gquery("fails", "AREA(no_such_attribute)"),
    gquery("price_curve", "ATTACHED_CURVE(price_curve)", { unit: "curve" }),
    gquery("boilers", "V(gas_boiler)", { unit: "nodes" }),
  ],
  sectorMapping: {
    columns: ["sector_label", "use", "sector"],
    rows: [
      ["village_heating", "energetic", "Built environment"],
      ["energy_heating", "energetic", null],
    ],
  },
  config: { user_curves: { price: { type: "price", disables: ["costs"] } } },
  defaultArea: "village",
  unscaleableUnits: ["%", "euro"],
  changes: [],
};

export const VILLAGE: AreaDataset = {
  area: "village",
  hash: "village",
  startYear: 2020,
  scaling: null,
  attributes: { area: "village", analysis_year: 2020, number_of_inhabitants: 40, has_harbour: false },
  emissions: { village_heating_energetic_co2: 3 },
  carrierColumns: [],
  carrierValues: new Float64Array(0),
  energy: energy.dataset,
  molecules: molecules.dataset,
  warnings: [],
};
