/**
 * Parses uploaded files, which are text with 8,760 numbers, one per line. Prices may also be a table with a column
 * whose heading contains "price". A file is either read completely, or every kind of problem is reported with its
 * position.
 */
import { FILES, REQUESTS } from "@etesian/contracts/limits";
import { sum } from "@etesian/numeric";
import { type AttachedCurveType, CURVE_LENGTH, toStoredCurve } from "@etesian/sliders";
import { CsvError, parse } from "csv-parse/sync";

export interface CurveProblem {
  readonly code: "file_too_large" | "not_a_curve" | "too_many_columns" | "wrong_length" | "illegal_value";
  /** Shown to users. */
  readonly message: string;
}

export type ReadCurve =
  | { readonly values: Float64Array; readonly warnings: readonly string[] }
  | { readonly problems: readonly CurveProblem[] };

/** Returns a file's values in stored form, or its problems. */
export function readCurveFile(type: AttachedCurveType, content: Uint8Array): ReadCurve {
  if (content.byteLength > FILES.curveBytes)
    return refusal("file_too_large", `Curve should not be larger than ${FILES.curveBytes / 1024 ** 2}MB`);
  // Some archives can be parsed as text.
  const rows = formatOf(content) === "" ? rowsOf(content) : null;
  if (rows === null) return refusal("not_a_curve", NOT_A_CURVE + formatOf(content));
  const column = type === "price" ? priceColumn(rows[0]) : null;
  const cells = column === null ? singleCells(rows) : cellsOfColumn(rows, column);
  if ("problems" in cells) return cells;
  const { values, problems } = numbersOf(type, cells.cells);
  if (problems.length > 0) return { problems };
  return { values: toStoredCurve(type, values), warnings: warningsOf(type, cells.cells, values) };
}

const NOT_A_CURVE = `Curve must be a file containing ${CURVE_LENGTH} numeric values, one for each hour in a typical year`;

/** The format of a binary file, from its first bytes; empty for text. */
function formatOf(content: Uint8Array): string {
  const format = FORMATS.find(({ signature: begins }) => begins.every((byte, index) => content[index] === byte));
  return format === undefined ? "" : ` (this file is ${format.format})`;
}
const FORMATS: readonly { readonly signature: readonly number[]; readonly format: string }[] = [
  { signature: [0xff, 0xfe], format: "UTF-16: save it as UTF-8" },
  { signature: [0xfe, 0xff], format: "UTF-16: save it as UTF-8" },
  { signature: [0x50, 0x4b], format: "a workbook or another archive: save the column as CSV" },
  { signature: [0xd0, 0xcf, 0x11, 0xe0], format: "a workbook: save the column as CSV" },
  { signature: [0x1f, 0x8b], format: "compressed: upload the uncompressed file" },
  { signature: [0x25, 0x50, 0x44, 0x46], format: "a PDF" },
  { signature: [0x50, 0x41, 0x52, 0x31], format: "Parquet: save the column as CSV" },
];

const refusal = (code: CurveProblem["code"], message: string): { readonly problems: readonly CurveProblem[] } => ({
  problems: [{ code, message }],
});

interface Row {
  /** Line number from 1, counting blank lines. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Hours on 29 February. */
const LEAP_DAY = 24;
/** Maximum number of rows: one more than a heading and a leap year of quarter-hours. */
const MAX_ROWS = 4 * (CURVE_LENGTH + LEAP_DAY) + 2;
/** Maximum characters in a row: a year on one line. */
const MAX_ROW = FILES.curveBytes;

/** The rows that are not blank; null if the content is not text with lines. */
function rowsOf(content: Uint8Array): readonly Row[] | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
    if (text.includes("\0")) return null;
    const records = parse(text, {
      info: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: MAX_ROW,
      to: MAX_ROWS,
      // With `info` the records have more fields than the library's types declare.
    }) as unknown as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError || error instanceof TypeError) return null;
    throw error;
  }
}

/** The price column of a table; null if the first row is not a heading. */
function priceColumn(first: Row | undefined): number | null {
  const column = first?.cells.findIndex((cell) => /price/i.test(cell)) ?? -1;
  return column === -1 ? null : column;
}

interface Cell {
  readonly line: number;
  readonly text: string;
}

type Cells = { readonly cells: readonly Cell[] } | { readonly problems: readonly CurveProblem[] };

/** The single cell of each row, which may end with a comma. */
function singleCells(rows: readonly Row[]): Cells {
  const wideRow = rows.find(({ cells }) => cells.length > 2 || (cells.length === 2 && cells[1] !== ""));
  if (wideRow !== undefined) return tooManyColumns(wideRow);
  return { cells: rows.map(({ line, cells: [text = ""] }) => ({ line, text })) };
}

/** A column of a table with a heading. A row with more cells than the heading has an extra comma. */
function cellsOfColumn([heading, ...rows]: readonly Row[], column: number): Cells {
  const wideRow = rows.find(({ cells }) => cells.length > heading!.cells.length);
  if (wideRow !== undefined) return tooManyColumns(wideRow);
  return { cells: rows.map(({ line, cells }) => ({ line, text: cells[column] ?? "" })) };
}

