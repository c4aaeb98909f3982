/**
 * Tests the hourly calculation of the included model (models/starter). Every hour of every carrier is balanced, at any
 * slider values. Prices and stores stay within their bounds, and hourly results add up to the year of the energy graph.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openModel } from "@etesian/model";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import { ZEROS } from "../hourly/curves/arithmetic.ts";
import { type Curve, materialise } from "../hourly/curves/curve.ts";
import { HOURS, Kind } from "../hourly/merit/participant.ts";
import { ANNUAL_EXPORTS, HOURLY_EXPORTS } from "@etesian/contracts/exports";
import { customCurves, type Recipe } from "@etesian/sliders";
import { csvLines } from "@etesian/tables";
import type { Solution } from "./solution.ts";
import { hourlyDefects, hoursOf, MARKETS, SCARCITY, TOLERANCE } from "./starter-hours.fixture.ts";
import {
  END_YEAR,
  HOURLY_END_STEP,
  result,
  sliderEnds,
  sliderPositions,
  StarterModel,
  type SliderValues,
} from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");
let starter: StarterModel;
let start: Solution;

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
  start = starter.solve({});
});

const solve = (values: SliderValues): Solution => starter.solve(values);

const sum = (curve: ArrayLike<number>): number => Array.from(curve).reduce((total, value) => total + value, 0);
const mean = (curve: ArrayLike<number>): number => sum(curve) / curve.length;

/** A curve in the future year, from 1 January; empty if there is none. */
function curve(solution: Solution, query: string): readonly number[] {
  const value = solution.evaluation.run(starter.engine.library.compileProgram(query, query), "future");
  return Array.from(value as ArrayLike<number>);
}

/** All hourly results, bit for bit. */
function bits(solution: Solution): Map<string, Uint8Array> {
  const hours = hoursOf(solution);
  const loads = Object.values(hours.markets).flatMap(({ name, order }) =>
    order.participants.map((member) => [`${name} ${member.key}`, member.load] as const),
  );
  return new Map(
    [...loads, ["price", hours.price()] as const].map(([key, values]) => [
      key,
      new Uint8Array(Float64Array.from(values).buffer),
    ]),
  );
}

describe("the curves", () => {
  const library = () => starter.model.curves("nl");

  it("the curves have 8,760 hours each, and profiles add up to 1/3600", () => {
    const { profiles, sets } = library();
    const allCurves = [
      ...profiles.map((name) => [name, library().profile(name)] as const),
      ...sets.flatMap(({ name: set, variants }) =>
        variants.flatMap(({ name: variant, curves }) =>
          curves.map((name) => [`${set}/${name}`, library().curve(set, variant, name)] as const),
        ),
      ),
    ];
    expect(allCurves.length).toBeGreaterThanOrEqual(15);
    expect(allCurves.filter(([, values]) => values.length !== HOURS)).toEqual([]);
    const isProfile = (name: string) => name !== "weather/air_temperature" && !/^interconnector_\d+_price$/.test(name);
    const wrongProfiles = allCurves.filter(
      ([name, values]) => isProfile(name) && !(Math.abs(sum(values) * 3600 - 1) < 1e-9),
    );
    expect(wrongProfiles.map(([name]) => name)).toEqual([]);
  });

  it.each([
    ["weather/wind_offshore_baseline", 4200, 4600],
    ["weather/wind_inland_baseline", 2500, 2800],
    ["weather/solar_pv_on_land", 1000, 1200],
    ["weather/insulation_corner_houses_medium", 2000, 3000],
  ])("the curves resemble their technology: %s has %i to %i full load hours relative to its peak", (key, low, high) => {
    const values = library().curve("weather", "default", key.split("/")[1]!);
    const hours = sum(values) / Math.max(...values);
    expect(hours).toBeGreaterThan(low);
    expect(hours).toBeLessThan(high);
  });

  it("the temperature curve represents a temperate climate", () => {
    const degrees = library().curve("weather", "default", "air_temperature");
    expect(mean(degrees)).toBeCloseTo(10.5, 1);
    expect(mean(degrees.subarray(0, 31 * 24))).toBeLessThan(6);
    expect(mean(degrees.subarray(181 * 24, 212 * 24))).toBeGreaterThan(16);
  });
});

