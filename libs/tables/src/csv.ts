/**
 * Tables as text: RFC 4180 with LF line breaks and quotes only where necessary. Floats have a decimal point (`100.0`),
 * integers none; null is empty.
 */
import { decimalText } from "@etesian/numeric";
import type { Cell, Row, Table } from "./table.ts";

const NEEDS_QUOTES = /[",\r\n]/;

/** A cell as text. An empty string is quoted, so that it differs from null. */
export function cellText(cell: Cell): string {
  if (cell === null) return "";
  // Most cells of hourly tables are zeros.
  if (cell === 0) return Object.is(cell, -0) ? "-0.0" : "0.0";
  if (typeof cell === "number") return decimalText(cell);
  if (typeof cell === "bigint") return String(cell);
  return cell === "" || NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function csvLine(row: Row): string {
  let line = "";
  for (let index = 0; index < row.length; index++)
    line += index === 0 ? cellText(row[0]!) : `,${cellText(row[index]!)}`;
  return `${line}\n`;
}

/** The headers, then the rows. */
export function* csvLines({ columns, rows }: Table): Generator<string> {
  yield csvLine(columns.map(({ header }) => header));
  for (const row of rows()) yield csvLine(row);
}

/**
 * Lines in chunks of about `length` characters, each generated on demand. The first chunk is a sixteenth of that, so
 * that it arrives sooner.
 */
export function* chunks(lines: Iterable<string>, length: number): Generator<string> {
  let chunk = "";
  let targetLength = length / 16;
  for (const line of lines) {
    chunk += line;
    if (chunk.length >= targetLength) {
      yield chunk;
      chunk = "";
      targetLength = length;
    }
  }
  if (chunk !== "") yield chunk;
}
