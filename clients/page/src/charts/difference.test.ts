import { describe, expect, test } from "vitest";
import { curveDifference, differencesOf, isUnchanged, noiseOf } from "./difference.ts";
import { isNonZero } from "./hours.ts";

describe("a difference", () => {
  test("a difference is omitted below the accuracy of the largest figure, and otherwise shown in full", () => {
    expect(differencesOf([66.2, 0.3, 8], [66.20000000000016, 0.30000004, 8.001])).toEqual([0, 0, 8.001 - 8]);
    expect(differencesOf([0, 0], [1e-7, 2e-7])).toEqual([1e-7, 2e-7]);
  });

  test("a difference has no value if either figure has none", () =>
    expect(differencesOf([null, 1, null], [1, null, null])).toEqual([null, null, null]));

  test("a difference of curves is omitted if it is due to the server's rounding", () => {
    const [whole, cut] = [Float32Array.of(16_000.9, 3.5, 400), Float32Array.of(16_000, 3, 405)];
    expect([...curveDifference(whole, cut)]).toEqual([0, 0, 5]);
    expect([...curveDifference(Float32Array.of(97.1757, 164), Float32Array.of(97.175, 164))]).toEqual([0, 0]);
  });

  test("hours that differ only by rounding count as 0 in curves shown together", () => {
    const [gas, shortage] = [Float32Array.of(20, 10), Float32Array.of(0, 4e-6)];
    const noise = noiseOf([gas, shortage]);
    expect([gas, shortage].map((curve) => isNonZero(curve, noise))).toEqual([true, false]);
    expect(isNonZero(shortage)).toBe(true);
  });

  test("a difference reports no change if no known difference is visible", () => {
    expect([[0, null], [0, 1], [null], []].map(isUnchanged)).toEqual([true, false, false, false]);
  });
});
