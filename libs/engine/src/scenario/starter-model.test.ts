/**
 * Tests the included model (models/starter), from its documents to results, at any slider values. The start year is
 * compared with the model's energy balance, which this test reads without the model's code.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AreaDataset, Model } from "@etesian/model";
import type { InputFacts, InputTable } from "@etesian/sliders";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import type { Engine } from "./engine.ts";
import type { Solution } from "./solution.ts";
import {
  ANNUAL_END_STEP,
  END_YEAR,
  numbers,
  result,
  sliderEnds,
  sliderPositions,
  StarterModel,
  type SliderValues,
} from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let model: Model;
let dataset: AreaDataset;
let engine: Engine;
let inputs: InputTable;
let start: Solution;
let starter: StarterModel;

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
  ({ model, dataset, engine, inputs } = starter);
  start = solve({});
});

/** Solves without the hourly calculation, because these tests concern annual results. */
const solve = (values: SliderValues): Solution => starter.solve({ settings_enable_merit_order: 0, ...values });

/**
 * Expects numbers, or several numbers by name, to be equal to 9 digits. Where 0 is expected, a thousandth (of an MJ) is
 * a rounding error.
 */
expect.extend({
  toBeNearly(actual: number | Numbers, expected: number | Numbers) {
    const toNamed = (numbers: number | Numbers): Numbers => (typeof numbers === "number" ? { "": numbers } : numbers);
    const [actualNumbers, expectedNumbers] = [toNamed(actual), toNamed(expected)];
    const differingNames = [...new Set([...Object.keys(actualNumbers), ...Object.keys(expectedNumbers)])].filter(
      (key) => {
        const difference = Math.abs((actualNumbers[key] ?? NaN) - (expectedNumbers[key] ?? NaN));
        return !(
          difference <= 1e-9 * Math.abs(expectedNumbers[key]!) ||
          (expectedNumbers[key] === 0 && difference < 1e-3)
        );
      },
    );
    const list = differingNames.map((key) => `${key} ${actualNumbers[key]} instead of ${expectedNumbers[key]}`);
    return { pass: differingNames.length === 0, message: () => list.join("\n") };
  },
});

interface Numbers {
  readonly [name: string]: number;
}

declare module "vitest" {
  interface Matchers<R extends void | Promise<void>, T> {
    toBeNearly(expected: T & (number | Numbers)): R;
  }
}

/** Results of the start year by the names of the expected values. */
const presentOf = (expected: Numbers): Numbers =>
  Object.fromEntries(Object.keys(expected).map((key) => [key, result(start, key, "present")]));

/** The cells of a CSV file of the area by row and column, as written. */
function table(file: string): Map<string, Map<string, number>> {
  const lines = readFileSync(join(DIRECTORY, "datasets/nl", file), "utf8")
    .trim()
    .split("\n");
  const [head, ...rows] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ""),
  );
  return new Map(
    rows.map(([key, ...cells]) => [key!, new Map(cells.map((cell, index) => [head![index + 1]!, Number(cell)]))]),
  );
}

const balance = table("energy_balance.csv");

/** TJ in a flow of the balance, summed over the given carriers. */
function balanceOf(flow: string, ...carriers: readonly string[]): number {
  return carriers.reduce((sum, carrier) => {
    const value = balance.get(flow)?.get(carrier);
    if (value === undefined) throw new Error(`The balance has no ${carrier} in ${flow}`);
    return sum + value;
  }, 0);
}

const balanceSum = (carrier: string, ...flows: readonly string[]) =>
  flows.reduce((sum, flow) => sum + balanceOf(flow, carrier), 0);

