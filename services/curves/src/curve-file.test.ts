/** Tests that curve files are read exactly, or refused with the position of the problem. */
import { FILES } from "@etesian/contracts/limits";
import { decimalText } from "@etesian/numeric";
import { toStoredCurve } from "@etesian/sliders";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CurveProblem, readCurveFile } from "./curve-file.ts";

const HOURS = 8760;
const BOM = "\ufeff";
const read = (text: string, type: Parameters<typeof readCurveFile>[0] = "temperature") =>
  readCurveFile(type, new TextEncoder().encode(text));
const lines = (values: readonly (string | number)[], end = "\n"): string =>
  values.map((value) => `${value}${end}`).join("");
const repeated = (value: string | number, count = HOURS): (string | number)[] =>
  Array.from({ length: count }, () => value);
const problems = (text: string, type?: Parameters<typeof readCurveFile>[0]): readonly CurveProblem[] => {
  const curve = read(text, type);
  return "problems" in curve ? curve.problems : [];
};

const MAX_VALUE = 1e304;
/** Repeats a few values for a year, because generating each value would be slow. */
const yearOf = (type: string) =>
  fc
    .array(
      type === "availability"
        ? fc.double({ min: 0, max: 1, noNaN: true })
        : fc.double({ min: -MAX_VALUE, max: MAX_VALUE, noNaN: true }),
      { minLength: 1, maxLength: 30 },
    )
    .map((sample) => Array.from({ length: HOURS }, (_, hour) => sample[hour % sample.length]! + 0));
const types = fc.constantFrom("price", "profile", "capacity_profile", "availability", "temperature");
const typedYear = types.chain((type) => yearOf(type).map((values) => ({ type, values })));

describe("readable files", () => {
  test("a file is read with any line ends, blank lines, spaces, quotes, trailing commas and byte order mark", () => {
    const shape = fc.record({
      end: fc.constantFrom("\n", "\r\n", "\r"),
      blank: fc.constantFrom("", "\n", "\n\n", "\r\n"),
      around: fc.constantFrom(["", ""], [" ", " "], ["\t", ""], ['"', '"'], ["", ","]),
      mark: fc.constantFrom("", BOM),
      print: fc.constantFrom(String, decimalText, (value: number) => value.toExponential()),
      isEnded: fc.boolean(),
    });
    fc.assert(
      fc.property(typedYear, shape, ({ type, values }, { end, blank, around, mark, print, isEnded }) => {
        const texts = values.map((value) => `${around[0]}${print(value)}${around[1]}`);
        const text = `${mark}${blank}${texts.join(end)}${isEnded ? end : ""}${blank}`;
        fc.pre(text.length < FILES.curveBytes);
        expect(read(text, type)).toMatchObject({ values: toStoredCurve(type, Float64Array.from(values)) });
      }),
      { numRuns: 60 },
    );
  });

  test("stored values survive writing and reading", () => {
    fc.assert(
      fc.property(typedYear, ({ type, values }) => {
        const storedValues = toStoredCurve(type, Float64Array.from(values));
        expect(read(lines(Array.from(storedValues, decimalText)), type)).toMatchObject({ values: storedValues });
      }),
      { numRuns: 20 },
    );
  });

  test("prices are read from the table column whose heading contains price", () => {
    const table = (head: string, row: string): string => lines([head, ...repeated(row)]);
    for (const text of [
      table("Time,Electricity Price (EUR/MWh)", "2050-01-01 00:00,5.256"),
      table('"Hourly PRICE","Time, local"', '5.256,"1 January, 0:00"'),
      table("price", "5.256"),
      BOM + table("Price,", "5.256,"),
    ]) {
      expect(read(text, "price")).toEqual({ values: new Float64Array(HOURS).fill(5.26), warnings: [] });
    }
    expect(problems(table("price", "5"))).toMatchObject([{ code: "wrong_length" }, { code: "illegal_value" }]);
  });

  test("a file of one mebibyte is read, and a larger one is refused", () => {
    const text = lines(repeated(1));
    expect(problems(text + " ".repeat(FILES.curveBytes - text.length))).toEqual([]);
    expect(problems(text + " ".repeat(FILES.curveBytes - text.length + 1))).toEqual([
      { code: "file_too_large", message: "Curve should not be larger than 1MB" },
    ]);
  });
});

