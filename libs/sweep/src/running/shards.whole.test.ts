import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Part, shardOf } from "@etesian/explore";
import { modelCache } from "@etesian/testing/model-cache";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { outlineOf, planOf, type SweepOutline } from "../index.ts";
import { base, createCalculation, DIRECTORY, mixedSpec } from "../sweep.fixture.ts";
import { type Sweep, SweepDirectory, SweepPool } from "./index.ts";

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

/** Calculates parts into a directory; returns the defects. */
async function calculateParts(
  directory: SweepDirectory,
  parts: readonly Part[],
  signal?: AbortSignal,
): Promise<number> {
  let defects = 0;
  await pool.calculate(sweep, parts, {
    onPart: (part, { file }) => directory.add(part, file),
    onDefect: () => (defects += 1),
    signal,
  });
  return defects;
}

const hashesIn = ({ path }: SweepDirectory): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.\w+$/.test(file))
    .map(
      (file) =>
        `${file} ${createHash("sha256")
          .update(readFileSync(join(path, file)))
          .digest("hex")}`,
    )
    .toSorted();

test("shards on several pools, in any order, produce the same files as one run", async () => {
  const [wholeDirectory, sharedDirectory] = [createDirectory(), createDirectory()];
  expect(await calculateParts(wholeDirectory, plan.parts)).toBe(0);
  expect(await wholeDirectory.finish(true)).toMatchObject({ variants: 20, failed: 0 });
  for (const shard of [2, 0, 1]) {
    expect(await sharedDirectory.finish(true)).toBeNull();
    await calculateParts(sharedDirectory, shardOf(plan.parts, shard, 3).toReversed());
  }
  await sharedDirectory.finish(true);
  expect(hashesIn(sharedDirectory)).toEqual(hashesIn(wholeDirectory));
});
