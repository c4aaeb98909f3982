/** Reads the rows of a sweep from the files that `parquetOf` writes. */
import { parquetReadObjects } from "hyparquet";
import { type DescribedSweep, ERROR, UNIT, VARIANT } from "./description.ts";
import type { SweepTable } from "./table.ts";

/** The rows of a file. */
export async function readParquet(
  { settings, outputs }: Pick<DescribedSweep, "settings" | "outputs">,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SweepTable> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const rows = await parquetReadObjects({ file });
  const columnOf = (name: string): Float64Array =>
    Float64Array.from(rows, (row) => (row[name] as number | null) ?? NaN);
  return {
    from: rows[0]![VARIANT] as number,
    rows: rows.length,
    units: Int32Array.from(rows, (row) => row[UNIT] as number),
    settings: settings.map(({ name }) => columnOf(name)),
    outputs: outputs.map(({ name }) => columnOf(name)),
    errors: new Map(
      rows.flatMap((row) => (row[ERROR] === null ? [] : [[row[VARIANT] as number, String(row[ERROR])] as const])),
    ),
  };
}
