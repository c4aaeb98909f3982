import { expect, test } from "vitest";
import { effectiveOrder } from "./hourly-settings.ts";

test("a user's order is completed by the members it leaves out; members that are no more are dropped", () => {
  expect(effectiveOrder(undefined, ["a", "b"])).toEqual(["a", "b"]);
  expect(effectiveOrder(["b"], ["a", "b", "c"])).toEqual(["b", "a", "c"]);
  expect(effectiveOrder(["gone", "b", "b"], ["a", "b"])).toEqual(["b", "a"]);
});
