import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelCache } from "@etesian/testing/model-cache";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { outlineOf, planOf, readParquet, type SweepOutline, type SweepTable } from "../index.ts";
import { base, calculation, DIRECTORY, mixed } from "../sweep.fixture.ts";
import { estimateOf, type PartFile, type Sweep, SweepDirectory, SweepPool } from "./index.ts";

const spec = mixed();
const sweep: Sweep = { id: "one", spec, base: { kind: "recipe", recipe: base } };
let plan: SweepOutline;
let pool: SweepPool;

beforeAll(async () => {
  const planned = outlineOf(await planOf(spec, base, await calculation()));
  // Parts of two trajectories.
  plan = { ...planned, parts: [0, 5, 10, 15].map((from) => ({ from, to: from + 5 })) };
  pool = new SweepPool(2, { modelDirectory: DIRECTORY, ...modelCache, isBehind: true });
});
afterAll(() => pool.close());

function newDirectory(about: object = {}): SweepDirectory {
  const path = mkdtempSync(join(tmpdir(), "etesian-sweep-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return new SweepDirectory(path, plan, { spec, ...about });
}

test("a part that fails twice is calculated variant by variant, and a failing variant is a row with its error", async () => {
  const run = pool.run.bind(pool);
  const requested: string[] = [];
  const spy = vi.spyOn(pool, "run").mockImplementation((each, part): Promise<PartFile> => {
    requested.push(`${part.from}-${part.to}`);
    return part.from <= 7 && part.to > 7 ? Promise.reject(new Error("the thread ended")) : run(each, part);
  });
  onTestFinished(() => spy.mockRestore());
  const tables: SweepTable[] = [];
  const defects: unknown[] = [];
  await pool.calculate(sweep, plan.parts.slice(1, 2), {
    onPart: async (_, { file }) => void tables.push(await readParquet(plan, file)),
    onDefect: (error) => defects.push(error),
  });
  expect(requested).toEqual(["5-10", "5-10", "5-6", "6-7", "7-8", "8-9", "9-10"]);
  expect(defects).toHaveLength(3);
  spy.mockRestore();
  const sound = await readParquet(plan, (await pool.run(sweep, { from: 5, to: 10 })).file);
  expect(tables[0]!.errors).toEqual(new Map([[7, "the calculation of this variant failed"]]));
  expect(tables[0]!.settings).toEqual(sound.settings);
  for (const [place, figures] of tables[0]!.outputs.entries())
    expect(figures).toEqual(sound.outputs[place]!.map((figure, row) => (row === 2 ? NaN : figure)));
});

test("a cancelled sweep ends after the parts that threads are working on", async () => {
  const directory = newDirectory();
  const cancel = new AbortController();
  const parts = Array.from({ length: 20 }, (_, from) => ({ from, to: from + 1 }));
  const run = pool.calculate(sweep, parts, {
    onPart(part, { file }) {
      directory.add(part, file);
      cancel.abort(new Error("cancelled"));
    },
    onDefect: () => {},
    signal: cancel.signal,
  });
  await expect(run).rejects.toThrow("cancelled");
  expect(directory.missing(parts).length).toBeGreaterThanOrEqual(20 - 2 * (pool.threads + 1));
});

test("an estimate covers all variants and threads", async () => {
  const { perVariant, measured, seconds } = await estimateOf(pool, sweep, plan);
  expect(measured).toBe(8);
  expect(seconds).toBeCloseTo((perVariant * 20) / 1000 / 2, 9);
});

test("a directory refuses another sweep", () => {
  const { path } = newDirectory({ seed: 1 });
  expect(() => new SweepDirectory(path, plan, { spec, seed: 1 })).not.toThrow();
  expect(() => new SweepDirectory(path, plan, { spec, seed: 2 })).toThrow("has results of another sweep");
});
