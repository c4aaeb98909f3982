import { describe, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { REGRESSION_SEEDS, SAMPLE_SEEDS } from "./seeds.ts";
import { firstProblem } from "./first-problem.ts";
import { simulate } from "./system.ts";

/** `simulation.whole.test.ts` simulates the next seeds; `npm run simulate` runs many more. */
const SEEDS = sampleSize(SAMPLE_SEEDS, 2_000);

test(`every invariant holds under loss, delay, duplication and crashes: ${SEEDS} runs`, async () => {
  expect(await firstProblem({ to: SEEDS })).toBeNull();
});

describe("seeds of fixed defects", () => {
  test.each(REGRESSION_SEEDS)("seed $seed breaks no invariant: $defect", async ({ seed }) => {
    expect((await simulate(seed)).problems).toEqual([]);
  });
});

test("a seed reproduces its run to the last step", async () => {
  const [firstRun, repeatedRun, otherRun] = [await simulate(7), await simulate(7), await simulate(8)];
  expect(repeatedRun).toEqual(firstRun);
  expect(otherRun.fingerprint).not.toBe(firstRun.fingerprint);
});
