import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { round, sum, sumAt } from "./numeric.ts";

describe("sum", () => {
  it("corrects the rounding errors of its parts", () => {
    expect(sum(new Float64Array(10).fill(0.1))).toBe(1);
    expect(sum([0.1, 0.2, 0.3])).toBe(0.6);
    expect(sum([1, 1e100, 1, -1e100])).toBe(2);
  });

  it("is 0 for nothing", () => {
    expect(sum([])).toBe(0);
  });

  it("lets infinities win over numbers and NaN over everything", () => {
    expect(sum([1, Infinity, 2, Infinity])).toBe(Infinity);
    expect(sum([-Infinity, 3])).toBe(-Infinity);
    expect(sum([Infinity, -Infinity])).toBeNaN();
    expect(sum([1, NaN, Infinity])).toBeNaN();
  });

  it("is exact for integers that doubles hold", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), { maxLength: 100 }), (values) => {
        expect(sum(values)).toBe(Number(values.reduce((total, value) => total + BigInt(value), 0n)));
      }),
    );
  });
});

describe("sumAt", () => {
  it("adds the chosen values as sum does, without the nil ones", () => {
    const values = Float64Array.of(5, 0.1, NaN, 0.3, 0.2);
    expect(sumAt(values, Int32Array.of(0, 1, 2, 4, 3), 1, 5)).toBe(0.6);
    expect(sumAt(values, Int32Array.of(2), 0, 1)).toBe(0);
  });
});

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
  ])("rounds %d to %d decimals: %d", (value, decimals, expected) => {
    expect(round(value, decimals)).toBe(expected);
  });

  it("leaves what is no finite number alone", () => {
    expect(round(Infinity, 2)).toBe(Infinity);
    expect(round(NaN, 2)).toBeNaN();
  });

  it("leaves a number of few decimals as it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 6 }), (digits, decimals) => {
        const value = Number(`${digits}e-${decimals}`);
        expect(round(value, decimals)).toBe(value);
      }),
    );
  });

  it("names a number of decimals it cannot use", () => {
    expect(() => round(1, -1)).toThrow("decimals is -1, expected a whole number from 0 to 14");
  });
});