describe("demand response", () => {
  it("industrial demand response defers demand from expensive to cheap hours, and the annual total is unchanged", () => {
    const key = "industry_chemical_flexibility_load_shifting_electricity";
    const windySliders = { capacity_of_energy_power_wind_turbine_offshore: 40_000 };
    const [withoutShifting, withShifting] = [
      windySliders,
      { ...windySliders, [`capacity_of_${key}`]: 30, [`wta_of_${key}`]: 60 },
    ].map(solve);
    const [deferred, recovered] = ["output", "input"].map((side) =>
      curve(withShifting!, `Q(load_shifting_of_industry_${side}_curve)`),
    );
    expect(sum(deferred!)).toBeGreaterThan(100_000);
    expect(sum(recovered!)).toBeCloseTo(sum(deferred!), 3);
    expect(result(withShifting!, "electricity_shifted_by_industry")).toBeCloseTo(sum(deferred!) * 3600, -2);
    expect(result(withShifting!, "final_demand_of_electricity")).toBeCloseTo(
      result(withoutShifting!, "final_demand_of_electricity"),
      9,
    );
    const prices = curve(withoutShifting!, "Q(merit_order_price_curve)");
    const meanPrice = (loads: readonly number[]): number =>
      sum(loads.map((load, hour) => load * prices[hour]!)) / sum(loads);
    expect(meanPrice(deferred!)).toBeGreaterThan(60);
    expect(meanPrice(recovered!)).toBeLessThan(60);
    expect(starter.defects(withShifting!)).toEqual([]);
  });
});

describe("the hourly checks", () => {
  it("the hourly checks detect a surplus, an overfull store and a price outside all bids", () => {
    const solution = solve({ capacity_of_energy_flexibility_mv_batteries_electricity: 1_000 });
    const { merit_order: electricity } = hoursOf(solution).markets;
    const [battery] = electricity.order.participants.filter(({ kind }) => kind === Kind.Storage);
    // Finished curves are shared between solutions, so the defects are introduced in copies.
    const [plant] = electricity.order.participants.filter(({ kind }) => kind === Kind.Dispatchable);
    vi.spyOn(hoursOf(solution), "price").mockReturnValue(hoursOf(solution).price().with(17, 5_000));
    plant!.load = plant!.load.with(99, plant!.load[99]! + 1);
    battery!.reserve = materialise(battery!.reserve).with(4000, battery!.volume + 1);
    expect(hourlyDefects(solution)).toEqual([
      expect.stringMatching(/^electricity: .* MW too much in hour 99$/),
      expect.stringContaining(`${battery!.key} holds 2001 of 2000 MWh`),
      expect.stringContaining("5000 EUR/MWh in hour 17"),
    ]);
  });
});

describe("the hourly calculation", () => {
  it("the hourly calculation runs unless disabled", () => {
    expect(start.hours).not.toBeNull();
    expect(solve({ settings_enable_merit_order: 0 }).hours).toBeNull();
  });

  it("every hour is balanced at the start values of sliders, without a shortage", () => {
    expect(hourlyDefects(start)).toEqual([]);
    expect(starter.defects(start)).toEqual([]);
    expect(result(start, "power_shortage_hours")).toBe(0);
  });

  it("the hourly calculation has members of every kind, in every network", () => {
    const { markets } = hoursOf(solveFlexible());
    const memberKinds = new Set(markets.merit_order.order.participants.map(({ kind }) => kind));
    for (const kind of [Kind.Volatile, Kind.MustRun, Kind.Dispatchable, Kind.Flex, Kind.Storage, Kind.HeatBuffer])
      expect(memberKinds).toContain(kind);
    for (const name of MARKETS) expect(markets[name].order.participants.length).toBeGreaterThanOrEqual(5);
  });

  /** Figures of 2023 in ranges that leave room for a small model: the default scenario. */
  it.each([
    ["merit_order_price_average", 60, 120],
    ["peak_electricity_demand", 16_000, 22_000],
    ["lv_net_peak_load_future", 8_000, 14_000],
    ["full_load_hours_of_gas_plants", 1_000, 4_000],
    ["heat_network_mt_peak_demand", 2_000, 8_000],
    ["coefficient_of_performance_of_air_heat_pumps_in_households", 2.8, 3.6],
    ["network_gas_storage_volume", 20e6, 80e6],
  ])("hourly results resemble the Netherlands: %s", (query, low, high) => {
    const value = result(start, query);
    expect(value).toBeGreaterThan(low);
    expect(value).toBeLessThan(high);
  });

  it("hourly results add up to the yearly inputs and outputs in the energy graph", () => {
    for (const solution of [start, solveFlexible()]) expect(yearlyDifferences(solution)).toEqual([]);
  });

  it("hourly results supply all buildings with heat", () => {
    for (const solution of [start, solveFlexible(), solve({ settings_weather_curve_set: "severe" })]) {
      for (const group of ["households", "buildings"]) {
        const [demand, production] = ["demand", "production"].map((direction) =>
          curve(solution, `Q(fever_${group}_space_heating_${direction}_curve)`),
        );
        expect(demand!.length).toBe(HOURS);
        expect(Math.max(...demand!.map((value, h) => Math.abs(value - production![h]!)))).toBeLessThan(TOLERANCE);
      }
    }
  });

  it("the hourly gas balance closes over the year, and the store is never below empty", () => {
    const storageCurve = curve(start, "Q(network_gas_storage_curve)");
    expect(Math.min(...storageCurve)).toBe(0);
    expect(Math.max(...storageCurve)).toBeCloseTo(result(start, "network_gas_storage_volume"), 3);
    expect(Math.abs(storageCurve.at(-1)! - (storageCurve[0]! - firstChange(start)))).toBeLessThan(1);
  });
});