describe("the documents", () => {
  it("the documents are read without errors or warnings, and the start year is solved without any", () => {
    expect(model.problems).toEqual([]);
    expect(dataset.warnings).toEqual([]);
    expect(model.areas).toMatchObject([{}, {}, {}, { area: "nl", startYear: 2023, useable: true }]);
    expect(model.definition.defaultArea).toBe("nl");
  });

  it("the homes of every area by type, including corner houses, add up to all homes", () => {
    for (const [, attributes] of model.attributes()) {
      const homes = Object.entries(attributes).filter(([name]) =>
        /^present_number_of_(?!residences|buildings)/.test(name),
      );
      expect(new Set(homes.map(([name]) => name.replace(/_(before|\d).*$/, ""))).size).toBe(5);
      expect(homes.reduce((sum, [, number]) => sum + Number(number), 0)).toBe(
        attributes["present_number_of_residences"],
      );
    }
  });

  it("the documents describe a complete energy system: nodes of every sector, sliders, queries", () => {
    const { energy, molecules, gqueries } = model.definition;
    expect(energy.nodes.length).toBeGreaterThanOrEqual(60);
    expect(molecules.nodes.length).toBeGreaterThanOrEqual(20);
    expect(inputs.size).toBeGreaterThanOrEqual(80);
    expect(gqueries.length).toBeGreaterThanOrEqual(100);
    expect(new Set(energy.nodes.map(({ sector }) => sector))).toEqual(
      new Set("agriculture buildings bunkers energy environment households industry transport".split(" ")),
    );
  });

  it("the documents specify labels and a unit for every query", () => {
    const incompleteQueries = model.definition.gqueries.filter(
      ({ labels, unit }) => labels.length < 2 || unit === null,
    );
    expect(incompleteQueries).toEqual([]);
  });

  it("the documents describe every node, slider and query", () => {
    const { energy, molecules, inputs: sliders, gqueries } = model.definition;
    const allDocuments = [...energy.nodes, ...molecules.nodes, ...sliders, ...gqueries];
    const undescribed = allDocuments.filter(({ description }) => (description ?? "").trim().length < 5);
    expect(undescribed.map(({ key }) => key)).toEqual([]);
  });

  it("every node that chooses when to buy electricity counts as flexible demand", () => {
    const flexibleNodes = model.definition.energy.nodes.filter(({ attributes }) => {
      const block = attributes["merit_order"] as { readonly type?: string; readonly subtype?: string } | undefined;
      return block?.type === "flex" && block.subtype !== "satisfied_demand";
    });
    expect(flexibleNodes.length).toBeGreaterThanOrEqual(5);
    const nodesOutsideGroup = flexibleNodes.filter(({ groups }) => !groups.includes("flexible_electricity_demand"));
    expect(nodesOutsideGroup.map(({ key }) => key)).toEqual([]);
  });

  it("the report of a node contains the description in its document", () => {
    expect(start.node("energy_import_electricity")).toMatchObject({ description: "All imported electricity." });
  });

  it("no store delivers more than it receives in the present, and in the future with and without hourly calculation", () => {
    const stores = model.definition.energy.nodes.filter(({ presentationGroup }) => presentationGroup === "p2p");
    expect(stores.length).toBeGreaterThan(5);
    const capacities = [...inputs.values()].filter(({ key }) =>
      /^capacity_of_energy_flexibility_.*_electricity$/.test(key),
    );
    const builtStores = Object.fromEntries(capacities.map(({ key, max }) => [key, max! / 10]));
    for (const solution of [start, starter.solve(builtStores)]) {
      const efficiencies = stores.flatMap(({ key }) => {
        const report = solution.node(key);
        if (report === undefined || "error" in report) throw new Error(`${key} has no report`);
        const { present, future } = report.data["technical"]!["round_trip_efficiency"]!;
        return [Number(present), Number(future)];
      });
      expect(Math.max(...efficiencies)).toBeLessThanOrEqual(90);
      expect(efficiencies).toContain(85);
    }
  });

  it("the documents specify a range that contains the start value for every slider", () => {
    const containsStart = ({ min, max, default: begin, permittedValues }: InputFacts) =>
      permittedValues?.includes(String(begin)) ??
      (typeof begin === "number" && min! - 1e-9 <= begin && begin <= max! + 1e-9 && min! < max!);
    const allInputs = [...inputs.values()].filter(({ key }) => !key.startsWith("initial_updates"));
    expect(allInputs.filter((input) => input.cacheError !== null || input.disabled || !containsStart(input))).toEqual(
      [],
    );
  });

  it("the documents define sliders of every kind", () => {
    const units = new Set([...inputs.values()].map(({ unit }) => unit));
    expect([...units]).toEqual(expect.arrayContaining(["%", "MW", "PJ", "#", "euro", "hours", "kT", "bool", "enum"]));
  });

  it("every share group in the documents starts at 100 %", () => {
    const groups = shareGroups();
    expect(groups.size).toBeGreaterThanOrEqual(15);
    const sums = [...groups].map(([group, members]) => [
      group,
      members.reduce((sum, member) => sum + Number(member.default), 0),
    ]);
    expect(Object.fromEntries(sums)).toBeNearly(Object.fromEntries([...groups.keys()].map((group) => [group, 100])));
    expect([...groups.values()].filter((members) => members.length < 2)).toEqual([]);
  });
});

