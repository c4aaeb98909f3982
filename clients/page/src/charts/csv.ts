/** The numbers of a chart in full precision, as a file for spreadsheets. */
import { timestampOf } from "@etesian/numeric";
import type { HourlySeries } from "./hours.ts";
import type { Series } from "./series.ts";

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows of cells as a file. */
export const fileOf = (rows: readonly (readonly string[])[]): string =>
  `${rows.map((cells) => cells.map(quoted).join(",")).join("\n")}\n`;

/** A row for each series, with both years. */
export const csvOfYears = (
  series: readonly Series[],
  unit: string,
  years: { readonly today: string; readonly future: string },
): string =>
  fileOf([
    ["name", `${years.today} (${unit})`, `${years.future} (${unit})`],
    ...series.map(({ label, today, future }) => [label, String(today ?? ""), String(future ?? "")]),
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
