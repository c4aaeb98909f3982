/** Tests reports of hours of the included model (models/starter): no load or price differs from the calculated year. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { beforeAll, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import type { MarketHour } from "../hourly/markets/market-hour.ts";
import { NETWORKS } from "../hourly/markets/networks.ts";
import type { Solution } from "./solution.ts";
import { sliderEnds, StarterModel } from "./starter-model.fixture.ts";
import { compareReports } from "./inspection.fixture.ts";

let starter: StarterModel;

beforeAll(async () => {
  starter = await StarterModel.open(join(import.meta.dirname, "../../../../models/starter"));
});

/** A system with every kind of flexibility that the model has. */
const FLEXIBLE = {
  capacity_of_energy_power_wind_turbine_offshore: 40_000,
  capacity_of_energy_power_solar_pv_solar_radiation: 40_000,
  capacity_of_energy_flexibility_mv_batteries_electricity: 8_000,
  capacity_of_energy_hydrogen_flexibility_p2g_electricity: 6_000,
  capacity_of_energy_hydrogen_storage_salt_cavern: 2_000,
  capacity_of_energy_heat_network_storage_mt_steam_hot_water: 500,
  capacity_of_energy_heat_boiler_mt_electricity: 300,
  capacity_of_industry_other_flexibility_p2h_electricity: 1_000,
  industry_chemicals_fertilizers_central_hydrogen_share: 100,
  households_heater_heatpump_air_water_electricity_share: 40,
  transport_car_using_electricity_share: 70,
};

/** Hours at the end of which load shifting must owe nothing, because the dispatched year starts on 1 April. */
const LAST_HOURS = Array.from({ length: 24 }, (_, n) => 90 * 24 - 24 + n);

/** Reports of an hour for all networks that have members. */
const reports = (solution: Solution, hour: number): readonly MarketHour[] =>
  NETWORKS.flatMap(({ key }) =>
    solution.hours!.markets[key].order.participants.length === 0 ? [] : (solution.inspectHour(key, hour) ?? []),
  );

test("all loads and prices of a flexible year equal those in its reports", () => {
  const { count, problems } = compareReports(starter.solve(FLEXIBLE), sampleSize(3, 1));
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(30_000);
});

test("reports of a solution remain the same while other solutions reuse evicted memory", async () => {
  const solution = starter.solve(FLEXIBLE);
  const readReports = () => [500, 8_000].map((hour) => reports(solution, hour));
  const originalReports = readReports();
  for (let n = 0; n < 30; n++) {
    const other = starter.solve({ ...FLEXIBLE, capacity_of_energy_power_wind_turbine_offshore: 1_000 * n });
    other.hours!.price();
    other.release();
    starter.engine.evict();
    await setImmediate();
  }
  expect(readReports()).toEqual(originalReports);
});

test("loads and prices equal those in the reports at all ends of sliders", { timeout: 3_600_000 }, () => {
  const groups = new Set(Object.keys(FLEXIBLE).map((key) => starter.inputs.get(key)!.shareGroup));
  groups.delete(null);
  // In a share group of the flexible system, no share remains for another member at its maximum.
  const ends = sliderEnds(starter.inputs, 97).filter(({ key }) => !groups.has(starter.inputs.get(key)!.shareGroup));
  for (const { key, value } of ends) {
    const { problems } = compareReports(starter.solve({ ...FLEXIBLE, [key]: value }), 73);
    expect([key, value, problems]).toEqual([key, value, []]);
  }
});

test("deliveries, consumption and shortage of an hour add up in every market", () => {
  const solution = starter.solve({
    ...FLEXIBLE,
    capacity_of_industry_chemical_flexibility_load_shifting_electricity: 50,
    wta_of_industry_chemical_flexibility_load_shifting_electricity: 0.1,
  });
  const recoveredDemand = (hour: number): number =>
    solution
      .inspectHour("merit_order", hour)!
      .flexible.reduce((sum, { node, load }) => sum + (node.includes("load_shifting") ? -load : 0), 0);
  expect(Math.max(...LAST_HOURS.map(recoveredDemand))).toBeGreaterThan(0);
  const sample = Array.from({ length: Math.floor(HOURS_PER_YEAR / 191) }, (_, n) => 7 + 191 * n);
  for (const hour of [...sample, ...LAST_HOURS]) {
    for (const report of reports(solution, hour)) {
      const delivery = report.offers.reduce((sum, { load }) => sum + Math.max(0, load), 0);
      const consumption = report.flexible.reduce((sum, { load }) => sum - load, 0);
      const surplus = report.alwaysOn + delivery + report.shortage - report.demand - consumption;
      expect([report.network, hour, Math.abs(surplus) < 1e-6]).toEqual([report.network, hour, true]);
    }
  }
});

test("only electricity has a price; exports, imports and curtailed energy are reported", () => {
  const maxOf = (solution: Solution, figure: (report: MarketHour) => number): number =>
    Math.max(...Array.from({ length: 365 }, (_, day) => figure(solution.inspectHour("merit_order", day * 24 + 13)!)));
  const windySolution = starter.solve(FLEXIBLE);
  expect(windySolution.inspectHour("merit_order", 12)!.price).not.toBeNull();
  expect(windySolution.inspectHour("hydrogen", 12)!.price).toBeNull();
  expect(maxOf(windySolution, ({ exported }) => exported)).toBeGreaterThan(1_000);
  expect(maxOf(windySolution, ({ curtailed }) => curtailed)).toBeGreaterThan(1_000);
  expect(maxOf(windySolution, ({ stores }) => Number(stores.some(({ reason }) => reason === "filled")))).toBe(1);
  const withCheapImports = starter.solve({ electricity_interconnector_1_marginal_costs: 20 });
  expect(maxOf(withCheapImports, ({ imported }) => imported)).toBeGreaterThan(1_000);
});

test("imports in a report equal the imports in hourly charts, including baseload imports", () => {
  const solution = starter.solve({});
  const chartedImports = solution.evaluation.query("merit_order_import_output_curve", "future") as Float64Array;
  const differingHours = Array.from({ length: 365 }, (_, day) => day * 24 + 19).filter(
    (hour) => Math.abs(solution.inspectHour("merit_order", hour)!.imported - chartedImports[hour]!) > 1e-6,
  );
  expect(differingHours).toEqual([]);
});

test("network gas has no order: supply, demand and the store balance in every hour, and the content follows from the loads", () => {
  const solution = starter.solve(FLEXIBLE);
  let previousContent = solution.inspectHour("network_gas", 1_999)!.stores[0]!.after;
  for (let hour = 2_000; hour < 2_400; hour++) {
    const { demand, alwaysOn, stores } = solution.inspectHour("network_gas", hour)!;
    const [store] = stores;
    expect(Math.abs(alwaysOn + store!.load - demand)).toBeLessThan(1e-4);
    expect(store!.before).toBeCloseTo(previousContent, 3);
    expect(store!.after).toBeLessThanOrEqual(store!.volume * (1 + 1e-9));
    previousContent = store!.after;
  }
});

test("a report names its hour, and hours outside the year are rejected", () => {
  const solution = starter.solve({});
  expect(solution.inspectHour("merit_order", 8_759)).toMatchObject({ network: "merit_order", hour: 8_759 });
  for (const hour of [-1, 8_760, 1.5, Number.NaN])
    expect(() => solution.inspectHour("merit_order", hour)).toThrow(`hour is ${hour}; expected an integer`);
});
