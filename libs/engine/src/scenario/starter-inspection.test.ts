/** Reports of hours of the included model (models/starter): no load or price differs from the calculated year. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { beforeAll, expect, test } from "vitest";
import { sampled } from "@etesian/testing/sample";
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

/** Hours at whose end load shifting may owe nothing: the year is dispatched from 1 April on. */
const LAST_HOURS = Array.from({ length: 24 }, (_, n) => 90 * 24 - 24 + n);

/** Reports of hours, of all networks that have members. */
const reports = (solution: Solution, hour: number): readonly MarketHour[] =>
  NETWORKS.flatMap(({ key }) =>
    solution.hours!.markets[key].order.participants.length === 0 ? [] : (solution.inspectHour(key, hour) ?? []),
  );

test("all loads and prices of a flexible year equal its reports'", () => {
  const { compared, wrong } = compareReports(starter.solve(FLEXIBLE), sampled(3, 1));
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(30_000);
});

test("reports of a solution stay the same while others are calculated in the memory that is evicted", async () => {
  const solution = starter.solve(FLEXIBLE);
  const reported = () => [500, 8_000].map((hour) => reports(solution, hour));
  const before = reported();
  for (let n = 0; n < 30; n++) {
    const other = starter.solve({ ...FLEXIBLE, capacity_of_energy_power_wind_turbine_offshore: 1_000 * n });
    other.hours!.price();
    other.release();
    starter.engine.evict();
    await setImmediate();
  }
  expect(reported()).toEqual(before);
});

test("loads and prices equal the reports' at every end of sliders", { timeout: 3_600_000 }, () => {
  const groups = new Set(Object.keys(FLEXIBLE).map((key) => starter.inputs.get(key)!.shareGroup));
  groups.delete(null);
  // A share group of the flexible system has no share left for another member at its end.
  const ends = sliderEnds(starter.inputs, 97).filter(({ key }) => !groups.has(starter.inputs.get(key)!.shareGroup));
  for (const { key, value } of ends) {
    const { wrong } = compareReports(starter.solve({ ...FLEXIBLE, [key]: value }), 73);
    expect([key, value, wrong]).toEqual([key, value, []]);
  }
});

test("deliveries, consumption and shortage of an hour add up in every market", () => {
  const solution = starter.solve({
    ...FLEXIBLE,
    capacity_of_industry_chemical_flexibility_load_shifting_electricity: 50,
    wta_of_industry_chemical_flexibility_load_shifting_electricity: 0.1,
  });
  const takenBack = (hour: number): number =>
    solution
      .inspectHour("merit_order", hour)!
      .flexible.reduce((sum, { node, load }) => sum + (node.includes("load_shifting") ? -load : 0), 0);
  expect(Math.max(...LAST_HOURS.map(takenBack))).toBeGreaterThan(0);
  const sample = Array.from({ length: Math.floor(HOURS_PER_YEAR / 191) }, (_, n) => 7 + 191 * n);
  for (const hour of [...sample, ...LAST_HOURS]) {
    for (const reported of reports(solution, hour)) {
      const delivered = reported.offers.reduce((sum, { load }) => sum + Math.max(0, load), 0);
      const consumed = reported.flexible.reduce((sum, { load }) => sum - load, 0);
      const surplus = reported.alwaysOn + delivered + reported.shortage - reported.demand - consumed;
      expect([reported.network, hour, Math.abs(surplus) < 1e-6]).toEqual([reported.network, hour, true]);
    }
  }
});

test("only electricity has a price in money; exports, imports and curtailed energy have their figures", () => {
  const maxOf = (solution: Solution, figure: (reported: MarketHour) => number): number =>
    Math.max(...Array.from({ length: 365 }, (_, day) => figure(solution.inspectHour("merit_order", day * 24 + 13)!)));
  const windy = starter.solve(FLEXIBLE);
  expect(windy.inspectHour("merit_order", 12)!.price).not.toBeNull();
  expect(windy.inspectHour("hydrogen", 12)!.price).toBeNull();
  expect(maxOf(windy, ({ exported }) => exported)).toBeGreaterThan(1_000);
  expect(maxOf(windy, ({ curtailed }) => curtailed)).toBeGreaterThan(1_000);
  expect(maxOf(windy, ({ stores }) => Number(stores.some(({ reason }) => reason === "filled")))).toBe(1);
  const besideCheapPower = starter.solve({ electricity_interconnector_1_marginal_costs: 20 });
  expect(maxOf(besideCheapPower, ({ imported }) => imported)).toBeGreaterThan(1_000);
});

test("imports of a report equal the imports of hourly charts, baseload included", () => {
  const solution = starter.solve({});
  const charted = solution.evaluation.query("merit_order_import_output_curve", "future") as Float64Array;
  const differing = Array.from({ length: 365 }, (_, day) => day * 24 + 19).filter(
    (hour) => Math.abs(solution.inspectHour("merit_order", hour)!.imported - charted[hour]!) > 1e-6,
  );
  expect(differing).toEqual([]);
});

test("network gas has no order: supply, demand and its store balance in every hour, and content follows from loads", () => {
  const solution = starter.solve(FLEXIBLE);
  let before = solution.inspectHour("network_gas", 1_999)!.stores[0]!.after;
  for (let hour = 2_000; hour < 2_400; hour++) {
    const { demand, alwaysOn, stores } = solution.inspectHour("network_gas", hour)!;
    const [store] = stores;
    expect(Math.abs(alwaysOn + store!.load - demand)).toBeLessThan(1e-4);
    expect(store!.before).toBeCloseTo(before, 3);
    expect(store!.after).toBeLessThanOrEqual(store!.volume * (1 + 1e-9));
    before = store!.after;
  }
});

test("a report names its hour, and hours outside the year are refused", () => {
  const solution = starter.solve({});
  expect(solution.inspectHour("merit_order", 8_759)).toMatchObject({ network: "merit_order", hour: 8_759 });
  for (const hour of [-1, 8_760, 1.5, Number.NaN])
    expect(() => solution.inspectHour("merit_order", hour)).toThrow(`hour is ${hour}; expected an integer`);
});