/** Energy charged by the gas store in the first hour, MWh. */
function firstChange(solution: Solution): number {
  const [input, output] = ["input", "output"].map((side) =>
    curve(solution, `V(energy_network_gas_storage, network_gas_${side}_curve)`),
  );
  return input![0]! - output![0]!;
}

/** A future with much wind and sun, and all flexibility options. */
const solveFlexible = (): Solution => solve(FLEXIBLE);
const FLEXIBLE = {
  capacity_of_energy_power_wind_turbine_offshore: 40_000,
  capacity_of_energy_power_solar_pv_solar_radiation: 40_000,
  capacity_of_energy_flexibility_mv_batteries_electricity: 8_000,
  capacity_of_energy_hydrogen_flexibility_p2g_electricity: 6_000,
  capacity_of_energy_hydrogen_storage_salt_cavern: 2_000,
  capacity_of_energy_heat_network_storage_mt_steam_hot_water: 500,
  capacity_of_energy_heat_boiler_mt_electricity: 300,
  buildings_space_heater_district_heating_lt_steam_hot_water_share: 20,
  capacity_of_energy_heat_well_shallow_lt_geothermal: 300,
  capacity_of_energy_heat_heatpump_water_water_lt_electricity: 200,
  capacity_of_energy_heat_network_storage_lt_steam_hot_water: 100,
  capacity_of_industry_other_flexibility_p2h_electricity: 1_000,
  industry_chemicals_fertilizers_central_hydrogen_share: 100,
  households_heater_heatpump_air_water_electricity_share: 40,
  households_heater_hybrid_heatpump_air_water_electricity_share: 20,
  transport_car_using_electricity_share: 70,
};

/** Nodes whose curves do not add up to their yearly flow of a carrier. */
function yearlyDifferences(solution: Solution): string[] {
  const { energy } = starter.model.definition;
  const problems: string[] = [];
  let comparedCount = 0;
  for (const { node, side, carrier } of energy.slots) {
    if (!["electricity", "hydrogen", "steam_hot_water"].includes(carrier)) continue;
    const { key } = energy.nodes[node]!;
    const hourly = sum(curve(solution, `V(${key}, ${carrier}_${side}_curve)`)) * 3600;
    if (hourly === 0) continue;
    comparedCount++;
    const query = `V(${key}, ${side}_of_${carrier})`;
    const yearly = Number(solution.evaluation.run(starter.engine.library.compileProgram(query, query), "future"));
    if (!(Math.abs(hourly - yearly) <= 1e-9 * Math.abs(yearly) + 1e3))
      problems.push(`${query}: ${hourly} MJ, not ${yearly}`);
  }
  if (comparedCount < 40) problems.push(`only ${comparedCount} curves`);
  return problems;
}

