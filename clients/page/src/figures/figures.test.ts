import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bound, change, figure, inModelUnit, tickLabels, ticks, typed } from "./figures.ts";

describe("a figure", () => {
  it.each([
    [73.98, "en", "74.0"],
    [1234.5, "en", "1,235"],
    [1234.5, "nl", "1.235"],
    [0.126, "en", "0.1"],
    [-1.94, "nl", "−1,9"],
    [-0.01, "en", "0.0"],
    [0, "en", "0.0"],
    [159, "en", "159"],
  ] as const)("%d in %s is %s", (value, language, text) => expect(figure(value, language)).toBe(text));
});

describe("an end of a range", () => {
  it.each([
    ["most", 60.126, "60.1"],
    ["most", 0.3, "0.30"],
    ["most", 1234.5, "1,234"],
    ["least", 0.1234, "0.13"],
    ["least", -2.009, "−2.00"],
  ] as const)("%s %d is %s", (end, value, text) => expect(bound(end, value, "en", 2)).toBe(text));

  it("can be typed: it is in the range", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.constantFrom("en" as const, "nl" as const),
        (value, language) => {
          expect(typed(bound("most", value, language), language)).toBeLessThanOrEqual(value + Math.abs(value) * 1e-9);
          expect(typed(bound("least", value, language), language)).toBeGreaterThanOrEqual(
            value - Math.abs(value) * 1e-9,
          );
        },
      ),
    );
  });
});

it("a number is in the unit of the model as it was typed", () => {
  expect([0.7, 1.4, 55.1].map((shown) => inModelUnit(shown, 0.001))).toEqual([700, 1400, 55_100]);
  expect(inModelUnit(12.5, 1)).toBe(12.5);
});

describe("a change", () => {
  it("a change has a direction and no sign", () => {
    expect(change(75.9, 74, "en", 1)).toEqual({ text: "1.9", direction: "down" });
    expect(change(68.2, 69.1, "nl", 1)).toEqual({ text: "0,9", direction: "up" });
  });
  it("a change below the rounding is ±0", () =>
    expect(change(74, 74.01, "en", 1)).toEqual({ text: "±0", direction: "none" }));
});

describe("a typed number", () => {
  it.each([
    ["1234.5", "en", 1234.5],
    ["1.234,5", "nl", 1234.5],
    ["1,234.5", "nl", 1234.5],
    ["0,5", "en", 0.5],
    ["1,5", "en", 1.5],
    ["1,234", "en", 1234],
    ["1.234", "nl", 1234],
    ["1.234", "en", 1.234],
    ["12 000", "nl", 12_000],
    ["−3", "en", -3],
    [".5", "en", 0.5],
    ["1.2,3.4", "en", null],
    ["", "en", null],
    ["12 GW", "en", null],
    ["--3", "en", null],
    [".", "nl", null],
  ] as const)("%j in %s is %j", (text, language, value) => expect(typed(text, language)).toBe(value));

  it("a number is read back from its own figure in both languages", () => {
    const figures = fc.record({
      value: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      language: fc.constantFrom("en" as const, "nl" as const),
    });
    fc.assert(
      fc.property(figures, ({ value, language }) => {
        const text = figure(value, language, 2);
        const decimals = /[.,](\d{1,2})$/.exec(text)?.[1]?.length ?? 0;
        expect(Math.abs(typed(text, language)! - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9);
      }),
    );
  });
});

it("labels of an axis have the decimals of its step", () => {
  expect(tickLabels([0, 50, 100], "en")).toEqual(["0", "50", "100"]);
  expect(tickLabels([0, 2.5, 5], "nl")).toEqual(["0,0", "2,5", "5,0"]);
  expect(tickLabels([0, 0.25], "en")).toEqual(["0.00", "0.25"]);
});

describe("ticks of an axis", () => {
  it.each([
    [0, 260, [0, 100, 200, 300]],
    [0, 159, [0, 50, 100, 150, 200]],
    [-12, 30, [-20, 0, 20, 40]],
    [0, 0, [0]],
  ])("ticks from %d to %d are %j", (min, max, expected) => expect(ticks(min, max)).toEqual(expected));

  it("cover the whole range in 2 to 7 steps", () => {
    const range = fc.tuple(
      fc.double({ min: -1e6, max: 0, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
    );
    fc.assert(
      fc.property(range, ([min, max]) => {
        const steps = ticks(min, max);
        expect(steps[0]!).toBeLessThanOrEqual(min + 1e-9 * (max - min));
        expect(steps.at(-1)!).toBeGreaterThanOrEqual(max - 1e-9 * (max - min));
        expect(steps.length).toBeGreaterThanOrEqual(2);
        expect(steps.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});
