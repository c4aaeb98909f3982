import { createHash } from "node:crypto";
import { transferTo, type Part, shardOf } from "@etesian/explore";
import { CalculationError } from "@etesian/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { csvOf, parquetOf } from "./files.ts";
import { readParquet } from "./parquet-rows.ts";
import { type Calculation, planOf, type SweepPlan } from "./plan.ts";
import { failedRow, rowsOf } from "./rows.ts";
import { readSweepSpec } from "./spec.ts";
import { base, calculation, mixed } from "./sweep.fixture.ts";
import { joined, type SweepTable } from "./table.ts";

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

let whole: SweepTable;
let plan: SweepPlan;
let first: Calculation;

beforeAll(async () => {
  first = await calculation();
  plan = await planOf(mixed(), base, first);
  whole = await rowsOf(plan, first, { from: 0, to: plan.design.rows });
}, 60_000);

/** Parts of at most `rows` rows, in reverse order, by `engines` engines in turn. */
async function inParts(rows: number, engines: number): Promise<SweepTable> {
  const all: Part[] = [];
  for (let from = 0; from < plan.design.rows; from += rows)
    all.push({ from, to: Math.min(plan.design.rows, from + rows) });
  const tables: SweepTable[] = [];
  for (let shard = 0; shard < engines; shard++) {
    const fresh = await calculation();
    for (const part of shardOf(all, shard, engines).toReversed()) tables.push(await rowsOf(plan, fresh, part));
  }
  return joined(tables.toSorted((a, b) => a.from - b.from));
}

describe("a sweep", () => {
  test("a sweep has a row for each variant and the settings of every factor", () => {
    expect(whole.rows).toBe(4 * 5);
    expect(plan.settings.map(({ name }) => name)).toEqual([
      "factor.costs_oil",
      "factor.capacity_of_energy_power_wind_turbine_offshore",
      ...plan.space.factors[2]!.settings.map((key) => `factor.${key}`),
      "factor.weather",
    ]);
    expect(new Set(whole.settings.at(-1))).toEqual(new Set([0, 1]));
    expect(whole.errors).toEqual(new Map());
  });

  test("figures equal the engine's for the recipe of their row", async () => {
    const { engine, dataset } = await calculation();
    const point = new Float64Array(plan.design.dimensions);
    for (const variant of [0, 7, 19]) {
      plan.design.point(variant, point);
      const solution = engine.solve(await dataset("nl"), plan.space.recipeAt(point));
      expect(whole.outputs[0]![variant]).toBe(solution.evaluation.query("dashboard_total_costs", "future"));
      const prices = Float64Array.from(
        solution.evaluation.query("merit_order_price_curve", "future") as Float64Array,
      ).sort();
      const place = 0.95 * 8759;
      const [low, high] = [prices[Math.floor(place)]!, prices[Math.ceil(place)]!];
      expect(whole.outputs[3]![variant]).toBeCloseTo(low + (place % 1) * (high - low), 9);
      expect(whole.outputs[4]![variant]).toBe(prices[0]);
      expect(whole.outputs[5]![variant]).toBe(prices[8759]);
    }
  });

  test.each([
    [20, 1],
    [7, 2],
    [3, 4],
    [1, 1],
  ])("parts of %i rows on %i engines equal the whole, byte for byte", async (rows, engines) => {
    expect(hashOf(parquetOf(plan, await inParts(rows, engines)))).toBe(hashOf(parquetOf(plan, whole)));
  });

  test("a variant that cannot be calculated is a row with its error", async () => {
    const { engine, ...rest } = await calculation();
    const failing: Calculation = {
      ...rest,
      engine: Object.assign(Object.create(engine) as typeof engine, {
        solve: (...args: Parameters<typeof engine.solve>) => {
          if (args[1].userValues["settings_weather_curve_set"] === "severe")
            throw new CalculationError("there is no such weather");
          return engine.solve(...args);
        },
      }),
    };
    const table = await rowsOf(plan, failing, { from: 0, to: 10 });
    const weather = table.settings.at(-1)!;
    expect([...table.errors.keys()].toSorted((a, b) => a - b)).toEqual(
      [...weather.keys()].filter((row) => weather[row] === 1),
    );
    for (const [row, option] of weather.entries())
      expect(Object.is(table.outputs[0]![row], option === 1 ? NaN : whole.outputs[0]![row])).toBe(true);
  });

  test("the error of a row names the query without a result; other figures are unaffected", async () => {
    const outputs = { queries: ["dashboard_total_costs", "merit_order_price_curve_as_text"] };
    await expect(planOf(mixed({ outputs }), base, first)).rejects.toThrow("the model has no such query");
    const odd = { ...plan, outputs: [plan.outputs[0]!, { ...plan.outputs[2]!, statistic: null }] };
    const { errors, outputs: figures } = await rowsOf(odd, first, { from: 0, to: 1 });
    expect(errors.get(0)).toBe("merit_order_price_curve: its value is not a number");
    expect(figures[0]![0]).toBe(whole.outputs[0]![0]);
  });
});

