import { expect, test } from "vitest";
import { afterStepKey, stepOf } from "./steps.ts";

test("keys go to the next, the previous, the first and the last step, and stay within the presentation", () => {
  expect(["PageDown", "ArrowRight"].map((key) => afterStepKey(key, 0, 3))).toEqual([1, 1]);
  expect(["PageUp", "ArrowLeft"].map((key) => afterStepKey(key, 2, 3))).toEqual([1, 1]);
  expect([afterStepKey("Home", 2, 3), afterStepKey("End", 0, 3)]).toEqual([0, 2]);
  expect([afterStepKey("PageUp", 0, 3), afterStepKey("PageDown", 2, 3)]).toEqual([0, 2]);
  expect(afterStepKey("x", 1, 3)).toBeNull();
});

test("an address without a chart, or with an unknown one, begins at the first step", () => {
  expect(stepOf(["a", "b"], "b")).toBe(1);
  expect([stepOf(["a", "b"], undefined), stepOf(["a", "b"], "c")]).toEqual([0, 0]);
});