describe("flexibility options", () => {
  it("every hour is balanced with all flexibility options together", () => {
    const solution = solveFlexible();
    expect(hourlyDefects(solution)).toEqual([]);
    expect(starter.defects(solution)).toEqual([]);
  });

  it("flexibility options are all used: batteries, electrolysis, stores of hydrogen and heat, electric boilers", () => {
    const solution = solveFlexible();
    const usageQueries = [
      "energy_flexibility_mv_batteries_annual_output",
      "hydrogen_produced_by_electrolysis",
      "energy_hydrogen_storage_salt_cavern_annual_output",
      "heat_network_mt_storage_annual_output",
      "industry_other_flexibility_p2h_annual_input",
      "electricity_curtailed",
    ];
    expect(usageQueries.filter((query) => !(result(solution, query) > 0))).toEqual([]);
    expect(sum(curve(solution, "Q(heat_network_mt_boiler_electricity_output_curve)"))).toBeGreaterThan(0);
  });

  it("batteries discharge less than they charge, and reduce curtailment", () => {
    const withoutBatteries = solve({ ...FLEXIBLE, capacity_of_energy_flexibility_mv_batteries_electricity: 0 });
    const solution = solveFlexible();
    const [input, output] = ["input", "output"].map((side) =>
      result(solution, `energy_flexibility_mv_batteries_annual_${side}`),
    );
    expect(output! / input!).toBeGreaterThan(0.84);
    expect(output! / input!).toBeLessThanOrEqual(0.85 + 1e-9);
    expect(result(solution, "electricity_curtailed")).toBeLessThan(result(withoutBatteries, "electricity_curtailed"));
  });

  it("electric boilers replace gas in industry", () => {
    const capacity = "capacity_of_industry_other_flexibility_p2h_electricity";
    const [gasOnly, both] = [0, 1000].map((megawatts) => {
      const solution = solve({ ...FLEXIBLE, [capacity]: megawatts });
      const query = "V(industry_other_burner_network_gas, output_of_useable_heat)";
      const program = starter.engine.library.compileProgram(query, query);
      const burntGas = Number(solution.evaluation.run(program, "future"));
      return { burnt: burntGas, electric: result(solution, "industry_other_flexibility_p2h_annual_input") };
    });
    expect(gasOnly!.electric).toBe(0);
    expect(gasOnly!.burnt - both!.burnt).toBeCloseTo(both!.electric * 0.99, -3);
  });

  it("hydrogen that gas and electrolysis cannot deliver in an hour is imported", () => {
    const solution = solve({ industry_chemicals_fertilizers_central_hydrogen_share: 100 });
    expect(hourlyDefects(solution)).toEqual([]);
    expect(result(solution, "hydrogen_consumed")).toBeGreaterThan(0);
    const supply = sum(curve(solution, "Q(hydrogen_production_curve)"));
    expect(supply).toBeCloseTo(sum(curve(solution, "Q(hydrogen_demand_curve)")), 3);
  });
});

describe("the price of electricity", () => {
  it("the average price of electricity never rises with more wind", () => {
    const averages = [0, 5_000, 15_000, 40_000, 60_000].map((capacity) =>
      result(solve({ capacity_of_energy_power_wind_turbine_offshore: capacity }), "merit_order_price_average"),
    );
    expect(averages).toEqual([...averages].sort((a, b) => b - a));
    expect(averages.at(-1)).toBeLessThan(averages[0]! / 2);
  });

  it("the price of electricity is the scarcity price in hours of shortage, which increase without plants and trade", () => {
    const solution = solve({
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`electricity_interconnector_${number}_capacity`, 0])),
      volume_of_baseload_import_electricity: 0,
      capacity_of_energy_power_combined_cycle_network_gas_dispatchable: 0,
    });
    expect(hourlyDefects(solution)).toEqual([]);
    expect(starter.defects(solution)).toEqual([]);
    const hours = result(solution, "power_shortage_hours");
    expect(hours).toBeGreaterThan(100);
    expect(curve(solution, "Q(merit_order_price_curve)").filter((price) => price >= SCARCITY).length).toBe(hours);
    expect(result(solution, "electricity_shortage")).toBeCloseTo(result(solution, "power_shortage_volume") * 1e9, -4);
  });

  it("the price of electricity follows the foreign price if trade determines it", () => {
    const values = { electricity_interconnector_1_capacity: 50_000 };
    const [cheapTrade, expensiveTrade] = [20, 200].map((price) =>
      result(solve({ ...values, electricity_interconnector_1_marginal_costs: price }), "merit_order_price_average"),
    );
    expect(cheapTrade!).toBeLessThan(25);
    expect(expensiveTrade!).toBeGreaterThan(100);
  });
});

