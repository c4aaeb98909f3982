import { createHash } from "node:crypto";
import { transferTo, type Part, shardOf } from "@etesian/explore";
import { CalculationError } from "@etesian/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { csvOf, parquetOf } from "./files.ts";
import { readParquet } from "./parquet-rows.ts";
import { type Calculation, planOf, type SweepPlan } from "./plan.ts";
import { failedRow, calculateRows } from "./rows.ts";
import { readSweepSpec } from "./spec.ts";
import { base, createCalculation, mixedSpec } from "./sweep.fixture.ts";
import { joinTables, type SweepTable } from "./table.ts";

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

let wholeTable: SweepTable;
let plan: SweepPlan;
let firstCalculation: Calculation;

beforeAll(async () => {
  firstCalculation = await createCalculation();
  plan = await planOf(mixedSpec(), base, firstCalculation);
  wholeTable = await calculateRows(plan, firstCalculation, { from: 0, to: plan.design.rows });
}, 60_000);

/** Parts of at most `rows` rows, in reverse order, by `engines` engines in turn. */
async function calculateInParts(rows: number, engines: number): Promise<SweepTable> {
  const parts: Part[] = [];
  for (let from = 0; from < plan.design.rows; from += rows)
    parts.push({ from, to: Math.min(plan.design.rows, from + rows) });
  const tables: SweepTable[] = [];
  for (let shard = 0; shard < engines; shard++) {
    const freshCalculation = await createCalculation();
    for (const part of shardOf(parts, shard, engines).toReversed())
      tables.push(await calculateRows(plan, freshCalculation, part));
  }
  return joinTables(tables.toSorted((a, b) => a.from - b.from));
}

describe("a sweep", () => {
  test("a sweep has a row for each variant and the settings of every factor", () => {
    expect(wholeTable.rows).toBe(4 * 5);
    expect(plan.settings.map(({ name }) => name)).toEqual([
      "factor.costs_oil",
      "factor.capacity_of_energy_power_wind_turbine_offshore",
      ...plan.space.factors[2]!.settings.map((key) => `factor.${key}`),
      "factor.weather",
    ]);
    expect(new Set(wholeTable.settings.at(-1))).toEqual(new Set([0, 1]));
    expect(wholeTable.errors).toEqual(new Map());
  });

  test("figures equal the engine's results for the recipe of their row", async () => {
    const { engine, dataset } = await createCalculation();
    const point = new Float64Array(plan.design.dimensions);
    for (const variant of [0, 7, 19]) {
      plan.design.point(variant, point);
      const solution = engine.solve(await dataset("nl"), plan.space.recipeAt(point));
      expect(wholeTable.outputs[0]![variant]).toBe(solution.evaluation.query("dashboard_total_costs", "future"));
      const prices = Float64Array.from(
        solution.evaluation.query("merit_order_price_curve", "future") as Float64Array,
      ).sort();
      const index = 0.95 * 8759;
      const [low, high] = [prices[Math.floor(index)]!, prices[Math.ceil(index)]!];
      expect(wholeTable.outputs[3]![variant]).toBeCloseTo(low + (index % 1) * (high - low), 9);
      expect(wholeTable.outputs[4]![variant]).toBe(prices[0]);
      expect(wholeTable.outputs[5]![variant]).toBe(prices[8759]);
    }
  });

  test.each([
    [20, 1],
    [7, 2],
    [3, 4],
    [1, 1],
  ])("parts of %i rows on %i engines equal the undivided sweep, byte for byte", async (rows, engines) => {
    expect(hashOf(parquetOf(plan, await calculateInParts(rows, engines)))).toBe(hashOf(parquetOf(plan, wholeTable)));
  });

  test("a variant that cannot be calculated is a row with its error", async () => {
    const { engine, ...rest } = await createCalculation();
    const failingCalculation: Calculation = {
      ...rest,
      engine: Object.assign(Object.create(engine) as typeof engine, {
        solve: (...args: Parameters<typeof engine.solve>) => {
          if (args[1].userValues["settings_weather_curve_set"] === "severe")
            throw new CalculationError("there is no such weather");
          return engine.solve(...args);
        },
      }),
    };
    const table = await calculateRows(plan, failingCalculation, { from: 0, to: 10 });
    const weather = table.settings.at(-1)!;
    expect([...table.errors.keys()].toSorted((a, b) => a - b)).toEqual(
      [...weather.keys()].filter((row) => weather[row] === 1),
    );
    for (const [row, option] of weather.entries())
      expect(Object.is(table.outputs[0]![row], option === 1 ? NaN : wholeTable.outputs[0]![row])).toBe(true);
  });

  test("a row's error names the query without a result, and other figures are unaffected", async () => {
    const outputs = { queries: ["dashboard_total_costs", "merit_order_price_curve_as_text"] };
    await expect(planOf(mixedSpec({ outputs }), base, firstCalculation)).rejects.toThrow("the model has no such query");
    const planWithTextOutput = { ...plan, outputs: [plan.outputs[0]!, { ...plan.outputs[2]!, statistic: null }] };
    const { errors, outputs: figures } = await calculateRows(planWithTextOutput, firstCalculation, { from: 0, to: 1 });
    expect(errors.get(0)).toBe("merit_order_price_curve: its value is not a number");
    expect(figures[0]![0]).toBe(wholeTable.outputs[0]![0]);
  });
});

