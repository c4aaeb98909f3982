/** Tables of sweeps as files: Parquet and CSV. The same rows produce the same bytes. */
import { parquetWriteBuffer } from "hyparquet-writer";
import { columnsOf, type DescribedSweep, ERROR, UNIT, VARIANT } from "./description.ts";
import type { SweepTable } from "./table.ts";

type Columns = Pick<DescribedSweep, "settings" | "outputs">;

/** Fixed name of the writer in the files, whose bytes must not change with the version of a library. */
const CREATED_BY = "etesian sweep 1";
/** Rows per Parquet row group, the unit that readers load. */
const ROWS_PER_GROUP = 100_000;

/** A table as a Parquet file. Figures without a value are null. */
export function parquetOf(plan: Columns, table: SweepTable): Uint8Array<ArrayBuffer> {
  const { units, settings, outputs, errors, from, rows } = table;
  const variants = Int32Array.from({ length: rows }, (_, row) => from + row);
  return new Uint8Array(
    parquetWriteBuffer({
      createdBy: CREATED_BY,
      rowGroupSize: ROWS_PER_GROUP,
      columnData: [
        { name: VARIANT, data: variants, type: "INT32" },
        { name: UNIT, data: units, type: "INT32" },
        ...plan.settings.map(({ name }, index) => ({ name, data: settings[index]!, type: "DOUBLE" as const })),
        ...plan.outputs.map(({ name }, index) => ({
          name,
          data: withNulls(outputs[index]!),
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

/** A table as CSV with a header (RFC 4180), line by line. Figures without a value are empty. */
export function* csvOf(plan: Columns, { units, settings, outputs, errors, from, rows }: SweepTable): Generator<string> {
  yield `${columnsOf(plan)
    .map(({ name }) => quoteCell(name))
    .join(",")}\n`;
  const columns = [...settings, ...outputs];
  for (let row = 0; row < rows; row++) {
    const variant = from + row;
    const figures = columns.map((column) => (Number.isNaN(column[row]!) ? "" : String(column[row])));
    yield `${[variant, units[row], ...figures, quoteCell(errors.get(variant) ?? "")].join(",")}\n`;
  }
}

const quoteCell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
