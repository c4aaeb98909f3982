import { expect, test } from "vitest";
import { passSteps, stepsFor } from "./passed-steps.ts";

const steps = { done: [{ id: 1, changes: { wind: 20 }, inverse: { wind: 10 } }], undone: [] };

test("a copy has the steps of its original until it changes", () => {
  passSteps(8, steps);
  expect(stepsFor(7, 1)).toBeUndefined();
  expect([stepsFor(8, 2), stepsFor(8, 2), stepsFor(8, 3)]).toEqual([steps, steps, undefined]);
});
