/**
 * Reads what users upload: a text of 8,760 numbers, one on each line; prices also as a table with a column whose name says
 * "price". Either all of it is understood, or every kind of problem is named with its place.
 */
import { type AttachedCurveType, HOURS_OF_CURVE, keptCurve } from "@etesian/sliders";
import { CsvError, parse } from "csv-parse/sync";

/** Bytes of the largest file. */
export const MAX_FILE_BYTES = 1024 * 1024;

export interface CurveProblem {
  readonly code: "file_too_large" | "not_a_curve" | "too_many_columns" | "wrong_length" | "illegal_value";
  /** For people. */
  readonly message: string;
}

export type ReadCurve = { readonly values: Float64Array } | { readonly problems: readonly CurveProblem[] };

/** The numbers of a file as they are to be kept, or what is wrong with it. */
export function readCurveFile(type: AttachedCurveType, content: Uint8Array): ReadCurve {
  if (content.byteLength > MAX_FILE_BYTES) return refusal("file_too_large", "Curve should not be larger than 1MB");
  const rows = rowsOf(content);
  if (rows === null) return refusal("not_a_curve", NOT_A_CURVE);
  const column = type === "price" ? priceColumn(rows[0]) : null;
  const cells = column === null ? onlyCells(rows) : cellsOfColumn(rows.slice(1), column);
  if ("problems" in cells) return cells;
  const { values, problems } = numbersOf(cells.cells);
  return problems.length > 0 ? { problems } : { values: keptCurve(type, values) };
}

const NOT_A_CURVE = `Curve must be a file containing ${HOURS_OF_CURVE} numeric values, one for each hour in a typical year`;

const refusal = (code: CurveProblem["code"], message: string): { readonly problems: readonly CurveProblem[] } => ({
  problems: [{ code, message }],
});

interface Row {
  /** From 1, blank lines counted. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Lines that are read: more cannot be the hours of a year. */
const MAX_ROWS = HOURS_OF_CURVE * 2;
/** Characters of a row: more than any table of prices has. */
const MAX_ROW = 10_000;

/** The rows that are not blank; null when it is no text with lines. */
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
      // With `info` there is more than a record; the library's types do not say so.
    }) as unknown as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError || error instanceof TypeError) return null;
    throw error;
  }
}

/** The column of a table that holds the price; null when the first row is not its head. */
function priceColumn(first: Row | undefined): number | null {
  const column = first?.cells.findIndex((cell) => /price/i.test(cell)) ?? -1;
  return column === -1 ? null : column;
}

interface Cell {
  readonly line: number;
  readonly text: string;
}

type Cells = { readonly cells: readonly Cell[] } | { readonly problems: readonly CurveProblem[] };

/** The one cell of each row; a comma may end it. */
function onlyCells(rows: readonly Row[]): Cells {
  const wide = rows.find(({ cells }) => cells.length > 2 || (cells.length === 2 && cells[1] !== ""));
  if (wide !== undefined) {
    return refusal(
      "too_many_columns",
      "Curve must contain only a single numeric value on each line; multiple values separated by commas are not " +
        `permitted (line ${wide.line}: ${shown(wide.cells.join(","))})`,
    );
  }
  return { cells: rows.map(({ line, cells: [text = ""] }) => ({ line, text })) };
}

const cellsOfColumn = (rows: readonly Row[], column: number): Cells => ({
  cells: rows.map(({ line, cells }) => ({ line, text: cells[column] ?? "" })),
});

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Digits of the longest number; no double needs as many. */
const LONGEST_NUMBER = 64;

function numbersOf(cells: readonly Cell[]): { readonly values: Float64Array; readonly problems: CurveProblem[] } {
  const problems: CurveProblem[] = [];
  if (cells.length !== HOURS_OF_CURVE) {
    const count = cells.length < HOURS_OF_CURVE ? String(cells.length) : `more than ${HOURS_OF_CURVE}`;
    const message = `Curve must have ${HOURS_OF_CURVE} numeric values, one for each hour in a typical year`;
    problems.push({ code: "wrong_length", message: `${message} (it has ${count})` });
  }
  // Minus zero is zero.
  const values = Float64Array.from(cells, ({ text }) => numberOf(text) + 0);
  const illegal = cells.find((_, index) => !Number.isFinite(values[index]));
  if (illegal !== undefined) {
    const message = `Curve must only contain numeric values (line ${illegal.line}: ${shown(illegal.text)})`;
    problems.push({ code: "illegal_value", message });
  }
  return { values, problems };
}

const numberOf = (text: string): number =>
  text.length <= LONGEST_NUMBER && NUMBER.test(text) ? Number(text) : Number.NaN;

/** Characters of a value that a message repeats. */
const SHOWN = 40;
const shown = (text: string): string => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
