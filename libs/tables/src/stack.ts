/** Tables with the same kind of rows, one below the other. */
import { type Cell, type Column, type Row, type Table } from "./table.ts";

export interface Part {
  /** The cell in the first column of all its rows: the origin of the table. */
  readonly origin: Cell;
  readonly table: Table;
}

/**
 * All rows in the order of the tables. A column is the same in two tables if name and unit are; rows of tables without a
 * column have null there.
 * @param origin the first column
 * @param last columns that stay at the end, in this order, even if no table has them
 */
export function stackOf(origin: Column, parts: readonly Part[], last: readonly Column[] = []): Table {
  const identity = ({ key, unit }: Column): string => JSON.stringify([key, unit]);
  const found = new Map<string, Column>();
  const atEnd = new Map(last.map((column) => [identity(column), column]));
  for (const { table } of parts) {
    for (const column of table.columns) {
      const name = identity(column);
      if (atEnd.has(name)) continue;
      const known = found.get(name);
      // A column of figures is one of texts in a table where a figure is a text.
      if (known === undefined || column.kind === "figure") found.set(name, known?.kind === "figure" ? known : column);
    }
  }
  const union = new Map([...found, ...atEnd]);
  const place = new Map([...union.keys()].map((name, index) => [name, index + 1]));
  return {
    columns: [origin, ...union.values()],
    rows: function* (): Generator<Row> {
      for (const { origin: cell, table } of parts) {
        const places = table.columns.map((column) => place.get(identity(column))!);
        for (const row of table.rows()) {
          const whole = Array<Cell>(union.size + 1).fill(null);
          whole[0] = cell;
          for (let index = 0; index < places.length; index++) whole[places[index]!] = row[index]!;
          yield whole;
        }
      }
    },
  };
}
