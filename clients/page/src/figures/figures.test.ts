import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatBound,
  formatChange,
  formatDifference,
  decimalsForColumn,
  formatFigure,
  formatApart,
  formatColumn,
  formatTogether,
  toModelUnit,
  roundUp,
  tickLabels,
  ticks,
  parseFigure,
  formatInFull,
} from "./figures.ts";

/** The number of significant digits of a figure. */
const DIGITS = 3;

it.each([
  [2.8299, 2.8301, "±0"],
  [0.364, 0.3651, "+0.001"],
  [10.74, 10.46, "−0.2"],
  [2530, 2580, "+50"],
  [0, 0.126, "+0.126"],
] as const)("the difference between the figures %d and %d is %s", (from, to, text) =>
  expect(formatDifference(from, to, "en")).toBe(text),
);

describe("a figure", () => {
  it.each([
    [73.98, "en", "74.0"],
    [1234.5, "en", "1,230"],
    [1234.5, "nl", "1.230"],
    [0.126, "en", "0.126"],
    [-1.94, "nl", "−1,94"],
    [9.996, "en", "10.0"],
    [999.6, "en", "1,000"],
    [0.000_02, "en", "0.00002"],
    [0.000_001, "en", "<0.00001"],
    [-0.000_001, "nl", ">−0,00001"],
    [1e-12, "en", "0"],
    [0, "en", "0"],
    [159, "en", "159"],
  ] as const)("%d in %s is %s", (value, language, text) => expect(formatFigure(value, language)).toBe(text));

  it.each([
    [20.9, 20.9, "20.9"],
    [0.18, 20.9, "0.2"],
    [0.02, 20.9, "<0.1"],
    [0.18, 0.9, "0.180"],
    [1670, 3600, "1,670"],
  ])("%d in a column whose largest figure is %d is %s", (value, largest, text) =>
    expect(formatFigure(value, "en", decimalsForColumn(largest))).toBe(text),
  );

  it.each([
    [
      [0.1, 0.9, 0.536],
      ["0.100", "0.900", "0.536"],
    ],
    [
      [-1.5, 3, 0],
      ["−1.50", "3.00", "0"],
    ],
    [
      [0.02, 95, 45.61],
      ["<0.1", "95.0", "45.6"],
    ],
    [
      [42, 12_345, 530.4],
      ["42", "12,300", "530"],
    ],
  ])("%j, read together, are %j", (values, figures) => expect(formatTogether(values, "en")).toEqual(figures));

  it("the figures of a column have the decimals of the largest one, and at least one decimal", () => {
    expect(formatColumn([186, 2.14, 0.159, 0.02, 0], "en")).toEqual(["186", "2.1", "0.2", "<0.1", "0"]);
    expect(formatColumn([0.9, 0.00793], "nl")).toEqual(["0,900", "0,008"]);
  });

  it.each([
    [21.5, 38.5, ["21.5", "38.5"]],
    [23.04, 23.01, ["23.04", "23.01"]],
    [1_234_500, 1_234_501, ["1,234,500", "1,234,501"]],
    [0.000001, 0.000002, ["0.000001", "0.000002"]],
    [7, 7, ["7.00", "7.00"]],
  ])("%d and %d have enough digits to differ", (from, to, figures) =>
    expect(formatApart(from, to, "en")).toEqual(figures),
  );

  const size = fc.tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -4, max: 11 }));
  const value = fc.tuple(size, fc.boolean()).map(([[digits, power], isNegative]) => {
    return (isNegative ? -1 : 1) * digits * 10 ** power;
  });
  const language = fc.constantFrom("en" as const, "nl" as const);

  it("a figure has at most three significant digits, reads 0 only for zero, and parses back to within half of its last digit", () => {
    fc.assert(
      fc.property(value, language, (number, languageOfText) => {
        const text = formatFigure(number, languageOfText);
        const digits = text.replaceAll(/\D/g, "").replace(/^0+/, "");
        expect(digits.slice(DIGITS)).toMatch(/^0*$/);
        expect(text).toMatch(/[1-9]/);
        expect(text).not.toMatch(/NaN|e/);
        const last = 10 ** (Math.floor(Math.log10(Math.abs(number))) - DIGITS + 1);
        const step = Math.max(last, 1e-5);
        expect(Math.abs(parseFigure(text, languageOfText)!.value - number)).toBeLessThanOrEqual(
          0.5 * step * (1 + 1e-6),
        );
      }),
    );
  });
});

