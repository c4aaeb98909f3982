/** Simulates further seeds than `simulation.test.ts`. */
import { expect, test } from "vitest";
import { firstProblem } from "./first-problem.ts";
import { SAMPLE_SEEDS } from "./seeds.ts";

const LAST_SEED = 500;

test(`every invariant holds under loss, delay, duplication and crashes: seeds ${SAMPLE_SEEDS + 1} to ${LAST_SEED}`, async () => {
  expect(await firstProblem({ from: SAMPLE_SEEDS + 1, to: LAST_SEED })).toBeNull();
});
