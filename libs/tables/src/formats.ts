/** The formats and layouts in which tables are offered. */
import { type Column, columnOf, type Row, type Table } from "./table.ts";

export interface FormatFacts {
  readonly mediaType: string;
  readonly description: string;
}

/** By extension, in order of preference. */
export const FORMATS = {
  csv: { mediaType: "text/csv", description: "text with a header row" },
  json: { mediaType: "application/json", description: "columns with units, and rows" },
  arrow: { mediaType: "application/vnd.apache.arrow.file", description: "Arrow IPC file (Feather 2)" },
  parquet: { mediaType: "application/vnd.apache.parquet", description: "Parquet" },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    description: "workbook with units and descriptions above the figures",
  },
} as const satisfies { readonly [extension: string]: FormatFacts };

export type Format = keyof typeof FORMATS;
export const isFormat = (text: string): text is Format => Object.hasOwn(FORMATS, text);

/** `wide`: a column per figure. `long`: a row per figure, with its name and unit. */
export const LAYOUTS = ["wide", "long"] as const;
export type Layout = (typeof LAYOUTS)[number];
export const isLayout = (text: string): text is Layout => LAYOUTS.some((layout) => layout === text);

/** Converts a table to a layout. */
export const inLayout = (layout: Layout, table: Table): Table => (layout === "long" ? toLongLayout(table) : table);

/** Columns that identify a row are kept; each figure becomes a row with the name of its column, its unit and its value. */
function toLongLayout({ columns, rows }: Table): Table {
  const isFigure = ({ kind }: Column): boolean => kind === "figure";
  const indicesOf = (isFigureColumn: boolean): readonly number[] =>
    columns.flatMap((column, index) => (isFigure(column) === isFigureColumn ? [index] : []));
  const [identities, figures] = [indicesOf(false), indicesOf(true)];
  const toLabel = (column: Column): Column => (column.kind === "text" ? { ...column, kind: "label" } : column);
  return {
    columns: [
      ...identities.map((index) => toLabel(columns[index]!)),
      columnOf("variable", { kind: "label", description: "Name of the figure" }),
      columnOf("unit", { kind: "label" }),
      columnOf("value"),
    ],
    rows: function* (): Generator<Row> {
      for (const row of rows()) {
        const identity = identities.map((index) => row[index]!);
        for (const index of figures) yield [...identity, columns[index]!.key, columns[index]!.unit, row[index]!];
      }
    },
  };
}
