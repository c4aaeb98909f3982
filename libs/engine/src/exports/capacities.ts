/** Peak loads of the hourly tables. */
import { round } from "@etesian/numeric";
import type { YearObjects } from "../attributes/objects/objects.ts";
import { columnOf, type Row, type Table } from "@etesian/tables";
import { loads, type LoadTable } from "./loads.ts";

const DECIMALS = 6;

const COLUMNS = [
  columnOf("key", { kind: "text" }),
  columnOf("peak_capacity", { unit: "MW", description: "Largest hourly load" }),
];

/** Producers, then consumers, of each table in turn. */
export const capacities = (year: YearObjects, tables: readonly LoadTable[]): Table => ({
  columns: COLUMNS,
  rows: () => peaks(year, tables),
});

function* peaks(year: YearObjects, tables: readonly LoadTable[]): Generator<Row> {
  for (const table of tables) {
    for (const side of ["output", "input"] as const) {
      for (const { name, curve } of loads(year, table, side)) {
        yield [
          name,
          curve === null
            ? 0
            : round(
                curve.reduce((peak, load) => Math.max(peak, load)),
                DECIMALS,
              ),
        ];
      }
    }
  }
}
