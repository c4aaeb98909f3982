/** The numbers of a chart in full precision, as a file for spreadsheets. */
import { timestampOf } from "@etesian/numeric";
import type { Language } from "../figures/figures.ts";
import type { HourlySeries } from "./hours.ts";

const quote = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Formats rows of cells as CSV. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((cells) => cells.map(quote).join(",")).join("\n")}\n`;

/** A row for each series, with a figure for each year; null if there is none. */
export const csvOfYears = (
  series: readonly { readonly label: string; readonly values: readonly (number | null)[] }[],
  unit: string,
  years: readonly string[],
): string =>
  csvOf([
    ["name", ...years.map((year) => `${year} (${unit})`)],
    ...series.map(({ label, values }) => [label, ...values.map((value) => String(value ?? ""))]),
  ]);

/** A row for each hour of the year, with a column for each series. */
export const csvOfHours = (series: readonly HourlySeries[], unit: string, year: number): string =>
  csvOf([
    ["time", ...series.map(({ label }) => `${label} (${unit})`)],
    ...Array.from({ length: series[0]?.values.length ?? 0 }, (_, hour) => [
      timestampOf(year, hour, "T"),
      ...series.map(({ values }) => String(values[hour]!)),
    ]),
  ]);

/** A cell, with the separator or line break after it. */
const CELL = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/gy;
const NUMBER = /^[+-]?\d+\.\d+(?:e[+-]?\d+)?$/i;
/** Without a byte order mark, spreadsheets read UTF-8 in the encoding of the machine: CO₂ as COâ‚‚. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A file in the format that spreadsheets expect in a language: Dutch files have decimal commas, and semicolons between
 * cells.
 */
export function forSpreadsheet(csv: string, language: Language): Blob {
  const text = language === "en" ? csv : csv.replaceAll(CELL, toDutchCell);
  return new Blob([BYTE_ORDER_MARK, text], { type: "text/csv" });
}

function toDutchCell(_match: string, cell: string, end: string): string {
  const text = NUMBER.test(cell) ? cell.replace(".", ",") : cell;
  const needsQuotes = text.includes(";") && !text.startsWith('"');
  return `${needsQuotes ? `"${text}"` : text}${end === "," ? ";" : end}`;
}
