/** Tables of sweeps as files: Parquet and CSV. The same rows give the same bytes. */
import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Column, SweepOutline } from "./plan.ts";
import type { SweepTable } from "./table.ts";

/** Columns that depend on the sweep: factor settings, and figures. */
type Columns = Pick<SweepOutline, "settings" | "outputs">;

/** Columns of every table, before and after the sweep's columns. */
const VARIANT = "variant";
/** Variants of one unit belong together: a trajectory, or a group of Saltelli. */
const UNIT = "unit";
const ERROR = "error";

/** A table's columns in order. Names of factors and outputs have a prefix, so that they never collide. */
export const columnsOf = ({ settings, outputs }: Columns): readonly (Column & { readonly type: string })[] => [
  { name: VARIANT, unit: null, type: "int32" },
  { name: UNIT, unit: null, type: "int32" },
  ...[...settings, ...outputs].map(({ name, unit }) => ({ name, unit, type: "double" })),
  { name: ERROR, unit: null, type: "string" },
];

/** Written to the files, whose bytes must not change with the version of a library. */
const CREATED_BY = "etesian sweep 1";
/** Rows per Parquet row group, the unit that readers load. */
const ROWS_OF_GROUP = 100_000;

/** A table as a Parquet file. Figures without a value are null. */
export function parquetOf(plan: Columns, table: SweepTable): Uint8Array<ArrayBuffer> {
  const { units, settings, outputs, errors, from, rows } = table;
  const variants = Int32Array.from({ length: rows }, (_, row) => from + row);
  return new Uint8Array(
    parquetWriteBuffer({
      createdBy: CREATED_BY,
      rowGroupSize: ROWS_OF_GROUP,
      columnData: [
        { name: VARIANT, data: variants, type: "INT32" },
        { name: UNIT, data: units, type: "INT32" },
        ...plan.settings.map(({ name }, place) => ({ name, data: settings[place]!, type: "DOUBLE" as const })),
        ...plan.outputs.map(({ name }, place) => ({
          name,
          data: withNulls(outputs[place]!),
          type: "DOUBLE" as const,
          nullable: true,
        })),
        {
          name: ERROR,
          data: Array.from(variants, (variant) => errors.get(variant) ?? null),
          type: "STRING",
          nullable: true,
        },
      ],
    }),
  );
}

const withNulls = (figures: Float64Array): Float64Array | (number | null)[] =>
  figures.some(Number.isNaN) ? Array.from(figures, (figure) => (Number.isNaN(figure) ? null : figure)) : figures;

/** Reads a file of `parquetOf`. */
export async function readParquet(plan: Columns, bytes: Uint8Array<ArrayBuffer>): Promise<SweepTable> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const read = await parquetReadObjects({ file });
  const columnOf = (name: string): Float64Array =>
    Float64Array.from(read, (row) => (row[name] as number | null) ?? NaN);
  return {
    from: read[0]![VARIANT] as number,
    rows: read.length,
    units: Int32Array.from(read, (row) => row[UNIT] as number),
    settings: plan.settings.map(({ name }) => columnOf(name)),
    outputs: plan.outputs.map(({ name }) => columnOf(name)),
    errors: new Map(
      read.flatMap((row) => (row[ERROR] === null ? [] : [[row[VARIANT] as number, String(row[ERROR])] as const])),
    ),
  };
}

/** A table as CSV with a header (RFC 4180), in lines. Figures without a value are empty. */
export function* csvOf(plan: Columns, { units, settings, outputs, errors, from, rows }: SweepTable): Generator<string> {
  yield `${columnsOf(plan)
    .map(({ name }) => quoted(name))
    .join(",")}\n`;
  const columns = [...settings, ...outputs];
  for (let row = 0; row < rows; row++) {
    const variant = from + row;
    const figures = columns.map((column) => (Number.isNaN(column[row]!) ? "" : String(column[row])));
    yield `${[variant, units[row], ...figures, quoted(errors.get(variant) ?? "")].join(",")}\n`;
  }
}

const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
