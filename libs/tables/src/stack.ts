/** Stacks tables with the same kind of rows. */
import { type Cell, type Column, type Row, type Table } from "./table.ts";

export interface Part {
  /** The cell in the first column of all its rows: the origin of the table. */
  readonly origin: Cell;
  readonly table: Table;
}

/**
 * All rows in the order of the tables. Columns with the same key and unit become one column, which is null in rows of
 * tables that lack it.
 * @param origin the first column
 * @param lastColumns columns at the end, in this order, even if no table has them
 */
export function stackOf(origin: Column, parts: readonly Part[], lastColumns: readonly Column[] = []): Table {
  const identity = ({ key, unit }: Column): string => JSON.stringify([key, unit]);
  const columns = new Map<string, Column>();
  const endColumns = new Map(lastColumns.map((column) => [identity(column), column]));
  for (const { table } of parts) {
    for (const column of table.columns) {
      const name = identity(column);
      if (endColumns.has(name)) continue;
      const previous = columns.get(name);
      // Other tables may have the column as strings, because one of its figures there is a string.
      if (previous === undefined || column.kind === "figure")
        columns.set(name, previous?.kind === "figure" ? previous : column);
    }
  }
  const union = new Map([...columns, ...endColumns]);
  const indexByIdentity = new Map([...union.keys()].map((name, index) => [name, index + 1]));
  return {
    columns: [origin, ...union.values()],
    rows: function* (): Generator<Row> {
      for (const { origin: cell, table } of parts) {
        const indices = table.columns.map((column) => indexByIdentity.get(identity(column))!);
        for (const row of table.rows()) {
          const stackedRow = Array<Cell>(union.size + 1).fill(null);
          stackedRow[0] = cell;
          for (let index = 0; index < indices.length; index++) stackedRow[indices[index]!] = row[index]!;
          yield stackedRow;
        }
      }
    },
  };
}
