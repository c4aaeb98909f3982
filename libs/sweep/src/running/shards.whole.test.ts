import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Part, shardOf } from "@etesian/explore";
import { modelCache } from "@etesian/testing/model-cache";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { outlineOf, planOf, type SweepOutline } from "../index.ts";
import { base, calculation, DIRECTORY, mixed } from "../sweep.fixture.ts";
import { type Sweep, SweepDirectory, SweepPool } from "./index.ts";

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

/** Calculates parts into a directory; returns the defects. */
async function calculated(directory: SweepDirectory, parts: readonly Part[], signal?: AbortSignal): Promise<number> {
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

test("shards on several pools, in any order, give the same files as one run", async () => {
  const [whole, shared] = [newDirectory(), newDirectory()];
  expect(await calculated(whole, plan.parts)).toBe(0);
  expect(await whole.finish(true)).toMatchObject({ variants: 20, failed: 0 });
  for (const shard of [2, 0, 1]) {
    expect(await shared.finish(true)).toBeNull();
    await calculated(shared, shardOf(plan.parts, shard, 3).toReversed());
  }
  await shared.finish(true);
  expect(hashesIn(shared)).toEqual(hashesIn(whole));
});
