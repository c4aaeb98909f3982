import { rational, ZERO } from "@etesian/numeric/rational";
import { expect, test } from "vitest";
import { isLess, toStored } from "./quantity.ts";

test("fractions and doubles are compared as doubles", () => {
  expect(isLess(0.3, rational(1n, 3n))).toBe(true);
  expect(isLess(rational(1n, 10n), 0.1)).toBe(false);
});

test("a stored amount is never negative", () => {
  expect(toStored(-0.5)).toBe(ZERO);
  expect(toStored(rational(-1n, 2n))).toBe(ZERO);
  expect(toStored(0.25)).toEqual({ numerator: 1n, denominator: 4n });
});
