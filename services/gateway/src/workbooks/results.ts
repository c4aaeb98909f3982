/** The results that a workbook requests, as sheets. */
import { ANNUAL_EXPORTS, type ExportTable, HOURLY_EXPORTS } from "@etesian/contracts/exports";
import type { TableFile } from "@etesian/contracts/compute";
import type { Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { Table } from "@etesian/tables";
import {
  type BookPlan,
  frame,
  type NewCell,
  type NewSheet,
  positionText,
  type CellPosition,
  type Located,
  SHEETS,
} from "@etesian/workbooks";
import { type Backends, queryWithFailures } from "../backends.ts";
import type { Documents } from "../exports/document.ts";
import { type Explain, mapConcurrently } from "../exports/several.ts";
import { combinedTable } from "../exports/combined-tables.ts";
import { contentsOf, inputSheet, inputsOf, listSheet, type ScenarioPart, resultSheet } from "./contents.ts";
import type { CellProblem, RunScenario } from "./run.ts";

type TableName = NonNullable<TableFile["table"]>;

/** Result sheets that a run may write; it removes the cells of the sheets that it does not write. */
export const RESULT_SHEETS: readonly string[] = [
  SHEETS.scenarios,
  SHEETS.errors,
  SHEETS.results,
  SHEETS.details,
  `${SHEETS.sortables}_RESULTS`,
  `${SHEETS.curves}_RESULTS`,
];

/** The table with a name from `hourly_curves` or `annual_exports`; null for an unknown name. */
function findTable(name: string): TableName | null {
  if (Object.hasOwn(ANNUAL_EXPORTS, name)) return { $case: "annual", value: name };
  const hourly = Object.entries<ExportTable>(HOURLY_EXPORTS).find(
    ([tableName, { formerNames = [] }]) => tableName === name || formerNames.includes(name),
  );
  return hourly === undefined ? null : { $case: "hourly", value: hourly[0] };
}

/** Hourly tables of carriers, which the value `TRUE` selects. */
const ALL_HOURLY = ["electricity_profiles", "hydrogen_profiles", "district_heating_profiles", "network_gas_profiles"];

interface ResultOptions {
  readonly plan: BookPlan;
  readonly backends: Backends;
  readonly documents: Documents;
  readonly explain: Explain;
  readonly context: CallOrigin;
  /** Base URL of the server, for links. */
  readonly base: string;
}

/** The sheets of results, and the problems of missing results. */
export async function resultSheets(
  { plan, backends, documents, explain, context, base }: ResultOptions,
  runs: readonly RunScenario[],
): Promise<{ readonly sheets: readonly NewSheet[]; readonly problems: readonly CellProblem[] }> {
  const { requestedResults, queries } = plan;
  const problems: CellProblem[] = [];
  const sheets: NewSheet[] = [];
  const config: CellPosition = { sheet: SHEETS.config, cell: null };
  const loadedScenarios = runs.flatMap(({ name, scenario }) => (scenario === null ? [] : [{ name, scenario }]));

  /** The part of each scenario that a sheet shows; scenarios with an error are omitted. */
  async function mapScenarios<T>(
    position: CellPosition,
    work: (scenario: Scenario, name: string) => Promise<T>,
  ): Promise<readonly ScenarioPart<T>[]> {
    const parts = await mapConcurrently(loadedScenarios, async ({ name, scenario }) => {
      try {
        return { name, scenario, content: await work(scenario, name) };
      } catch (error) {
        problems.push({ scenario: name, position, ...explain(error) });
        return null;
      }
    });
    return parts.filter((part) => part !== null);
  }

  if (requestedResults.queries && queries.length > 0) {
    const keys = queries.map(({ value }) => value);
    const positionByQuery = new Map(queries.map(({ value, position }) => [value, position]));
    const results = await mapScenarios({ sheet: SHEETS.queries, cell: null }, async (scenario, name) => {
      const queryResults = await queryWithFailures(backends, scenario, keys, context);
      for (const { key, messages } of queryResults.failures)
        problems.push({
          scenario: name,
          position: positionByQuery.get(key)!,
          code: "no_result",
          message: messages.join("; "),
        });
      return queryResults.results;
    });
    sheets.push(resultSheet(results, keys));
  }
  if (requestedResults.inputs || requestedResults.defaults || requestedResults.ranges)
    sheets.push(
      inputSheet(await mapScenarios(config, (scenario) => inputsOf(backends, scenario, context)), requestedResults),
    );
  if (requestedResults.sortables || requestedResults.customCurves) {
    const contents = await mapScenarios(config, (scenario, name) => contentsOf(backends, scenario, name, context));
    const createListSheet = (
      name: string,
      select: (content: (typeof contents)[number]["content"]) => Parameters<typeof listSheet>[1][number]["content"],
    ) =>
      listSheet(
        `${name}_RESULTS`,
        contents.map((part) => ({ ...part, content: select(part.content) })),
      );
    if (requestedResults.sortables) sheets.push(createListSheet(SHEETS.sortables, ({ orders }) => orders));
    if (requestedResults.customCurves) sheets.push(createListSheet(SHEETS.curves, ({ curves }) => curves));
  }
  for (const { table, position } of tablesIn(requestedResults, problems)) {
    try {
      const scenarios = loadedScenarios.map(({ scenario }) => ({ id: scenario.id, scenario }));
      const stack = await combinedTable(documents, scenarios, { table, layout: "wide" }, explain, context);
      sheets.push(
        tableSheet(
          table.value,
          stack,
          new Map(loadedScenarios.map(({ name, scenario }) => [BigInt(scenario.id), name])),
        ),
      );
    } catch (error) {
      problems.push({ scenario: null, position, ...explain(error) });
    }
  }
  return { sheets: [scenarioSheet(runs, base), ...sheets], problems };
}

function tablesIn(
  { hourly, annual }: BookPlan["requestedResults"],
  problems: CellProblem[],
): readonly { readonly table: TableName; readonly position: CellPosition }[] {
  const all = (names: readonly string[]): readonly Located<string>[] =>
    names.map((value) => ({ value, position: { sheet: SHEETS.config, cell: null } }));
  const requestedTables = [
    ...(hourly === "all" ? all(ALL_HOURLY) : hourly),
    ...(annual === "all" ? all(Object.keys(ANNUAL_EXPORTS)) : annual),
  ];
  const tables = new Map<string, { readonly table: TableName; readonly position: CellPosition }>();
  for (const { value, position } of requestedTables) {
    const table = findTable(value);
    if (table !== null) tables.set(table.value, { table, position });
    else {
      const names = [...Object.keys(HOURLY_EXPORTS), ...Object.keys(ANNUAL_EXPORTS)].join(", ");
      const message = `There is no table ${JSON.stringify(value)}; available tables are ${names}`;
      problems.push({ scenario: null, position, code: "no_such_table", message });
    }
  }
  return [...tables.values()];
}

/** A table under its name; hours are strings. */
const tableSheet = (name: string, { columns, rows }: Table, names: ReadonlyMap<bigint, string>): NewSheet => ({
  ...frame(name.toUpperCase(), 2),
  rows: (function* (): Generator<readonly NewCell[]> {
    yield columns.map(({ header }) => header);
    for (const row of rows()) yield [names.get(row[0] as bigint) ?? null, ...row.slice(1)];
  })(),
});

/** The scenarios with their IDs and URLs. */
const scenarioSheet = (runs: readonly RunScenario[], base: string): NewSheet => ({
  ...frame(SHEETS.scenarios, 1),
  rows: [
    ["short_name", "scenario_id", "area_code", "start_year", "end_year", "version", "url"],
    ...runs.map(({ name, scenario }): readonly NewCell[] =>
      scenario === null
        ? [name, null, null, null, null, null, null]
        : [
            name,
            scenario.id,
            scenario.recipe?.area ?? null,
            scenario.startYear,
            scenario.recipe?.endYear ?? null,
            scenario.version,
            `${base}/api/v3/scenarios/${scenario.id}`,
          ],
    ),
  ],
});

/** The sheet of problems, with their cells. */
export const errorSheet = (problems: readonly CellProblem[]): NewSheet => ({
  ...frame(SHEETS.errors, 2),
  rows: [
    ["cell", "scenario", "code", "message"],
    ...problems.map(({ position, scenario, code, message }) => [positionText(position), scenario, code, message]),
  ],
});
