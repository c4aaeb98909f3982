import { expect, test } from "vitest";
import { decimalText } from "./decimal-text.ts";

test.each([
  [100, "100.0"],
  [-0, "-0.0"],
  [0.1, "0.1"],
  [190.23250389787248, "190.23250389787248"],
  [1e15, "1000000000000000.0"],
  [1e16, "1.0e+16"],
  [1.5e-5, "1.5e-05"],
  [0.0001, "0.0001"],
  [-2.5e100, "-2.5e+100"],
  [Number.NaN, "NaN"],
  [Number.NEGATIVE_INFINITY, "-Infinity"],
])("%d is printed as %s", (value, text) => {
  expect(decimalText(value)).toBe(text);
});