describe("files of a sweep", () => {
  test("Parquet keeps every bit, missing figures and errors", async () => {
    const failed = failedRow(plan, 20 - 1, 'a "thread" ended');
    const table = joined([await rowsOf(plan, first, { from: 15, to: 19 }), failed]);
    expect(await readParquet(plan, parquetOf(plan, table))).toEqual(table);
  });

  test("CSV has a header, empty cells for missing figures and quoted text", () => {
    const lines = [...csvOf(plan, failedRow(plan, 3, 'a "thread", ended'))];
    expect(lines[0]).toMatch(/^variant,unit,factor\.costs_oil,.*,series\.merit_order_price_curve\.sum,error\n$/);
    expect(lines[1]).toMatch(/^3,0,[\d.,]+,,,,,,,"a ""thread"", ended"\n$/);
    expect(lines).toHaveLength(2);
  });

  test("the bytes of a file are the same in every version, until the format is changed on purpose", () => {
    const small = { ...plan, settings: plan.settings.slice(0, 1), outputs: plan.outputs.slice(0, 1) };
    const table: SweepTable = {
      from: 0,
      rows: 3,
      units: Int32Array.of(0, 0, 0),
      settings: [Float64Array.of(1, 2, 0.1)],
      outputs: [Float64Array.of(3, NaN, -0)],
      errors: new Map([[1, "it failed"]]),
    };
    expect(hashOf(parquetOf(small, table))).toMatchInlineSnapshot(
      `"d9a066044314793c49b04305cd69e6bc2fdbfc1beb5d05ab66b7fac937122f58"`,
    );
  });
});

describe("areas", () => {
  const AREAS = ["DE_germany", "nl", "GM0344_utrecht"];
  const WIND = "capacity_of_energy_power_wind_turbine_offshore";
  const ofAreas = (areas: readonly string[]) =>
    readSweepSpec({
      factors: [{ areas }],
      design: { method: "grid", levels: areas.length },
      outputs: { queries: ["dashboard_total_costs"], present: ["dashboard_total_costs"] },
    });
  const moved = { ...base, userValues: { [WIND]: 40_000, costs_oil: 90 } };

  test("a sweep over areas transfers the scenario's slider moves to each area", async () => {
    const areas = await planOf(ofAreas(AREAS), moved, first);
    const table = await rowsOf(areas, first, { from: 0, to: 3 });
    expect([...table.errors]).toEqual([]);
    expect([...table.settings[0]!]).toEqual([0, 1, 2]);
    const expected = await Promise.all(
      AREAS.map(async (area) => {
        const data = await first.dataset(area);
        const tables = {
          from: first.engine.inputs(await first.dataset("nl"), 2050),
          to: first.engine.inputs(data, 2050),
        };
        const { recipe, leftOut } = transferTo(area, moved, tables);
        const solution = first.engine.solve(data, area === "nl" ? moved : recipe);
        const [future, present] = (["future", "present"] as const).map((year) =>
          Number(solution.evaluation.query("dashboard_total_costs", year)),
        );
        solution.release();
        return [future, present, leftOut.length];
      }),
    );
    expect(AREAS.map((_, row) => [...table.outputs, table.settings[1]!].map((column) => column[row]))).toEqual(
      expected,
    );
    // Wind at sea does not apply to a municipality.
    expect(expected.map(([, , leftOut]) => leftOut)).toEqual([0, 0, 1]);
  });

  test("unknown areas are refused by name, and an area that cannot be calculated is a row with its error", async () => {
    await expect(planOf(ofAreas(["nl", "atlantis"]), moved, first)).rejects.toThrow("there is no area atlantis");
    const failing: Calculation = {
      ...first,
      dataset: async (area) => {
        if (area === "DE_germany") throw new CalculationError("no data for industry");
        return first.dataset(area);
      },
    };
    const areas = await planOf(ofAreas(AREAS), moved, failing);
    expect([...(await rowsOf(areas, failing, { from: 0, to: 2 })).errors]).toEqual([[0, "no data for industry"]]);
  });
});
