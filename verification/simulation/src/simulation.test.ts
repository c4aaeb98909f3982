import { describe, expect, test } from "vitest";
import { KEPT_SEEDS } from "./seeds.ts";
import { simulate } from "./system.ts";
import { WEAKNESSES } from "./weaknesses.ts";

/** `npm run simulate` goes on from here. */
const SEEDS = 2_000;
/** Within which every mistake has to show. */
const FEW_SEEDS = 200;

/** The first story in which something went wrong. */
async function firstProblem(seeds: number, ...weakness: readonly (typeof WEAKNESSES)[number][]) {
  for (let seed = 1; seed <= seeds; seed++) {
    const { problems } = await simulate(seed, ...weakness);
    if (problems.length > 0) return { seed, problems };
  }
  return null;
}

test(
  `whatever is lost, late, killed or said twice, every promise is kept: ${SEEDS} stories`,
  { timeout: 300_000 },
  async () => {
    expect(await firstProblem(SEEDS)).toBeNull();
  },
);

describe("stories that showed a defect", () => {
  test.each(KEPT_SEEDS)("$seed: $found", async ({ seed }) => {
    expect((await simulate(seed)).problems).toEqual([]);
  });
});

describe("a simulation finds mistakes, such as that", () => {
  test.each(WEAKNESSES)("%s", { timeout: 60_000 }, async (weakness) => {
    expect(await firstProblem(FEW_SEEDS, weakness)).not.toBeNull();
  });
});

test("a seed is one story, to the last step", async () => {
  const [first, again, other] = [await simulate(7), await simulate(7), await simulate(8)];
  expect(again).toEqual(first);
  expect(other.ending).not.toBe(first.ending);
});
