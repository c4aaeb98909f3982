import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { round } from "./round.ts";

describe("round", () => {
  it.each([
    [2.675, 2, 2.68],
    [1.005, 2, 1.01],
    [0.00005, 4, 0.0001],
    [-0.5, 0, -1],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [0.49999999999999994, 0, 0],
    [1e20, 4, 1e20],
    [1e-30, 3, 0],
    [-1e-12, 4, 0],
    [-0.00001, 4, -0],
    [123456789.12345, 2, 123456789.12],
  ])("%d rounded to %d decimals is %d", (value, decimals, expected) => {
    expect(round(value, decimals)).toBe(expected);
  });

  it("round returns NaN and infinities unchanged", () => {
    expect(round(Infinity, 2)).toBe(Infinity);
    expect(round(NaN, 2)).toBeNaN();
  });

  it("round returns a number with few decimals unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 6 }), (digits, decimals) => {
        const value = Number(`${digits}e-${decimals}`);
        expect(round(value, decimals)).toBe(value);
      }),
    );
  });

  it("round throws an error for an invalid number of decimals", () => {
    expect(() => round(1, -1)).toThrow("decimals is -1, expected a whole number from 0 to 14");
  });
});
