/** Peaks of the loads that the hourly tables show. */
import { round } from "@etesian/numeric";
import type { YearObjects } from "../attributes/objects/objects.ts";
import type { Row } from "./csv.ts";
import { loads, type LoadTable } from "./loads.ts";

const DECIMALS = 6;

/** Producers, then consumers, of each table in turn. */
export function* capacities(year: YearObjects, tables: readonly LoadTable[]): Generator<Row> {
  yield ["key", "peak_capacity"];
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
