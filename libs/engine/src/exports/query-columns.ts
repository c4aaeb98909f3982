/** Hourly results of the queries listed in the configuration (`config/residual_load_csv.yml` …). */
import { type CalculatedScenario, cellOf, queryResult } from "./calculated-scenario.ts";
import { readList, readText } from "./configured-table.ts";
import { type Cell, columnOf } from "@etesian/tables";
import type { HourlyColumn } from "./hourly-table.ts";
import type { Value } from "@etesian/gql";
import { HOURS_PER_YEAR } from "@etesian/numeric";

/** Future results; a query without a curve fills its column with 0. */
export function queryColumns(scenario: CalculatedScenario, file: string): readonly HourlyColumn[] {
  return readList(scenario.definition.config[file], file, "the file").map((column, index) => ({
    ...columnOf(readText(column["name"], file, `[${index}].name`)),
    curve: curveOf(queryResult(scenario, readText(column["query"], file, `[${index}].query`), "future")),
    decimals: null,
    filler: 0n,
  }));
}

function curveOf(value: Value | undefined): ArrayLike<Cell> | null {
  if (value instanceof Float64Array) return value.length === HOURS_PER_YEAR ? value : null;
  return Array.isArray(value) && value.length === HOURS_PER_YEAR ? value.map(cellOf) : null;
}