describe("an end of a range", () => {
  it.each([
    ["max", 60.126, "60.1"],
    ["max", 0.3, "0.300"],
    ["max", 1234.5, "1,230"],
    ["min", 1234.5, "1,240"],
    ["min", 0.1234, "0.124"],
    ["min", -2.009, "−2.00"],
    ["min", 0, "0"],
  ] as const)("%s %d is %s", (end, value, text) => expect(formatBound(end, value, "en")).toBe(text));

  it("an end of a range can be typed, because it is within the range", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }).filter((value) => value === 0 || Math.abs(value) > 1e-9),
        fc.constantFrom("en" as const, "nl" as const),
        (value, language) => {
          const read = (end: "max" | "min"): number => parseFigure(formatBound(end, value, language), language)!.value;
          expect(read("max")).toBeLessThanOrEqual(value + Math.abs(value) * 1e-9);
          expect(read("min")).toBeGreaterThanOrEqual(value - Math.abs(value) * 1e-9);
        },
      ),
    );
  });
});

it("a value in full precision parses back exactly, in both languages", () => {
  expect(formatInFull(26_516.003, "nl")).toBe("26516,003");
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((number) => Number(number.toFixed(6)));
  fc.assert(
    fc.property(value, fc.constantFrom("en" as const, "nl" as const), (number, language) => {
      const text = formatInFull(number, language);
      expect(parseFigure(text, language)!.value).toBeCloseTo(Number(number.toPrecision(12)), 9);
    }),
  );
});

it("a typed number is converted to the model's unit", () => {
  expect([0.7, 1.4, 55.1].map((displayed) => toModelUnit(displayed, 0.001))).toEqual([700, 1400, 55_100]);
  expect(toModelUnit(12.5, 1)).toBe(12.5);
});

describe("a change", () => {
  it("a change has a direction and no sign", () => {
    expect(formatChange(75.9, 74, "en", 1)).toEqual({ text: "1.9", direction: "down" });
    expect(formatChange(68.2, 69.1, "nl", 1)).toEqual({ text: "0,9", direction: "up" });
  });
  it("a change is the difference of the displayed figures", () => {
    expect(formatChange(45.55, 51.91, "en", 1)).toEqual({ text: "6.3", direction: "up" });
    expect(formatChange(145.4, 145.6, "en", 0)).toEqual({ text: "1", direction: "up" });
    expect(formatChange(145.6, 146.4, "en", 0)).toEqual({ text: "±0", direction: "none" });
    expect(formatChange(1_234, 1_246, "en", -1)).toEqual({ text: "20", direction: "up" });
  });
  it("a change that rounds to 0 is ±0", () =>
    expect(formatChange(74, 74.01, "en", 1)).toEqual({ text: "±0", direction: "none" }));
});

describe("a typed number", () => {
  it.each([
    ["1234.5", "en", 1234.5, ""],
    ["1.234,5", "nl", 1234.5, ""],
    ["1,234.5", "nl", 1234.5, ""],
    ["0,5", "en", 0.5, ""],
    ["1,5", "en", 1.5, ""],
    ["1,234", "en", 1234, ""],
    ["1.234", "nl", 1234, ""],
    ["1.234", "en", 1.234, ""],
    ["12 000", "nl", 12_000, ""],
    ["−3", "en", -3, ""],
    [".5", "en", 0.5, ""],
    ["1e1", "en", 10, ""],
    ["2,5E-3", "nl", 0.0025, ""],
    ["500 kW", "en", 500, "kW"],
    ["0,5 MW", "nl", 0.5, "MW"],
    ["3euro", "en", 3, "euro"],
    ["12 %", "en", 12, "%"],
  ] as const)("%j in %s is %j and the unit %j", (text, language, value, unit) =>
    expect(parseFigure(text, language)).toEqual({ value, unit }),
  );

  it.each(["1.2,3.4", "", "abc", "--3", ".", "kW 5", "1e999", "Infinity", "-", "0.25.1"])("%j is rejected", (text) =>
    expect(parseFigure(text, "en")).toBeNull(),
  );

  it("parsing time is at most linear in the length of the text", () => {
    const long = ["1,".repeat(50_000), `${"1.".repeat(50_000)}x`, `${"1".repeat(99_999)}e`, "1".repeat(100_000)];
    expect(long.map((text) => parseFigure(text, "en"))).toEqual(long.map(() => null));
  });
});

it("labels of an axis have the decimals of its step", () => {
  expect(tickLabels([0, 50, 100], "en")).toEqual(["0", "50", "100"]);
  expect(tickLabels([0, 2.5, 5], "nl")).toEqual(["0", "2,5", "5,0"]);
  expect(tickLabels([0, 0.25], "en")).toEqual(["0", "0.25"]);
});

describe("ticks of an axis", () => {
  it.each([
    [0, 260, [0, 100, 200, 300]],
    [0, 159, [0, 50, 100, 150, 200]],
    [-12, 30, [-20, 0, 20, 40]],
    [0, 0, [0]],
  ])("ticks from %d to %d are %j", (min, max, expected) => expect(ticks(min, max)).toEqual(expected));

  it("ticks cover the whole range in 2 to 7 steps", () => {
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

it.each([
  [0.8, 1],
  [2.4, 2.5],
  [170, 200],
  [1030, 2000],
  [0, 1],
])("the end of a scale for %d is %d", (magnitude, end) => expect(roundUp(magnitude)).toBe(end));