function shareGroups(): Map<string, InputFacts[]> {
  return Map.groupBy(
    [...inputs.values()].filter(({ shareGroup }) => shareGroup !== null),
    ({ shareGroup }) => shareGroup!,
  );
}

describe("the energy balance", () => {
  const finalSectors = [
    "Industry",
    "Residential",
    "Commercial and public services",
    "Agriculture/forestry and fishing",
  ];

  it.each([
    ["Coal", ["Production", "Imports"], ["Power plants, input", "Coke ovens and blast furnaces, input"]],
    ["Cokes", ["Coke ovens and blast furnaces, products"], ["Industry"]],
    ["Coal gases", ["Coke ovens and blast furnaces, products"], ["Power plants, input"]],
    ["Natural gas", ["Production", "Imports"], ["Exports", "Gas delivered"]],
    ["Biogases", ["Production"], ["Power plants, input", "Blended in the gas network"]],
    ["Crude oil", ["Production", "Imports"], ["Oil refineries, input"]],
    ["Motor gasoline", ["Oil refineries, products"], ["Transport"]],
    ["Gas diesel oil", ["Oil refineries, products"], ["Transport", "Agriculture/forestry and fishing"]],
    ["Liquefied petroleum gases", ["Oil refineries, products"], ["Transport"]],
    ["Kerosene", ["Oil refineries, products"], ["Transport", "International aviation bunkers"]],
    ["Fuel oil", ["Oil refineries, products"], ["International marine bunkers"]],
    ["Naphtha", ["Oil refineries, products"], ["Non-energy use"]],
    [
      "Other oil products",
      ["Oil refineries, products"],
      ["Exports", "Power plants, input", "Oil refineries, own use", "Industry"],
    ],
    ["Nuclear", ["Imports"], ["Power plants, input"]],
    ["Renewable waste", ["Production"], ["Power plants, input"]],
    ["Non-renewable waste", ["Production"], ["Power plants, input"]],
    ["Solid biofuels", ["Production", "Imports"], ["Power plants, input", ...finalSectors]],
    ["Biogasoline", ["Imports"], ["Transport"]],
    ["Biodiesels", ["Imports"], ["Transport"]],
    ["Bio jet kerosene", ["Imports"], ["International aviation bunkers"]],
    ["Solar thermal", ["Production"], ["Residential"]],
    ["Geothermal", ["Production"], ["Agriculture/forestry and fishing"]],
  ])("the energy balance closes for %s", (carrier, supply, use) => {
    expect(balanceSum(carrier, ...supply)).toBe(balanceSum(carrier, ...use));
  });

  it("the energy balance closes for delivered gas, including green gas", () => {
    const uses = ["Power plants, input", "Heat plants, input", "Energy sector, own use", "Oil refineries, own use"];
    expect(balanceOf("Gas delivered", "Total")).toBe(
      balanceSum("Natural gas", ...uses, ...finalSectors, "Transport", "Non-energy use"),
    );
  });

  it("the energy balance closes for electricity and heat", () => {
    const ownUses = ["Energy sector, own use", "Oil refineries, own use"];
    expect(balanceOf("Electricity production", "Total") + balanceOf("Imports", "Electricity")).toBe(
      balanceSum("Electricity", ...ownUses, ...finalSectors, "Transport", "Losses", "Exports"),
    );
    expect(balanceOf("Heat production, networks", "Total")).toBe(
      balanceSum("Heat", "Losses", ...finalSectors.slice(1)),
    );
    expect(balanceOf("Heat production, industry", "Total")).toBe(
      balanceSum("Heat", "Industry", "Oil refineries, own use"),
    );
  });

  it("the energy balance closes for branches of industry", () => {
    const branches = [
      "Iron and steel",
      "Electric steel",
      "Chemical and petrochemical",
      "Food and tobacco",
      "Paper and print",
      "Non-ferrous metals",
      "Data centres",
      "Other industry",
    ];
    const sums = [...balance.get("Industry")!.keys()].map((carrier) => [carrier, balanceSum(carrier, ...branches)]);
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(balance.get("Industry")!));
  });

  it("the energy balance of plants agrees with the table of plants", () => {
    const plants = table("central_producers.csv");
    const fuelDemand = [...plants.values()].reduce((sum, plant) => sum + plant.get("demand")!, 0);
    expect(fuelDemand).toBe(balanceOf("Power plants, input", "Total"));
  });
});

