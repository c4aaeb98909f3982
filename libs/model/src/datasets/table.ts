/**
 * The CSV tables of a dataset: one header line, rows identified by their first column. Row keys, headers and the
 * arguments of lookups are all normalised by the same rule, so that queries may spell a name freely.
 */

/** A cell: a number if the text is numeric, text otherwise, null if it is empty ("no value"). */
export type Cell = number | string | null;

/** Normalises names for comparison: lower case, blanks and hyphens as `_`, everything outside `[a-z0-9_]` removed. */
export function normaliseKey(name: string): string {
  return name
    .toLowerCase()
    .trim()
    .replace(/\s+|-/g, "_")
    .replace(/[^a-z0-9_]+/g, "")
    .replace(/_+/g, "_")
    .replace(/_$/, "");
}

/** A failed lookup: an unknown row or column, or a missing or unreadable file. */
export class LookupError extends Error {
  override readonly name = "LookupError";
}

export interface Table {
  /** Path relative to the model directory, for messages. */
  readonly file: string;
  /** Normalised headers and row keys, in file order. */
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** Cell by row and column; by default the second column. Throws `LookupError` for unknown names. */
  cell(row: string, column?: string): Cell;
}

const FLOAT = /^[+-]?(?:\d[\d_]*)?(?:\.\d[\d_]*|\d)(?:e[+-]?\d+)?$/i;

/** Parses a cell; years are ordinary numbers. */
function readCell(text: string): Cell {
  const trimmed = text.trim();
  if (trimmed === "") return text === "" ? null : text;
  return FLOAT.test(trimmed) ? Number(trimmed.replaceAll("_", "")) : text;
}

/** Splits CSV text into records of raw cells: `"` quotes, `""` inside quotes, LF or CRLF. Blank lines are skipped. */
export function splitRecords(text: string): string[][] {
  if (!text.includes('"')) {
    const records: string[][] = [];
    for (const line of text.split(/\r?\n/)) if (line !== "") records.push(line.split(","));
    return records;
  }
  const records: string[][] = [];
  let record: string[] = [];
  let position = 0;
  while (position < text.length) {
    let cell = "";
    if (text[position] === '"') {
      for (;;) {
        const end = text.indexOf('"', position + 1);
        if (end < 0) throw new LookupError("a quoted cell is not closed");
        cell += text.slice(position + 1, end);
        position = end + 1;
        if (text[position] !== '"') break;
        cell += '"';
      }
    }
    const stop = text.slice(position).search(/[,\n]/);
    const end = stop < 0 ? text.length : position + stop;
    cell += text.slice(position, end).replace(/\r$/, "");
    record.push(cell);
    position = end + 1;
    if (end === text.length || text[end] === "\n") {
      if (record.length > 1 || record[0] !== "") records.push(record);
      record = [];
    } else if (position === text.length) record.push("");
  }
  if (record.length > 0) records.push(record);
  return records;
}

/** Parses a table. The last of several rows with the same key is used. Throws `LookupError` for a blank header. */
export function parseTable(file: string, text: string): Table {
  const [header, ...records] = splitRecords(text);
  if (header === undefined) throw new LookupError(`${file}: expected a header line, the file is empty`);
  if (header.some((name) => name === "")) throw new LookupError(`${file}:1: every column needs a header`);
  const columns = header.map(normaliseKey);
  const byKey = new Map<string, readonly Cell[]>();
  for (const record of records) byKey.set(normaliseKey(record[0] ?? ""), record.map(readCell));
  return {
    file,
    columns,
    rows: [...byKey.keys()],
    cell(row, column) {
      const index = column === undefined ? 1 : columns.indexOf(normaliseKey(column));
      if (index < 0)
        throw new LookupError(`${file} has no column "${normaliseKey(column ?? "")}" (it has ${columns.join(", ")})`);
      const cells = byKey.get(normaliseKey(row));
      if (cells === undefined) throw new LookupError(`${file} has no row "${normaliseKey(row)}"`);
      return cells[index] ?? null;
    },
  };
}

/** A placeholder for an unreadable table: every lookup throws `LookupError` with the reason. */
export function unavailableTable(file: string, reason: string): Table {
  return {
    file,
    columns: [],
    rows: [],
    cell() {
      throw new LookupError(reason);
    },
  };
}
