import { describe, expect, test } from "vitest";
import { firstProblem } from "./first-problem.ts";
import { INJECTED_DEFECTS } from "./injected-defects.ts";

/** Number of seeds within which every injected defect has to be found. */
const SEEDS = 200;

describe("a simulation finds injected defects", () => {
  test.each(INJECTED_DEFECTS)("%s", async (defect) => {
    expect(await firstProblem({ to: SEEDS }, defect)).not.toBeNull();
  });
});