describe("files of a sweep", () => {
  test("Parquet preserves every bit, missing figures and errors", async () => {
    const failedTable = failedRow(plan, 20 - 1, 'a "thread" ended');
    const table = joinTables([await calculateRows(plan, firstCalculation, { from: 15, to: 19 }), failedTable]);
    expect(await readParquet(plan, parquetOf(plan, table))).toEqual(table);
  });

  test("CSV has a header, empty cells for missing figures and quoted text", () => {
    const lines = [...csvOf(plan, failedRow(plan, 3, 'a "thread", ended'))];
    expect(lines[0]).toMatch(/^variant,unit,factor\.costs_oil,.*,series\.merit_order_price_curve\.sum,error\n$/);
    expect(lines[1]).toMatch(/^3,0,[\d.,]+,,,,,,,"a ""thread"", ended"\n$/);
    expect(lines).toHaveLength(2);
  });

  test("the bytes of a file are the same in every version, until the format is changed deliberately", () => {
    const smallPlan = { ...plan, settings: plan.settings.slice(0, 1), outputs: plan.outputs.slice(0, 1) };
    const table: SweepTable = {
      from: 0,
      rows: 3,
      units: Int32Array.of(0, 0, 0),
      settings: [Float64Array.of(1, 2, 0.1)],
      outputs: [Float64Array.of(3, NaN, -0)],
      errors: new Map([[1, "it failed"]]),
    };
    expect(hashOf(parquetOf(smallPlan, table))).toMatchInlineSnapshot(
      `"d9a066044314793c49b04305cd69e6bc2fdbfc1beb5d05ab66b7fac937122f58"`,
    );
  });
});

describe("sweeps over areas", () => {
  const AREAS = ["DE_germany", "nl", "GM0344_utrecht"];
  const WIND = "capacity_of_energy_power_wind_turbine_offshore";
  const specOfAreas = (areas: readonly string[]) =>
    readSweepSpec({
      factors: [{ areas }],
      design: { method: "grid", levels: areas.length },
      outputs: { queries: ["dashboard_total_costs"], present: ["dashboard_total_costs"] },
    });
  const movedRecipe = { ...base, userValues: { [WIND]: 40_000, costs_oil: 90 } };

  test("a sweep over areas transfers the scenario's slider moves to each area", async () => {
    const areasPlan = await planOf(specOfAreas(AREAS), movedRecipe, firstCalculation);
    const table = await calculateRows(areasPlan, firstCalculation, { from: 0, to: 3 });
    expect([...table.errors]).toEqual([]);
    expect([...table.settings[0]!]).toEqual([0, 1, 2]);
    const expected = await Promise.all(
      AREAS.map(async (area) => {
        const data = await firstCalculation.dataset(area);
        const tables = {
          from: firstCalculation.engine.inputs(await firstCalculation.dataset("nl"), 2050),
          to: firstCalculation.engine.inputs(data, 2050),
        };
        const { recipe, omitted } = transferTo(area, movedRecipe, tables);
        const solution = firstCalculation.engine.solve(data, area === "nl" ? movedRecipe : recipe);
        const [future, present] = (["future", "present"] as const).map((year) =>
          Number(solution.evaluation.query("dashboard_total_costs", year)),
        );
        solution.release();
        return [future, present, omitted.length];
      }),
    );
    expect(AREAS.map((_, row) => [...table.outputs, table.settings[1]!].map((column) => column[row]))).toEqual(
      expected,
    );
    // The offshore wind slider does not apply to a municipality.
    expect(expected.map(([, , omitted]) => omitted)).toEqual([0, 0, 1]);
  });

  test("unknown areas are refused by name, and an area that cannot be calculated is a row with its error", async () => {
    await expect(planOf(specOfAreas(["nl", "atlantis"]), movedRecipe, firstCalculation)).rejects.toThrow(
      "there is no area atlantis",
    );
    const failingCalculation: Calculation = {
      ...firstCalculation,
      dataset: async (area) => {
        if (area === "DE_germany") throw new CalculationError("no data for industry");
        return firstCalculation.dataset(area);
      },
    };
    const areasPlan = await planOf(specOfAreas(AREAS), movedRecipe, failingCalculation);
    expect([...(await calculateRows(areasPlan, failingCalculation, { from: 0, to: 2 })).errors]).toEqual([
      [0, "no data for industry"],
    ]);
  });
});
