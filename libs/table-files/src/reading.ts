/** Reads the Arrow files that `arrow.ts` writes, so that a service can combine tables from another service. */
import { type Cell, type Column, columnOf, type Row, type Table } from "@etesian/tables";
import { headerOf } from "./columnar.ts";
import { type DataType, tableFromIPC, Type } from "@uwdata/flechette";

/** A table whose number of rows is known. */
export interface CountedTable extends Table {
  readonly rowCount: number;
}

/** The table in the bytes of a file, with exactly the written values. */
export function tableOfArrow(bytes: Uint8Array): CountedTable {
  const { schema, children, numRows } = tableFromIPC(bytes);
  const columns = schema.fields.map(({ name, type, metadata }): Column => {
    const unit = metadata?.get("unit") ?? null;
    const header = metadata?.get("header") ?? headerOf(name, unit);
    return columnOf(header, { key: name, unit, description: metadata?.get("description") ?? null, kind: kindOf(type) });
  });
  const cells = children.map((column, index): ((row: number) => Cell) => {
    const { kind } = columns[index]!;
    const values = column.toArray() as ArrayLike<number | string | null>;
    if (kind === "time") return (row) => timeText(Number(values[row]));
    if (kind !== "integer") return (row) => values[row] ?? null;
    return (row) => {
      const value = values[row] ?? null;
      return value === null ? null : BigInt(value);
    };
  });
  return {
    columns,
    rowCount: numRows,
    rows: function* (): Generator<Row> {
      for (let row = 0; row < numRows; row++) yield cells.map((cellOf) => cellOf(row));
    },
  };
}

function kindOf({ typeId }: DataType): Column["kind"] {
  switch (typeId) {
    case Type.Timestamp:
      return "time";
    case Type.Int:
      return "integer";
    case Type.Dictionary:
      return "label";
    case Type.Utf8:
      return "text";
    default:
      return "figure";
  }
}

/** "2050-01-01 00:00", from milliseconds since 1970. */
const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