function tooManyColumns({ line, cells }: Row): { readonly problems: readonly CurveProblem[] } {
  const [integer = "", fraction = ""] = cells.slice(-2);
  const isDecimal = cells.length === 2 && /^[+-]?\d+$/.test(integer) && /^\d+$/.test(fraction);
  const hint = isDecimal
    ? `; use a decimal point: ${integer}.${fraction}`
    : cells.length >= CURVE_LENGTH
      ? `; this line has ${cells.length} values: each needs its own line`
      : "";
  return refusal(
    "too_many_columns",
    "Curve must contain only a single numeric value on each line; multiple values separated by commas are not " +
      `permitted (line ${line}: ${excerptOf(cells.join(","))}${hint})`,
  );
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The largest value that can be summed over a year. */
const MAX_SUMMABLE = Number.MAX_VALUE / CURVE_LENGTH;
/** Range of plausible temperatures (°C). */
const COLDEST = -90;
const HOTTEST = 60;

function numbersOf(
  type: AttachedCurveType,
  cells: readonly Cell[],
): { readonly values: Float64Array; readonly problems: readonly CurveProblem[] } {
  const problems: CurveProblem[] = [];
  if (cells.length !== CURVE_LENGTH) {
    const message = `Curve must have ${CURVE_LENGTH} numeric values, one for each hour in a typical year`;
    problems.push({ code: "wrong_length", message: `${message} (it has ${countOf(cells)})` });
  }
  // Converts −0 to 0.
  const values = Float64Array.from(cells, ({ text }) => numberOf(text) + 0);
  const addProblem = (
    message: string,
    isIllegal: (value: number) => boolean,
    hint: (text: string) => string = () => "",
  ) => {
    const index = values.findIndex(isIllegal);
    if (index === -1) return;
    const { line, text } = cells[index]!;
    problems.push({ code: "illegal_value", message: `${message} (line ${line}: ${excerptOf(text)}${hint(text)})` });
  };
  addProblem(
    "Curve must only contain numeric values",
    (value) => !Number.isFinite(value),
    (text) => (text.includes(";") ? "; columns are separated by commas, not by semicolons" : ""),
  );
  addProblem(
    `Curve must only contain values up to ${MAX_SUMMABLE.toPrecision(2)}`,
    (value) => Number.isFinite(value) && Math.abs(value) > MAX_SUMMABLE,
  );
  if (type === "availability") {
    addProblem("Curve must only contain values between 0 and 1", (value) => value < 0 || value > 1);
  }
  return { values, problems };
}

/** The number of values, with a likely cause if it is wrong. */
function countOf(cells: readonly Cell[]): string {
  const { length } = cells;
  if (length >= MAX_ROWS - 1) return `more than ${CURVE_LENGTH}`;
  if (length === 4 * CURVE_LENGTH) return `${length}; for quarter-hourly values, use the mean of every four`;
  if (length === CURVE_LENGTH + LEAP_DAY) return `${length}; leave out 29 February`;
  const gap = cells.findIndex(({ line }, index) => index > 0 && line > cells[index - 1]!.line + 1);
  return gap === -1 || length >= CURVE_LENGTH ? String(length) : `${length}; line ${cells[gap]!.line - 1} is empty`;
}

/** Warnings about accepted values that may be mistakes. */
function warningsOf(type: AttachedCurveType, cells: readonly Cell[], values: Float64Array): readonly string[] {
  const warningOutside = (min: number, max: number, toWarning: (count: number, first: string) => string): string[] => {
    const isOutside = (value: number): boolean => value < min || value > max;
    const first = values.findIndex(isOutside);
    if (first === -1) return [];
    return [
      toWarning(values.filter(isOutside).length, `the first on line ${cells[first]!.line}: ${cells[first]!.text}`),
    ];
  };
  switch (type) {
    case "capacity_profile":
      return warningOutside(
        0,
        1,
        (count, first) =>
          `Values are limited to 0 to 1, which changes ${count} ${count === 1 ? "value" : "values"} (${first})`,
      );
    case "temperature":
      return warningOutside(
        COLDEST,
        HOTTEST,
        (count, first) =>
          `Temperatures in ${count} ${count === 1 ? "hour" : "hours"} are outside ${COLDEST} to ${HOTTEST} °C (${first})`,
      );
    case "profile":
      return sum(values) > 0 ? [] : ["The sum of the values is not positive, so the profile has no effect"];
    case "availability":
    case "generic":
    case "price":
      return [];
  }
}

const numberOf = (text: string): number =>
  text.length <= REQUESTS.numberLength && NUMBER.test(text) ? Number(text) : Number.NaN;

/** Maximum characters of a value in a message. */
const MAX_SHOWN_LENGTH = 40;
const excerptOf = (text: string): string =>
  JSON.stringify(text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text);