describe("users", () => {
  const recipe = { userValues: FLEXIBLE, balancedValues: {}, activeCouplings: [], endYear: END_YEAR, scaling: null };
  const solveWith = (changes: Partial<Recipe>): Solution =>
    starter.engine.solve(starter.dataset, {
      ...recipe,
      area: "nl",
      orders: {},
      curves: {},
      ...balancedRecipe(),
      ...changes,
    });
  const balancedRecipe = () => ({ balancedValues: solveFlexible().recipe.balancedValues });

  it("users may attach curves: a cold year needs more heat from boilers of hybrids, and a foreign price changes trade", () => {
    const coldYear = starter.model
      .curves("nl")
      .curve("weather", "default", "air_temperature")
      .map((degrees) => degrees - 5);
    const price = new Float64Array(HOURS).fill(400);
    const solution = solveWith({ curves: { "weather/air_temperature": coldYear, interconnector_1_price: price } });
    expect(hourlyDefects(solution)).toEqual([]);
    expect(starter.defects(solution)).toEqual([]);
    const gas = "Q(households_hybrid_heatpump_network_gas_input_curve)";
    expect(sum(curve(solution, gas))).toBeGreaterThan(sum(curve(solveFlexible(), gas)));
    expect(result(solution, "export_of_electricity")).toBeGreaterThan(result(solveFlexible(), "export_of_electricity"));
    expect(curve(solution, "Q(interconnector_1_marginal_cost_curve)")[0]).toBe(400);
  });

  it("users may attach a heat curve for each type of home and level of insulation, which moves the heat of these homes only", () => {
    const keys = customCurves(starter.model.definition.config["user_curves"]).flatMap(({ key }) =>
      key.startsWith("weather/insulation_") ? [key] : [],
    );
    expect(keys).toContain("weather/insulation_corner_houses_high");
    expect(keys).toHaveLength(15);
    const hour = 4000;
    const allInOneHour = new Float64Array(HOURS);
    allInOneHour[hour] = 1 / 3600;
    const demand = (curves: Recipe["curves"]) =>
      curve(solveWith({ curves }), "Q(fever_households_space_heating_demand_curve)");
    const originalDemand = demand({});
    const increases = keys.map((key) => demand({ [key]: allInOneHour })[hour]! - originalDemand[hour]!);
    expect(keys.filter((_, index) => increases[index]! < 1)).toEqual([]);
    expect(sum(increases) / (sum(originalDemand) - originalDemand[hour]!)).toBeCloseTo(1, 6);
  });

  it("users may change orders: a boiler before the store leaves heat in the store", () => {
    const order = ["energy_heat_boiler_mt_electricity", "energy_heat_network_storage_mt_steam_hot_water"];
    const solution = solveWith({ orders: { heat_network_order_mt: order } });
    expect(hourlyDefects(solution)).toEqual([]);
    const boiler = "Q(heat_network_mt_boiler_electricity_output_curve)";
    expect(sum(curve(solution, boiler))).toBeGreaterThan(sum(curve(solveFlexible(), boiler)));
  });

  it("users may export every table", () => {
    const solution = solveFlexible();
    const tables = [
      ...Object.keys(ANNUAL_EXPORTS).map((name) => [name, solution.annualExport(name), 5] as const),
      ...Object.keys(HOURLY_EXPORTS).map((name) => [name, solution.hourlyExport(name), HOURS + 1] as const),
    ];
    const rows = tables.map(
      ([name, table, min]) => [name, table === null ? 0 : [...csvLines(table.table())].length, min] as const,
    );
    expect(rows.filter(([, count, min]) => count < min)).toEqual([]);
  });
});