describe("the start year", () => {
  const MJ = 1e6;

  it("the start year has the final demand of the balance in every sector", () => {
    const total = (...flows: readonly string[]) => balanceSum("Total", ...flows) * MJ;
    const expected = {
      final_demand_from_households: total("Residential"),
      final_demand_from_buildings: total("Commercial and public services"),
      final_demand_from_agriculture: total("Agriculture/forestry and fishing"),
      final_demand_from_transport: total("Transport"),
      final_demand_from_industry: total("Industry", "Oil refineries, own use", "Non-energy use"),
      final_demand_from_energy: total("Energy sector, own use"),
      final_demand_from_bunkers: total("International marine bunkers", "International aviation bunkers"),
      final_demand_non_energetic: total("Non-energy use"),
    };
    expect(presentOf(expected)).toBeNearly(expected);
  });

  it.each([
    ["households", "Residential"],
    ["buildings", "Commercial and public services"],
    ["agriculture", "Agriculture/forestry and fishing"],
  ])("the start year has the final demand of each carrier in %s", (sector, flow) => {
    const columns = {
      electricity: "Electricity",
      network_gas: "Natural gas",
      heat: "Heat",
      biomass_products: "Solid biofuels",
    };
    const expected = Object.fromEntries(
      Object.entries(columns).map(([carrier, column]) => [
        `final_demand_of_${carrier}_in_${sector}`,
        balanceOf(flow, column) / 1000,
      ]),
    );
    expect(presentOf(expected)).toBeNearly(expected);
  });

  it("the start year generates electricity from the sources of the balance", () => {
    const generatedFrom = (...carriers: readonly string[]) => balanceOf("Electricity production", ...carriers) * MJ;
    const expected = {
      electricity_produced_from_coal: generatedFrom("Coal"),
      electricity_produced_from_coal_gas: generatedFrom("Coal gases"),
      electricity_produced_from_uranium: generatedFrom("Nuclear"),
      electricity_produced_from_wind: generatedFrom("Wind"),
      electricity_produced_from_solar: generatedFrom("Solar photovoltaics"),
      electricity_produced_from_hydro: generatedFrom("Hydro"),
      electricity_produced_from_wood_pellets: generatedFrom("Solid biofuels"),
      electricity_produced_from_waste: generatedFrom("Renewable waste", "Non-renewable waste"),
      electricity_produced_from_biogas: generatedFrom("Biogases"),
      electricity_produced_from_network_gas: generatedFrom("Natural gas"),
      electricity_produced_from_oil: generatedFrom("Other oil products"),
      total_electricity_produced: generatedFrom("Total"),
    };
    expect(presentOf(expected)).toBeNearly(expected);
  });

  it("the start year reproduces trade, losses and boiler heat of the balance, which follow from all other flows", () => {
    const expected = {
      export_of_electricity: balanceOf("Exports", "Electricity") * MJ,
      import_of_electricity: balanceOf("Imports", "Electricity") * MJ,
      electricity_network_losses: balanceOf("Losses", "Electricity") * MJ,
      import_of_natural_gas: balanceOf("Imports", "Natural gas") * MJ,
      export_of_natural_gas: balanceOf("Exports", "Natural gas") * MJ,
      import_of_crude_oil: balanceOf("Imports", "Crude oil") * MJ,
      import_of_coal: balanceOf("Imports", "Coal") * MJ,
      import_of_wood_pellets: balanceOf("Imports", "Solid biofuels") * MJ,
      heat_network_losses: balanceOf("Losses", "Heat") * MJ,
      heat_produced_in_networks: balanceOf("Heat production, networks", "Total") * MJ,
      heat_from_backup_burners: balanceOf("Heat plants, input", "Natural gas") * 0.9 * MJ,
      total_primary_energy_supply: (balanceSum("Total", "Production", "Imports") - balanceOf("Exports", "Total")) * MJ,
      unused_heat: 0,
      electricity_backup_import: 0,
      hydrogen_consumed: 0,
      co2_captured: 0,
    };
    expect(presentOf(expected)).toBeNearly(expected);
  });

  it("the start year emits the CO2 of all burnt fuel, which this test calculates from the balance and emission factors", () => {
    const factors = table("carriers.csv");
    const kton = (tj: number, carrier: string) => tj * factors.get(carrier)!.get("co2_conversion_per_mj")!;
    const burntEmissions =
      kton(balanceOf("Imports", "Coal"), "coal") +
      kton(balanceOf("Gas delivered", "Natural gas"), "natural_gas") +
      kton(balanceOf("Transport", "Motor gasoline"), "gasoline") +
      kton(
        balanceOf("Transport", "Gas diesel oil") + balanceOf("Agriculture/forestry and fishing", "Gas diesel oil"),
        "diesel",
      ) +
      kton(balanceOf("Transport", "Liquefied petroleum gases"), "lpg") +
      kton(balanceOf("Transport", "Kerosene"), "kerosene") +
      kton(
        balanceSum("Other oil products", "Industry", "Oil refineries, own use", "Power plants, input"),
        "oil_products",
      ) +
      kton(balanceOf("Power plants, input", "Non-renewable waste"), "non_biogenic_waste");
    const processEmissions = 1400 + 100 + 90;
    expect(result(start, "direct_emissions_co2_excl_bunkers", "present")).toBeNearly(
      (burntEmissions + processEmissions) / 1000,
    );
  });

  /** Published figures of 2023 (CBS, RIVM), with ranges that allow for the omissions of a small model. */
  it.each([
    ["final_demand_energetic", 1_650e9, 1_850e9],
    ["total_primary_energy_supply", 2_900e9, 3_200e9],
    ["direct_emissions_co2_excl_bunkers", 112, 124],
    ["direct_emissions_total_ghg_excl_bunkers", 136, 150],
    ["total_net_co2_emissions", 105, 124],
    ["renewability", 0.14, 0.19],
    ["share_of_renewable_electricity", 0.44, 0.54],
    ["installed_capacity_wind", 9_000, 12_000],
    ["installed_capacity_solar_pv", 20_000, 25_000],
    ["number_of_gas_boilers", 6.5e6, 8.1e6],
    ["car_kilometres", 110e9, 125e9],
    ["steel_production", 4_500, 4_900],
    ["total_costs", 35e9, 60e9],
  ])("the start year resembles the Netherlands of 2023: %s", (query, low, high) => {
    const value = result(start, query, "present");
    expect(value).toBeGreaterThan(low);
    expect(value).toBeLessThan(high);
  });

  it("the start year equals a future without sliders", () => {
    const figures = model.definition.gqueries
      .filter(({ key, unit }) => !key.startsWith("dashboard_") && unit !== "curve")
      .map(({ key }) => key);
    const inYear = (year: "present" | "future") =>
      Object.assign({}, ...figures.map((key) => numberByIndex(key, numbers(start, key)[year]))) as Numbers;
    expect(inYear("future")).toBeNearly(inYear("present"));
  });
});

