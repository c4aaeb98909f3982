/** The numbers of a chart in full precision, as a file for spreadsheets. */
import { timestampOf } from "@etesian/numeric";
import type { Language } from "../figures/figures.ts";
import type { HourlySeries } from "./hours.ts";

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows of cells as a file. */
export const fileOf = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((cells) => cells.map(quoted).join(",")).join("\n")}\n`;

/** A row for each series, with a figure for each year; null if there is none. */
export const csvOfYears = (
  series: readonly { readonly label: string; readonly values: readonly (number | null)[] }[],
  unit: string,
  years: readonly string[],
): string =>
  fileOf([
    ["name", ...years.map((year) => `${year} (${unit})`)],
    ...series.map(({ label, values }) => [label, ...values.map((value) => String(value ?? ""))]),
  ]);

/** A row for each hour of the year, with a column for each series. */
export const csvOfHours = (series: readonly HourlySeries[], unit: string, year: number): string =>
  fileOf([
    ["time", ...series.map(({ label }) => `${label} (${unit})`)],
    ...Array.from({ length: series[0]?.values.length ?? 0 }, (_, hour) => [
      timestampOf(year, hour, "T"),
      ...series.map(({ values }) => String(values[hour]!)),
    ]),
  ]);

/** A cell at the start of the text, with the separator or line end after it. */
const CELL = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/gy;
const NUMBER = /^[+-]?\d+\.\d+(?:e[+-]?\d+)?$/i;
/** Without a byte order mark, spreadsheets read UTF-8 in the encoding of the machine: CO₂ as COâ‚‚. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A file as spreadsheets in a language open it: in Dutch with decimal commas, and with semicolons between cells.
 */
export function forSpreadsheet(csv: string, language: Language): Blob {
  const text = language === "en" ? csv : csv.replaceAll(CELL, inDutch);
  return new Blob([BYTE_ORDER_MARK, text], { type: "text/csv" });
}

function inDutch(_match: string, cell: string, end: string): string {
  const written = NUMBER.test(cell) ? cell.replace(".", ",") : cell;
  const isOpen = written.includes(";") && !written.startsWith('"');
  return `${isOpen ? `"${written}"` : written}${end === "," ? ";" : end}`;
}