describe("finished curves", () => {
  it("finished curves never change: no calculation, query or export writes to shared curves", () => {
    let checksums = new Map<Curve, string>();
    const checksum = (values: Curve): string =>
      createHash("md5")
        .update(new Uint8Array(Float64Array.from(values).buffer))
        .digest("base64");
    const ends = sliderEnds(starter.inputs, 1).filter(
      ({ key }) => key !== "settings_enable_merit_order" && starter.inputs.get(key)!.couplingGroups.length === 0,
    );
    const anySliders = fc.uniqueArray(fc.constantFrom(...ends), {
      minLength: 1,
      maxLength: 6,
      selector: ({ key }) => starter.inputs.get(key)!.shareGroup ?? key,
    });
    fc.assert(
      fc.property(anySliders, (moves) => {
        const solution = solve(Object.fromEntries(moves.map(({ key, value }) => [key, value])));
        // Curves evicted since the last solve are no longer shared.
        const cachedCurves = hoursOf(solution).memo.curves();
        checksums = new Map(cachedCurves.map((values) => [values, checksums.get(values) ?? checksum(values)]));
        for (const { key } of starter.model.definition.gqueries) solution.query(key);
        for (const name of Object.keys(HOURLY_EXPORTS)) solution.hourlyExport(name);
        for (const values of hoursOf(solution).memo.curves())
          if (!checksums.has(values)) checksums.set(values, checksum(values));
        expect([...checksums].filter(([values, before]) => checksum(values) !== before)).toEqual([]);
      }),
      { numRuns: sampleSize(2, 200) },
    );
    expect(checksums.size).toBeGreaterThan(500);
    expect(Array.from(ZEROS).every((value) => Object.is(value, 0))).toBe(true);
  });
});

describe("the weather", () => {
  it("the weather of a severe year causes more heat demand, and has less wind and a still fortnight in January", () => {
    const severeSolution = solve({ settings_weather_curve_set: "severe" });
    const [usualYear, severeYear] = [start, severeSolution].map((solution) => ({
      heat: result(solution, "useful_demand_of_households_space_heating"),
      wind: curve(solution, "Q(merit_order_wind_offshore_output_curve)"),
      temperature: curve(solution, "Q(air_temperature_curve)"),
    }));
    const { wind, temperature, heat } = severeYear!;
    const fortnight = (values: readonly number[]): number => sum(values.slice(10 * 24, 22 * 24)) / (12 * 24);
    expect(heat).toBeCloseTo(usualYear!.heat * 1.1685, -3);
    expect(sum(wind)).toBeLessThan(sum(usualYear!.wind));
    expect(fortnight(wind)).toBeLessThan(0.3 * (sum(wind) / HOURS));
    expect(fortnight(temperature)).toBeLessThan(0);
    const gas = [start, severeSolution].map((solution) =>
      fortnight(curve(solution, "Q(merit_order_network_gas_output_curve)")),
    );
    expect(gas[1]).toBeGreaterThan(gas[0]!);
  });
});

describe("the same recipe", () => {
  it("the same recipe has bit-identical results after other recipes and in another engine", async () => {
    const first = bits(solveFlexible());
    solve({ capacity_of_energy_power_wind_turbine_offshore: 60_000, settings_weather_curve_set: "severe" });
    expect(isDeepStrictEqual(bits(solveFlexible()), first)).toBe(true);
    const model = await openModel(DIRECTORY, modelCache);
    const other = new StarterModel(model, await model.dataset("nl"));
    expect(isDeepStrictEqual(bits(other.solve(FLEXIBLE)), first)).toBe(true);
  });
});

describe("sliders", () => {
  it("each slider can be moved to both ends", () => {
    const problems: string[] = [];
    for (const { key, value } of sliderEnds(starter.inputs, HOURLY_END_STEP)) {
      if (key === "settings_enable_merit_order") continue;
      const solution = solve({ [key]: value });
      const defects = [...hourlyDefects(solution), ...starter.defects(solution)];
      problems.push(...defects.map((defect) => `${key} = ${value}: ${defect}`));
    }
    expect(problems).toEqual([]);
  });

  it("sliders can be moved in any combination", () => {
    const everywhere = fc.property(sliderPositions(starter.inputs, { minLength: 5, maxLength: 60 }), (positions) => {
      const solution = solve(positions);
      expect([...hourlyDefects(solution), ...starter.defects(solution), ...yearlyDifferences(solution)]).toEqual([]);
    });
    fc.assert(everywhere, { numRuns: sampleSize(2, 25) });
  });
});