describe("refused files", () => {
  const YEAR = "Curve must have 8760 numeric values, one for each hour in a typical year";

  test.each([
    ["", "it has 0"],
    [lines(repeated(1, 8759)), "it has 8759"],
    [lines(repeated(1, 8761)), "it has 8761"],
    [lines(repeated(1, 8784)), "it has 8784; leave out 29 February"],
    [lines(repeated(1, 35_040)), "it has 35040; for quarter-hourly values, use the mean of every four"],
    [lines(repeated(1, 100_000)), "it has more than 8760"],
    [`1\n\n${lines(repeated(1, 8758))}`, "it has 8759; line 2 is empty"],
  ])("a file without 8,760 values is refused %#", (text, count) => {
    expect(problems(text)).toEqual([{ code: "wrong_length", message: `${YEAR} (${count})` }]);
  });

  test.each(["wind", "NaN", "Infinity", "0x10", "1_000", "1;2", "1 2", "1.2.3", "e5", "1e999", "-", "1".repeat(65)])(
    "a file with the value %s is refused with its line and value",
    (value) => {
      const values = repeated(1);
      values[4999] = value;
      const excerpt = value.length > 40 ? `${value.slice(0, 40)}…` : value;
      const hint = value.includes(";") ? "; columns are separated by commas, not by semicolons" : "";
      expect(problems(lines(values))).toEqual([
        { code: "illegal_value", message: `Curve must only contain numeric values (line 5000: "${excerpt}"${hint})` },
      ]);
    },
  );

  test("lines are counted as in an editor, including blank lines", () => {
    expect(problems(`\n\n${lines(repeated(1, HOURS - 1), "\r\n\r\n")}x`)).toMatchObject([
      { code: "illegal_value", message: expect.stringContaining('(line 17521: "x")') as string },
    ]);
  });

  test("a value whose annual sum would overflow is refused with its line", () => {
    for (const type of ["price", "temperature", "profile", "generic"] as const) {
      expect(problems(lines([...repeated(1, 99), "-1e305", ...repeated(1, HOURS - 100)]), type)).toEqual([
        { code: "illegal_value", message: 'Curve must only contain values up to 2.1e+304 (line 100: "-1e305")' },
      ]);
    }
  });

  test.each(["1.5", "-0.5", "1e305"])("an availability outside 0 to 1 is refused with its line: %s", (value) => {
    expect(problems(lines([...repeated(1, 9), value, ...repeated(0, HOURS - 10)]), "availability")).toContainEqual({
      code: "illegal_value",
      message: `Curve must only contain values between 0 and 1 (line 10: "${value}")`,
    });
  });

  test("a price with a decimal comma below a single heading is refused instead of truncated", () => {
    expect(problems(lines(["price", ...repeated("55,17")]), "price")).toMatchObject([
      { code: "too_many_columns", message: expect.stringContaining("use a decimal point: 55.17") as string },
    ]);
  });

  test("a year on one line, a workbook and UTF-16 get different messages", () => {
    expect(problems(repeated(1).join(","))).toMatchObject([
      { message: expect.stringContaining("8760 values") as string },
    ]);
    const read = (...bytes: number[]) => readCurveFile("profile", Uint8Array.from([...bytes, 0, 0xff]));
    expect(read(0xff, 0xfe)).toMatchObject({ problems: [{ message: expect.stringContaining("UTF-16") as string }] });
    expect(read(0x50, 0x4b)).toMatchObject({ problems: [{ message: expect.stringContaining("workbook") as string }] });
  });

  test.each(["0,5", "1,2,3", "a,b"])("a file with more than one column is refused: %s", (row) => {
    expect(problems(lines([...repeated(1, 2), row, ...repeated(1, HOURS - 3)]))).toEqual([
      {
        code: "too_many_columns",
        message:
          "Curve must contain only a single numeric value on each line; multiple values separated by commas are not " +
          `permitted (line 3: "${row}"${row === "0,5" ? "; use a decimal point: 0.5" : ""})`,
      },
    ]);
  });

  test("a file that is neither text nor a table is refused", () => {
    const bytes = (...values: number[]) => readCurveFile("price", Uint8Array.from(values));
    for (const curve of [bytes(0xff, 0x31), bytes(0, 0, 0), read('1\n"2\n3\n'), read("\0")]) {
      expect(curve).toEqual({
        problems: [
          {
            code: "not_a_curve",
            message: "Curve must be a file containing 8760 numeric values, one for each hour in a typical year",
          },
        ],
      });
    }
  });

  test("all problems of a file are reported", () => {
    expect(problems("a\n1\n").map(({ code }) => code)).toEqual(["wrong_length", "illegal_value"]);
  });

  test("arbitrary content is refused with a reason", () => {
    // All characters: `unit: "binary"` would enumerate them first, which takes 1.5 s.
    const character = fc.nat({ max: 0x10_ffff }).map((code) => String.fromCodePoint(code));
    const junk = fc.oneof(
      fc.string({ unit: character }),
      fc
        .array(fc.constantFrom("1", ",", "\n", "\r", '"', " ", "price", "\0", ";", "-", ".", "e", BOM))
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(types, junk, (type, text) => {
        const curve = readCurveFile(type, Buffer.from(text, "utf8"));
        expect("problems" in curve && curve.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe("accepted values that may be mistakes", () => {
  test.each([
    ["capacity_profile", "1.5", "Values are limited to 0 to 1, which changes 1 value (the first on line 8: 1.5)"],
    ["temperature", "80", "Temperatures in 1 hour are outside -90 to 60 °C (the first on line 8: 80)"],
    ["profile", "-9000", "The sum of the values is not positive, so the profile has no effect"],
  ] as const)("a %s with the value %s is accepted with a warning", (type, value, warning) => {
    expect(read(lines([...repeated(1, 7), value, ...repeated(1, HOURS - 8)]), type)).toMatchObject({
      warnings: [warning],
    });
    expect(read(lines(repeated(1)), type)).toMatchObject({ warnings: [] });
  });
});
