/**
 * Tables as text: RFC 4180 with LF line ends, fields quoted only where necessary. Floats have a decimal point
 * (`100.0`), integers none; nil is empty.
 */
import { decimalText } from "@etesian/numeric";

/** Text, a float, an integer, or nothing. */
export type Cell = string | number | bigint | null;
export type Row = readonly Cell[];

const NEEDS_QUOTES = /[",\r\n]/;

/** A cell as text. An empty text is quoted, so that it differs from nil. */
export function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return decimalText(cell);
  if (typeof cell === "bigint") return String(cell);
  return cell === "" || NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function csvLine(row: Row): string {
  return `${row.map(cellText).join(",")}\n`;
}

export function* csvLines(rows: Iterable<Row>): Generator<string> {
  for (const row of rows) yield csvLine(row);
}

/**
 * Lines in chunks of about `length` characters, each generated on demand. The first chunk is a sixteenth of that, so
 * that the reader waits less.
 */
export function* chunks(lines: Iterable<string>, length: number): Generator<string> {
  let chunk = "";
  let full = length / 16;
  for (const line of lines) {
    chunk += line;
    if (chunk.length >= full) {
      yield chunk;
      chunk = "";
      full = length;
    }
  }
  if (chunk !== "") yield chunk;
}
