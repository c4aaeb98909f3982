import { expect, test } from "vitest";
import { stepAfterKey, stepOf } from "./steps.ts";

test("keys go to the next, previous, first and last step, and never leave the presentation", () => {
  expect(["PageDown", "ArrowRight"].map((key) => stepAfterKey(key, 0, 3))).toEqual([1, 1]);
  expect(["PageUp", "ArrowLeft"].map((key) => stepAfterKey(key, 2, 3))).toEqual([1, 1]);
  expect([stepAfterKey("Home", 2, 3), stepAfterKey("End", 0, 3)]).toEqual([0, 2]);
  expect([stepAfterKey("PageUp", 0, 3), stepAfterKey("PageDown", 2, 3)]).toEqual([0, 2]);
  expect(stepAfterKey("x", 1, 3)).toBeNull();
});

test("a presentation starts at the first step if its URL has no chart, or an unknown one", () => {
  expect(stepOf(["a", "b"], "b")).toBe(1);
  expect([stepOf(["a", "b"], undefined), stepOf(["a", "b"], "c")]).toEqual([0, 0]);
});
