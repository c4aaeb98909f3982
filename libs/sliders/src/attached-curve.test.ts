import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sum } from "@etesian/numeric";
import { attachedCurve } from "./attached-curve.ts";

const curve = (...values: number[]): Float64Array => Float64Array.from(values);

describe("attached curves", () => {
  test("prices, temperatures and generic curves stay as they are", () => {
    const values = curve(-5, 0, 12.345678);
    for (const type of ["price", "temperature", "generic"] as const)
      expect(attachedCurve(type, values)).toEqual(values);
  });

  test("availabilities are kept between 0 and 1", () => {
    expect(attachedCurve("availability", curve(-0.5, 0, 0.25, 1, 7))).toEqual(curve(0, 0, 0.25, 1, 1));
  });

  test("profiles are divided by 3600 times their sum", () => {
    expect(attachedCurve("profile", curve(2, 1, 1))).toEqual(curve(2 / 14400, 1 / 14400, 1 / 14400));
  });

  test("capacity profiles are kept between 0 and 1 first", () => {
    expect(attachedCurve("capacity_profile", curve(9, 0.5, -1))).toEqual(curve(1 / 5400, 0.5 / 5400, 0));
  });

  test("a profile of nothing is nothing", () => {
    expect(attachedCurve("profile", curve(0, 0))).toEqual(curve(0, 0));
    expect(attachedCurve("capacity_profile", curve(-1, 0))).toEqual(curve(0, 0));
  });

  test("the values given are left alone, and profiles add up to 1/3600 whatever their size", () => {
    fc.assert(
      fc.property(fc.float64Array({ min: 1e-3, max: 1e9, noNaN: true, minLength: 1, maxLength: 50 }), (values) => {
        const before = values.slice();
        expect(sum(attachedCurve("profile", values)) * 3600).toBeCloseTo(1, 12);
        expect(values).toEqual(before);
      }),
    );
  });
});
