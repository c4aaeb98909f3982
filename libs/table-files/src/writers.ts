/** A writer for each format of tables. */
import { chunks, csvLines, type Format, type Table } from "@etesian/tables";
import { jsonLines } from "./json.ts";

/**
 * Generates a file piece by piece: text for UTF-8, or bytes. The same table always has the same bytes.
 * @param name of the table, without extension
 */
export type TableWriter = (table: Table, name: string) => Iterable<string | Uint8Array<ArrayBuffer>>;

/** Characters per piece of text. */
const PIECE = 256 * 1024;
/** Bytes per piece of a file that is generated as a whole. */
const SLICE = 1024 * 1024;

/** Yields copies, whose memory a reader may transfer. */
function* slices(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < bytes.length; from += SLICE) yield new Uint8Array(bytes.subarray(from, from + SLICE));
}

/** Libraries are loaded with the first table of their format. */
const LOADERS: { readonly [format in Format]: () => Promise<TableWriter> } = {
  csv: async () => (table) => chunks(csvLines(table), PIECE),
  json: async () => (table, name) => chunks(jsonLines(table, name), PIECE),
  arrow: async () => {
    const { arrowOf } = await import("./arrow.ts");
    return (table) => slices(arrowOf(table));
  },
  parquet: async () => {
    const { parquetOf } = await import("./parquet.ts");
    return (table) => slices(parquetOf(table));
  },
  xlsx: async () => {
    const { xlsxOf } = await import("./xlsx.ts");
    return xlsxOf;
  },
};

/** Loads the writer of a format, which itself is synchronous. */
export const loadWriter = (format: Format): Promise<TableWriter> => LOADERS[format]();
