import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelCache } from "@etesian/testing/model-cache";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { outlineOf, planOf, readParquet, type SweepOutline, type SweepTable } from "../index.ts";
import { base, createCalculation, DIRECTORY, mixedSpec } from "../sweep.fixture.ts";
import { estimateOf, type PartFile, type Sweep, SweepDirectory, SweepPool } from "./index.ts";

const spec = mixedSpec();
const sweep: Sweep = { id: "one", spec, base: { kind: "recipe", recipe: base } };
let plan: SweepOutline;
let pool: SweepPool;

beforeAll(async () => {
  const outline = outlineOf(await planOf(spec, base, await createCalculation()));
  // Each part is one trajectory.
  plan = { ...outline, parts: [0, 5, 10, 15].map((from) => ({ from, to: from + 5 })) };
  pool = new SweepPool(2, { modelDirectory: DIRECTORY, ...modelCache, hasLowPriority: true });
});
afterAll(() => pool.close());

function createDirectory(facts: object = {}): SweepDirectory {
  const path = mkdtempSync(join(tmpdir(), "etesian-sweep-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return new SweepDirectory(path, plan, { spec, ...facts });
}

test("a part that fails twice is calculated variant by variant, and a failing variant is a row with its error", async () => {
  const run = pool.run.bind(pool);
  const requestedRows: string[] = [];
  const spy = vi.spyOn(pool, "run").mockImplementation((sweep, part): Promise<PartFile> => {
    requestedRows.push(`${part.from}-${part.to}`);
    return part.from <= 7 && part.to > 7 ? Promise.reject(new Error("the thread ended")) : run(sweep, part);
  });
  onTestFinished(() => spy.mockRestore());
  const tables: SweepTable[] = [];
  const defects: unknown[] = [];
  await pool.calculate(sweep, plan.parts.slice(1, 2), {
    onPart: async (_, { file }) => void tables.push(await readParquet(plan, file)),
    onDefect: (error) => defects.push(error),
  });
  expect(requestedRows).toEqual(["5-10", "5-10", "5-6", "6-7", "7-8", "8-9", "9-10"]);
  expect(defects).toHaveLength(3);
  spy.mockRestore();
  const successfulRows = await readParquet(plan, (await pool.run(sweep, { from: 5, to: 10 })).file);
  expect(tables[0]!.errors).toEqual(new Map([[7, "the calculation of this variant failed"]]));
  expect(tables[0]!.settings).toEqual(successfulRows.settings);
  for (const [index, figures] of tables[0]!.outputs.entries())
    expect(figures).toEqual(successfulRows.outputs[index]!.map((figure, row) => (row === 2 ? NaN : figure)));
});

test("a cancelled sweep ends after the parts that threads are working on", async () => {
  const directory = createDirectory();
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
  expect(directory.missingParts(parts).length).toBeGreaterThanOrEqual(20 - 2 * (pool.threads + 1));
});

test("an estimate covers all variants and threads", async () => {
  const { millisecondsPerVariant, measuredVariants, seconds, processorSeconds } = await estimateOf(pool, sweep, plan);
  expect(measuredVariants).toBe(8);
  expect(seconds).toBeCloseTo((millisecondsPerVariant * 20) / 1000 / 2, 9);
  expect(processorSeconds).toBeGreaterThan(0);
});

test("a directory refuses another sweep", () => {
  const { path } = createDirectory({ seed: 1 });
  expect(() => new SweepDirectory(path, plan, { spec, seed: 1 })).not.toThrow();
  expect(() => new SweepDirectory(path, plan, { spec, seed: 2 })).toThrow("has results of another sweep");
});
