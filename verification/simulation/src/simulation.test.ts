import { describe, expect, test } from "vitest";
import { sampled } from "@etesian/testing/sample";
import { KEPT_SEEDS } from "./seeds.ts";
import { simulate } from "./system.ts";
import { INJECTED_DEFECTS } from "./injected-defects.ts";

/** `npm run simulate` runs many more. */
const SEEDS = sampled(500, 2_000);
/** Seeds within which every injected defect has to show. */
const FEW_SEEDS = 200;

/** The first seed whose run broke an invariant. */
async function firstProblem(seeds: number, ...defect: readonly (typeof INJECTED_DEFECTS)[number][]) {
  for (let seed = 1; seed <= seeds; seed++) {
    const { problems } = await simulate(seed, ...defect);
    if (problems.length > 0) return { seed, problems };
  }
  return null;
}

test(
  `every invariant holds under loss, delay, duplication and crashes: ${SEEDS} runs`,
  { timeout: 300_000 },
  async () => {
    expect(await firstProblem(SEEDS)).toBeNull();
  },
);

describe("seeds that showed a defect", () => {
  test.each(KEPT_SEEDS)("$seed: $found", async ({ seed }) => {
    expect((await simulate(seed)).problems).toEqual([]);
  });
});

describe("a simulation finds injected defects", () => {
  test.each(INJECTED_DEFECTS)("%s", { timeout: 60_000 }, async (defect) => {
    expect(await firstProblem(FEW_SEEDS, defect)).not.toBeNull();
  });
});

test("a seed gives one run, to the last step", async () => {
  const [first, again, other] = [await simulate(7), await simulate(7), await simulate(8)];
  expect(again).toEqual(first);
  expect(other.ending).not.toBe(first.ending);
});
