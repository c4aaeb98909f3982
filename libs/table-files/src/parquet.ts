/** Tables as Parquet files. */
import type { Table } from "@etesian/tables";
import { type ColumnSource, parquetWriteBuffer, type SchemaElement } from "hyparquet-writer";
import { FACTS, factsOf, storedColumns, type StoredColumn } from "./columnar.ts";

/** Fixed name of the writer in the files, whose bytes must not change with the version of a library. */
const CREATED_BY = "etesian tables 1";

/** The table as the bytes of a file. Units and descriptions are in its metadata. */
export function parquetOf(table: Table): Uint8Array<ArrayBuffer> {
  const columns = storedColumns(table);
  return new Uint8Array(
    parquetWriteBuffer({
      createdBy: CREATED_BY,
      schema: [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)],
      columnData: columns.map(sourceOf),
      kvMetadata: [{ key: FACTS, value: factsOf(columns) }],
    }),
  );
}

function elementOf({ name, content }: StoredColumn): SchemaElement {
  switch (content.kind) {
    case "numbers":
      return { name, type: "DOUBLE", repetition_type: "REQUIRED" };
    case "numbers with gaps":
      return { name, type: "DOUBLE", repetition_type: "OPTIONAL" };
    case "integers":
      return { name, type: "INT32", repetition_type: "OPTIONAL" };
    case "times":
      return {
        name,
        type: "INT64",
        repetition_type: "REQUIRED",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MILLIS" },
      };
    case "texts":
      return { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" };
  }
}

function sourceOf({ name, content }: StoredColumn): ColumnSource {
  if (content.kind === "times") return { name, data: BigInt64Array.from(content.values, (time) => BigInt(time)) };
  return { name, data: content.kind === "numbers" ? content.values : [...content.values] };
}