const numberByIndex = (key: string, values: readonly number[]): Numbers =>
  Object.fromEntries(values.map((value, index) => [`${key} ${index}`, value]));

const defects = (solution: Solution): string[] => starter.defects(solution);

describe("sliders", () => {
  it("the energy check detects energy from nowhere", () => {
    const emptyRecipe = { balancedValues: {}, activeCouplings: [], orders: {}, curves: {}, scaling: null };
    const userValues = { transport_car_using_electricity_share: 100, settings_enable_merit_order: 0 };
    const unbalanced = engine.solve(dataset, { ...emptyRecipe, userValues, area: "nl", endYear: END_YEAR });
    expect(defects(unbalanced)).toEqual([expect.stringContaining("transport_useful_demand_cars")]);
  });

  it("sliders conserve energy at their start values", () => {
    expect(defects(start)).toEqual([]);
  });

  it("each slider can be moved to both ends", () => {
    const problems: string[] = [];
    for (const { key, value } of sliderEnds(inputs, ANNUAL_END_STEP))
      problems.push(...defects(solve({ [key]: value })).map((defect) => `${key} = ${value}: ${defect}`));
    expect(problems).toEqual([]);
  });

  it("sliders can be moved in any combination", () => {
    const everywhere = fc.property(sliderPositions(inputs, { minLength: 2, maxLength: 40 }), (positions) => {
      expect(defects(solve(positions))).toEqual([]);
    });
    fc.assert(everywhere, { numRuns: sampleSize(10, 40) });
  });

  it("the slider that closes coal plants removes all their CO2 and reduces exports", () => {
    const closedSolution = solve({
      settings_close_coal_plants: 1,
      capacity_of_energy_power_ultra_supercritical_coal: 5000,
    });
    expect(result(closedSolution, "electricity_produced_from_coal")).toBeNearly(0);
    const savedCo2 =
      result(start, "direct_emissions_energy_co2") - result(closedSolution, "direct_emissions_energy_co2");
    expect(savedCo2).toBeNearly((balanceOf("Power plants, input", "Coal") * 0.0947) / 1000);
    expect(result(closedSolution, "export_of_electricity")).toBeLessThan(result(start, "export_of_electricity"));
  });

  it("capacity sliders determine production as capacity times full load hours, and the surplus is exported", () => {
    const windySolution = solve({ capacity_of_energy_power_wind_turbine_offshore: 20_000 });
    const production = 20_000 * 3400 * 3600;
    const previousProduction = balanceOf("Electricity production", "Wind") * 1e6 - 42_300e6;
    expect(result(windySolution, "electricity_produced_from_wind")).toBeNearly(previousProduction + production);
    const extraProduction =
      result(windySolution, "total_electricity_produced") - result(start, "total_electricity_produced");
    const extraExport = result(windySolution, "export_of_electricity") - result(start, "export_of_electricity");
    const extraLosses =
      result(windySolution, "electricity_network_losses") - result(start, "electricity_network_losses");
    expect(extraExport + extraLosses).toBeNearly(extraProduction);
  });

  it("backup imports cover the deficit if import and plant sliders are at zero", () => {
    const values = { volume_of_baseload_import_electricity: 0, capacity_of_energy_power_solar_pv_solar_radiation: 0 };
    const shortSolution = solve({ ...values, capacity_of_energy_power_combined_cycle_network_gas_dispatchable: 0 });
    expect(result(shortSolution, "export_of_electricity")).toBeNearly(0);
    expect(result(shortSolution, "electricity_backup_import")).toBeGreaterThan(0);
  });

  it("a moved slider adjusts the other sliders of its share group", () => {
    const electricSolution = solve({ transport_car_using_electricity_share: 100 });
    expect(result(electricSolution, "share_of_electric_cars")).toBeNearly(1);
    expect(result(electricSolution, "car_kilometres")).toBeNearly(result(start, "car_kilometres"));
    expect(result(electricSolution, "final_demand_of_electricity_in_transport")).toBeNearly(
      14 * (1 - 0.494) + result(start, "passenger_kilometres_of_cars") / 2 / 1e9,
    );
  });

  it("growth sliders compound until the end year", () => {
    expect(
      result(solve({ households_useful_demand_electric_appliances: 1 }), "final_demand_of_electricity_in_households") -
        result(start, "final_demand_of_electricity_in_households"),
    ).toBeNearly(76.8 * (1 - 0.286) * (1.01 ** (END_YEAR - 2023) - 1));
  });

  it("the effects of insulation, residence and weather sliders multiply", () => {
    const values = { households_insulation_level: 50, households_number_of_residences: 8_126_000 * 1.5 };
    expect(
      result(solve({ ...values, settings_weather_curve_set: "severe" }), "useful_demand_of_households_space_heating"),
    ).toBeNearly(result(start, "useful_demand_of_households_space_heating") * 0.5 * 1.5 * 1.1685);
  });

  it("capture sliders store CO2 under the sea, where it no longer counts as emitted", () => {
    const captureSolution = solve({ share_of_industry_steel_captured_co2: 90 });
    const kg = 0.9 * balanceOf("Iron and steel", "Cokes") * 1e6 * 0.1068;
    expect(result(captureSolution, "co2_supply_industry_steel")).toBeNearly(kg);
    expect(result(captureSolution, "co2_demand_offshore_sequestration")).toBeNearly(kg);
    for (const query of ["total_net_co2_emissions", "direct_emissions_co2_excl_bunkers"])
      expect(result(start, query) - result(captureSolution, query)).toBeNearly(kg / 1e9);
    const utilisationSolution = solve({
      share_of_industry_steel_captured_co2: 90,
      share_of_molecules_other_utilisation_co2: 100,
    });
    expect(result(utilisationSolution, "total_net_co2_emissions")).toBeNearly(result(start, "total_net_co2_emissions"));
  });

  it("plants with capture emit the CO2 that they do not capture", () => {
    const plant = "energy_power_combined_cycle_ccs_network_gas_dispatchable";
    const solution = solve({ [`capacity_of_${plant}`]: 4000, greengas_in_gas_network_share: 0 });
    const burntGas = (4000 * 5000 * 3600) / 0.49;
    expect(result(solution, "co2_supply_energy_power")).toBeNearly(burntGas * 0.0565 * 0.85);
    const withoutPlant = solve({ greengas_in_gas_network_share: 0 });
    const extraCo2 =
      result(solution, "direct_emissions_energy_co2") - result(withoutPlant, "direct_emissions_energy_co2");
    expect(extraCo2 * 1e9).toBeNearly(burntGas * 0.0565 * 0.15);
  });

  it("gas covers the hydrogen demand that electrolysis and imports do not cover", () => {
    const demand = solve({ industry_chemicals_fertilizers_central_hydrogen_share: 100 });
    expect(result(demand, "hydrogen_produced_by_steam_methane_reformer")).toBeNearly(67_000e6 * 0.76);
    const electricSolution = solve({
      industry_chemicals_fertilizers_central_hydrogen_share: 100,
      capacity_of_energy_hydrogen_flexibility_p2g_electricity: 10_000,
    });
    const production = 10_000 * 4000 * 3600 * 0.68;
    expect(result(electricSolution, "hydrogen_produced_by_electrolysis")).toBeNearly(production);
    expect(result(electricSolution, "hydrogen_exported")).toBeNearly(production - 67_000e6 * 0.76);
  });

  it("price sliders make purchases more expensive", () => {
    const expensiveSolution = solve({ costs_gas: 81.36, costs_co2: 167 });
    expect(result(expensiveSolution, "costs_carriers_natural_gas")).toBeNearly(
      2 * result(start, "costs_carriers_natural_gas"),
    );
    const allowances = "costs_co2_energy_graph_co2_emissions_costs";
    expect(result(expensiveSolution, allowances)).toBeNearly(2 * result(start, allowances));
    expect(result(expensiveSolution, "costs_carriers_natural_gas", "present")).toBeNearly(
      result(start, "costs_carriers_natural_gas"),
    );
  });

  it("base-year sliders change only the base year", () => {
    const changedSolution = solve({ co2_emissions_of_imported_electricity_present: 500 });
    expect(result(changedSolution, "total_net_co2_emissions", "present")).toBeGreaterThan(
      result(start, "total_net_co2_emissions", "present"),
    );
    expect(result(changedSolution, "total_net_co2_emissions")).toBeNearly(result(start, "total_net_co2_emissions"));
  });

  it("international transport sliders change the queries that read them", () => {
    const changedSolution = solve({
      bunkers_allocated_percentage_aviation: 50,
      bunkers_allocated_percentage_shipping: 50,
    });
    expect(result(changedSolution, "primary_co2_emission_of_bunkers_allocated")).toBeNearly(
      result(start, "primary_co2_emission_of_bunkers") / 2,
    );
  });
});
