/** Whatever shape a file has, it is read to the last digit, or what is wrong with it is named with its place. */
import { isDeepStrictEqual } from "node:util";
import { decimalText } from "@etesian/numeric";
import { keptCurve } from "@etesian/sliders";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CurveProblem, MAX_FILE_BYTES, readCurveFile } from "./curve-file.ts";

const HOURS = 8760;
const BOM = "\ufeff";
const read = (text: string, type: Parameters<typeof readCurveFile>[0] = "temperature") =>
  readCurveFile(type, new TextEncoder().encode(text));
const lines = (values: readonly (string | number)[], end = "\n"): string =>
  values.map((value) => `${value}${end}`).join("");
const same = (value: string | number, count = HOURS): (string | number)[] => Array.from({ length: count }, () => value);
const problems = (text: string, type?: Parameters<typeof readCurveFile>[0]): readonly CurveProblem[] => {
  const found = read(text, type);
  return "problems" in found ? found.problems : [];
};

/** A few values, repeated for a year: each is drawn once. */
const year = fc
  .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 30 })
  .map((some) => Array.from({ length: HOURS }, (_, hour) => some[hour % some.length]! + 0));
const types = fc.constantFrom("price", "profile", "capacity_profile", "availability", "temperature");

describe("a file that is read", () => {
  test("whatever its line ends, blank lines, spaces, quotes, trailing commas and mark of encoding", () => {
    const shape = fc.record({
      end: fc.constantFrom("\n", "\r\n", "\r"),
      blank: fc.constantFrom("", "\n", "\n\n", "\r\n"),
      around: fc.constantFrom(["", ""], [" ", " "], ["\t", ""], ['"', '"'], ["", ","]),
      mark: fc.constantFrom("", BOM),
      print: fc.constantFrom(String, decimalText, (value: number) => value.toExponential()),
      isEnded: fc.boolean(),
    });
    fc.assert(
      fc.property(types, year, shape, (type, values, { end, blank, around, mark, print, isEnded }) => {
        const written = values.map((value) => `${around[0]}${print(value)}${around[1]}`);
        const text = `${mark}${blank}${written.join(end)}${isEnded ? end : ""}${blank}`;
        fc.pre(text.length < MAX_FILE_BYTES);
        expect(isDeepStrictEqual(read(text, type), { values: keptCurve(type, Float64Array.from(values)) })).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("what is written of the numbers that were kept is read as the same numbers", () => {
    fc.assert(
      fc.property(types, year, (type, values) => {
        const kept = keptCurve(type, Float64Array.from(values));
        expect(isDeepStrictEqual(read(lines(Array.from(kept, decimalText)), type), { values: kept })).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test("prices: the column of a table whose name says so, wherever it stands", () => {
    const table = (head: string, row: string): string => lines([head, ...same(row)]);
    for (const text of [
      table("Time,Electricity Price (EUR/MWh)", "2050-01-01 00:00,5.256"),
      table('"Hourly PRICE","Time, local"', '5.256,"1 January, 0:00"'),
      table("price", "5.256"),
      BOM + table("Price,", "5.256,"),
    ]) {
      expect(read(text, "price")).toEqual({ values: new Float64Array(HOURS).fill(5.26) });
    }
    expect(problems(table("price", "5"))).toMatchObject([{ code: "wrong_length" }, { code: "illegal_value" }]);
  });

  test("of a mebibyte, not of more", () => {
    const text = lines(same(1));
    expect(problems(text + " ".repeat(MAX_FILE_BYTES - text.length))).toEqual([]);
    expect(problems(text + " ".repeat(MAX_FILE_BYTES - text.length + 1))).toEqual([
      { code: "file_too_large", message: "Curve should not be larger than 1MB" },
    ]);
  });
});

describe("a file that is refused", () => {
  const YEAR = "Curve must have 8760 numeric values, one for each hour in a typical year";

  test.each([
    ["", "it has 0"],
    [lines(same(1, 8759)), "it has 8759"],
    [lines(same(1, 8761)), "it has more than 8760"],
    [lines(same(1, 100_000)), "it has more than 8760"],
  ])("has not the hours of a year %#", (text, count) => {
    expect(problems(text)).toEqual([{ code: "wrong_length", message: `${YEAR} (${count})` }]);
  });

  test.each(["wind", "NaN", "Infinity", "0x10", "1_000", "1;2", "1 2", "1.2.3", "e5", "1e999", "-", "1".repeat(65)])(
    "has the value %s somewhere: line and value are named",
    (value) => {
      const values = same(1);
      values[4999] = value;
      const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
      expect(problems(lines(values))).toEqual([
        { code: "illegal_value", message: `Curve must only contain numeric values (line 5000: "${shown}")` },
      ]);
    },
  );

  test("lines are counted as an editor counts them, blank ones included", () => {
    expect(problems(`\n\n${lines(same(1, HOURS - 1), "\r\n\r\n")}x`)).toMatchObject([
      { code: "illegal_value", message: expect.stringContaining('(line 17521: "x")') as string },
    ]);
  });

  test.each(["0,5", "1,2,3", "a,b"])("has more than one column: %s", (row) => {
    expect(problems(lines([...same(1, 2), row, ...same(1, HOURS - 3)]))).toEqual([
      {
        code: "too_many_columns",
        message:
          "Curve must contain only a single numeric value on each line; multiple values separated by commas are not " +
          `permitted (line 3: "${row}")`,
      },
    ]);
  });

  test("is no text, or no table", () => {
    const bytes = (...given: number[]) => readCurveFile("price", Uint8Array.from(given));
    for (const found of [bytes(0xff, 0xfe, 0x31), bytes(0, 0, 0), read('1\n"2\n3\n'), read("1".repeat(20_000))]) {
      expect(found).toEqual({
        problems: [
          {
            code: "not_a_curve",
            message: "Curve must be a file containing 8760 numeric values, one for each hour in a typical year",
          },
        ],
      });
    }
  });

  test("has several faults: all are named", () => {
    expect(problems("a\n1\n").map(({ code }) => code)).toEqual(["wrong_length", "illegal_value"]);
  });

  test("whatever is in it: read, or refused with a reason", () => {
    // Of all there are; `unit: "binary"` would list them first, which takes a second and a half.
    const character = fc.nat({ max: 0x10_ffff }).map((code) => String.fromCodePoint(code));
    const junk = fc.oneof(
      fc.string({ unit: character }),
      fc
        .array(fc.constantFrom("1", ",", "\n", "\r", '"', " ", "price", "\0", ";", "-", ".", "e", BOM))
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(types, junk, (type, text) => {
        const found = readCurveFile(type, Buffer.from(text, "utf8"));
        expect("problems" in found && found.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
