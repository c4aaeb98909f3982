import { expect, test } from "vitest";
import { CurveMemo } from "../curves/memo.ts";
import { FIXED, HOURLY, type Keys, hourlyOrders } from "./hourly-orders.ts";
import { hourly } from "./order.fixture.ts";
import { HOURS } from "./participant.ts";

const keys = (fixed: number, ...costs: readonly number[]): Keys => ({
  sign: 1,
  kinds: [FIXED, HOURLY],
  constants: [fixed, 0],
  curves: [hourly(...costs)],
});

test("the orders of hours are stored in sequence, each with the positions of all members", () => {
  const orders = hourlyOrders(new CurveMemo(), keys(2, 1, 3, 2));
  expect(orders.length).toBe(2 * HOURS);
  expect(Array.from(orders.slice(0, 6))).toEqual([1, 0, 0, 1, 0, 1]);
});

test("an odd number of hours and members fits into the packed array", () => {
  const orders = hourlyOrders(new CurveMemo(), {
    sign: -1,
    kinds: [HOURLY, FIXED, HOURLY],
    constants: [0, -4, 0],
    curves: [hourly(5), hourly(9)],
  });
  expect(Array.from(orders.slice(0, 3))).toEqual([2, 0, 1]);
  expect(Array.from(orders.slice(3 * (HOURS - 1), 3 * HOURS).sort())).toEqual([0, 1, 2]);
});

test("orders of equal costs are looked up, even for other bit-identical curves; other orders are computed", () => {
  const memo = new CurveMemo();
  const first = hourlyOrders(memo, keys(2, 1, 3));
  memo.beginSolve();
  expect(hourlyOrders(memo, keys(2, 1, 3)).buffer).toBe(first.buffer);
  const other = hourlyOrders(memo, keys(0, 1, 3));
  expect(other.buffer).not.toBe(first.buffer);
  expect(Array.from(other.slice(0, 2))).toEqual([0, 1]);
});
