import { expect, test } from "vitest";
import { effectiveOrder, orderProblems } from "./orders.ts";

test("an order starts with the user's members, followed by the rest", () => {
  expect(effectiveOrder(undefined, ["a", "b"])).toEqual(["a", "b"]);
  expect(effectiveOrder(["c", "b"], ["a", "b", "c", "d"])).toEqual(["c", "b", "a", "d"]);
  expect(effectiveOrder(["gone", "b", "b"], ["a", "b"])).toEqual(["b", "a"]);
});

test("unknown and repeated members of an order are reported", () => {
  expect(orderProblems(["b", "a"], ["a", "b"])).toEqual([]);
  expect(orderProblems(["x", "a", "y"], ["a"])).toEqual(["Order contains unknown options: x, y"]);
  expect(orderProblems(["a", "a", "x"], ["a"])).toEqual([
    "Order contains unknown options: x",
    "Order contains an option more than once",
  ]);
  const manyMembers = Array.from({ length: 300 }, (_, n) => `${n}${"x".repeat(1000)}`);
  expect(orderProblems(manyMembers, [])[0]?.length).toBeLessThan(12_000);
});
