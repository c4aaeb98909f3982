import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompensatedSum, sum, sumAt } from "./sum.ts";

describe("sum", () => {
  it("a sum corrects rounding errors", () => {
    expect(sum(new Float64Array(10).fill(0.1))).toBe(1);
    expect(sum([0.1, 0.2, 0.3])).toBe(0.6);
    expect(sum([1, 1e100, 1, -1e100])).toBe(2);
  });

  it("the sum of nothing is 0", () => {
    expect(sum([])).toBe(0);
  });

  it("the sum of infinities and numbers is infinite, and a sum that includes NaN is NaN", () => {
    expect(sum([1, Infinity, 2, Infinity])).toBe(Infinity);
    expect(sum([-Infinity, 3])).toBe(-Infinity);
    expect(sum([Infinity, -Infinity])).toBeNaN();
    expect(sum([1, NaN, Infinity])).toBeNaN();
  });

  it("the sum of integers within the range of doubles is exact", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), { maxLength: 100 }), (values) => {
        expect(sum(values)).toBe(Number(values.reduce((total, value) => total + BigInt(value), 0n)));
      }),
    );
  });
});

describe("sumAt", () => {
  it("sumAt adds the values at the given indices like sum, except nil values", () => {
    const values = Float64Array.of(5, 0.1, NaN, 0.3, 0.2);
    expect(sumAt(values, Int32Array.of(0, 1, 2, 4, 3), 1, 5)).toBe(0.6);
    expect(sumAt(values, Int32Array.of(2), 0, 1)).toBe(0);
  });
});

describe("CompensatedSum", () => {
  it("CompensatedSum returns the same result as sum, including infinities and NaN", () => {
    fc.assert(
      fc.property(fc.array(fc.double()), (terms) => {
        const compensatedSum = new CompensatedSum();
        for (const term of terms) compensatedSum.add(term);
        expect(compensatedSum.total).toBe(sum(terms));
      }),
    );
  });
});
