import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterKey, drawn, placeOf, pressOf, rounded } from "./slider-steps.ts";

const GW = { min: 0, max: 60, step: 0.5 };

describe("a value under the hand", () => {
  it("a value is rounded to a step counted from zero, within the range", () => {
    expect([rounded(31.2, GW), rounded(31.3, GW), rounded(99, GW), rounded(-1, GW)]).toEqual([31, 31.5, 60, 0]);
  });
  it("that cannot be a step stays at the end of the range", () => {
    expect(rounded(63_333.3, { min: 0, max: 63_333.333333333336, step: 100 })).toBe(63_300);
    expect(rounded(63_360, { min: 0, max: 63_333.333333333336, step: 100 })).toBe(63_333.333333333336);
  });
  it("a value has as few decimals as its step", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (value) => {
        expect(String(rounded(value, { min: 0, max: 100, step: 0.1 }))).toMatch(/^\d+(\.\d)?$/);
      }),
    );
  });
  it("a slider without a step moves by a thousandth of the range", () =>
    expect(afterKey("ArrowRight", false, 0, { min: 0, max: 50, step: null })).toBe(0.05));
});

describe("a press of − or +", () => {
  it.each([
    ["useful steps of the range", GW, 1],
    ["thousands where the range is large", { min: 0, max: 63_333.3, step: 1 }, 1_000],
    ["the step where that is large", { min: 0, max: 10, step: 0.5 }, 0.5],
    ["fractions of a small range without a step", { min: 0, max: 1, step: null }, 0.02],
  ])("moves %s", (_, range, by) => expect(pressOf(range)).toBeCloseTo(by, 12));
});

describe("keys", () => {
  it.each([
    ["ArrowRight", false, 10.5],
    ["ArrowDown", false, 9.5],
    ["ArrowUp", true, 15],
    ["PageUp", false, 16],
    ["PageDown", false, 4],
    ["Home", false, 0],
    ["End", false, 60],
    ["a", false, null],
  ] as const)("%s (shift %s) leads from 10 to %s", (key, shift, value) =>
    expect(afterKey(key, shift, 10, GW)).toBe(value),
  );
});

describe("the range that is drawn", () => {
  it("the range drawn is the useful one, and grows to a value beyond it", () => {
    const allowed = { min: 0, max: 3_367, step: 1 };
    expect(drawn(allowed, [0, 100], [34])).toEqual({ min: 0, max: 100, step: 1 });
    expect(drawn(allowed, [0, 100], [34, 250])).toEqual({ min: 0, max: 250, step: 1 });
    expect(drawn(allowed, null, [34])).toBe(allowed);
  });
  it("a range has its start at 0 and its end at 1", () =>
    expect([0, 30, 60, 90].map((value) => placeOf(value, GW))).toEqual([0, 0.5, 1, 1]));
});
