import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueAfterKey, visibleRange, trackPosition, stepPerPress, roundToStep } from "./slider-steps.ts";

const GW = { min: 0, max: 60, step: 0.5 };

describe("a dragged value", () => {
  it("a dragged value is rounded to a step counted from zero, within the range", () => {
    expect([roundToStep(31.2, GW), roundToStep(31.3, GW), roundToStep(99, GW), roundToStep(-1, GW)]).toEqual([
      31, 31.5, 60, 0,
    ]);
  });
  it("a dragged value reaches the end of the range even if that is not a step", () => {
    expect(roundToStep(63_333.3, { min: 0, max: 63_333.333333333336, step: 100 })).toBe(63_300);
    expect(roundToStep(63_360, { min: 0, max: 63_333.333333333336, step: 100 })).toBe(63_333.333333333336);
  });
  it("a dragged value has at most as many decimals as its step", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (value) => {
        expect(String(roundToStep(value, { min: 0, max: 100, step: 0.1 }))).toMatch(/^\d+(\.\d)?$/);
      }),
    );
  });
});

describe("a press of the − or + button", () => {
  it.each([
    ["a useful step of the range", GW, 1],
    ["thousands if the range is large", { min: 0, max: 63_333.3, step: 1 }, 1_000],
    ["the step if that is large", { min: 0, max: 10, step: 0.5 }, 0.5],
    ["fractions of a small range without a step", { min: 0, max: 1, step: null }, 0.02],
  ])("a press of the − or + button moves %s", (_, range, by) => expect(stepPerPress(range)).toBeCloseTo(by, 12));
});

describe("a key press on a slider", () => {
  it.each([
    ["ArrowRight", false, 10.5],
    ["ArrowDown", false, 9.5],
    ["ArrowUp", true, 15],
    ["PageUp", false, 15],
    ["PageDown", false, 5],
    ["Home", false, 0],
    ["End", false, 60],
    ["a", false, null],
  ] as const)("the key %s (with Shift: %s) moves from 10 to %s", (key, shift, value) =>
    expect(valueAfterKey(key, shift, 10, GW)).toBe(value),
  );

  it("keys move from any value to round values in the displayed unit", () => {
    // The value is 26.516003 GW of 60 GW, in MW.
    const MW = { min: 0, max: 60_000, step: null };
    expect(valueAfterKey("ArrowRight", false, 26_516.003, MW, 1e-3)).toBe(27_000);
    expect(valueAfterKey("ArrowLeft", false, 26_516.003, MW, 1e-3)).toBe(26_500);
    // Values in PJ, displayed in TWh: 3.6 PJ are 1 TWh.
    expect(valueAfterKey("ArrowUp", false, 0, { min: 0, max: 36, step: null }, 1 / 3.6)! / 3.6).toBeCloseTo(0.1, 9);
  });

  it("keys move by one step from each round value, and stop at the ends", () => {
    const shares = { min: 0, max: 100, step: 0.1 };
    let value = 0;
    for (let step = 1; step <= 100; step++)
      expect((value = valueAfterKey("ArrowUp", false, value, shares)!)).toBe(step);
    expect(valueAfterKey("ArrowUp", true, value, shares)).toBe(100);
  });
});

describe("the visible range", () => {
  it("the visible range is the useful range, widened to include a value beyond it", () => {
    const allowed = { min: 0, max: 3_367, step: 1 };
    expect(visibleRange(allowed, [0, 100], [34])).toEqual({ min: 0, max: 100, step: 1 });
    expect(visibleRange(allowed, [0, 100], [34, 250])).toEqual({ min: 0, max: 250, step: 1 });
    expect(visibleRange(allowed, null, [34])).toBe(allowed);
  });
  it("a range has its start at 0 and its end at 1", () =>
    expect([0, 30, 60, 90].map((value) => trackPosition(value, GW))).toEqual([0, 0.5, 1, 1]));
});
