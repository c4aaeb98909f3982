/** The results that a workbook asks for, as sheets. */
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
  placeText,
  type Place,
  type Placed,
  SHEETS,
} from "@etesian/workbooks";
import { type Backends, queryWithFailures } from "../backends.ts";
import type { Documents } from "../exports/document.ts";
import { type Explain, inTurns } from "../exports/several.ts";
import { stackedTable } from "../exports/tables-of-several.ts";
import { contentsOf, inputSheet, inputsOf, listSheet, type Named, resultSheet } from "./contents.ts";
import type { CellProblem, RunScenario } from "./run.ts";

type TableName = NonNullable<TableFile["table"]>;

/** Sheets of results of our own; a run removes the cells of sheets that it does not write. */
export const RESULT_SHEETS: readonly string[] = [
  SHEETS.scenarios,
  SHEETS.errors,
  SHEETS.results,
  SHEETS.details,
  `${SHEETS.sortables}_RESULTS`,
  `${SHEETS.curves}_RESULTS`,
];

/** The table that a name of `hourly_curves` or `annual_exports` means; null for an unknown name. */
function tableNamed(name: string): TableName | null {
  if (Object.hasOwn(ANNUAL_EXPORTS, name)) return { $case: "annual", value: name };
  const hourly = Object.entries<ExportTable>(HOURLY_EXPORTS).find(
    ([known, { formerNames = [] }]) => known === name || formerNames.includes(name),
  );
  return hourly === undefined ? null : { $case: "hourly", value: hourly[0] };
}

/** Tables of hours for carriers, which `TRUE` stands for. */
const ALL_HOURLY = ["electricity_profiles", "hydrogen_profiles", "district_heating_profiles", "network_gas_profiles"];

interface Asked {
  readonly plan: BookPlan;
  readonly backends: Backends;
  readonly documents: Documents;
  readonly explain: Explain;
  readonly context: CallOrigin;
  /** Address of the server, for links. */
  readonly base: string;
}

/** The sheets of results, and the problems of missing results. */
export async function resultSheets(
  { plan, backends, documents, explain, context, base }: Asked,
  run: readonly RunScenario[],
): Promise<{ readonly sheets: readonly NewSheet[]; readonly problems: readonly CellProblem[] }> {
  const { wanted, queries } = plan;
  const problems: CellProblem[] = [];
  const sheets: NewSheet[] = [];
  const config: Place = { sheet: SHEETS.config, cell: null };
  const found = run.flatMap(({ name, scenario }) => (scenario === null ? [] : [{ name, scenario }]));

  /** The part of each scenario that a sheet shows; scenarios with an error are omitted. */
  async function ofAll<T>(
    place: Place,
    work: (scenario: Scenario, name: string) => Promise<T>,
  ): Promise<readonly Named<T>[]> {
    const all = await inTurns(found, async ({ name, scenario }) => {
      try {
        return { name, scenario, of: await work(scenario, name) };
      } catch (error) {
        problems.push({ scenario: name, place, ...explain(error) });
        return null;
      }
    });
    return all.filter((one) => one !== null);
  }

  if (wanted.queries && queries.length > 0) {
    const keys = queries.map(({ value }) => value);
    const placeOf = new Map(queries.map(({ value, place }) => [value, place]));
    const results = await ofAll({ sheet: SHEETS.queries, cell: null }, async (scenario, name) => {
      const answer = await queryWithFailures(backends, scenario, keys, context);
      for (const { key, messages } of answer.failures)
        problems.push({ scenario: name, place: placeOf.get(key)!, code: "no_result", message: messages.join("; ") });
      return answer.results;
    });
    sheets.push(resultSheet(results, keys));
  }
  if (wanted.inputs || wanted.defaults || wanted.ranges)
    sheets.push(inputSheet(await ofAll(config, (scenario) => inputsOf(backends, scenario, context)), wanted));
  if (wanted.sortables || wanted.customCurves) {
    const contents = await ofAll(config, (scenario, name) => contentsOf(backends, scenario, name, context));
    const listed = (
      name: string,
      of: (one: (typeof contents)[number]["of"]) => Parameters<typeof listSheet>[1][number]["of"],
    ) =>
      listSheet(
        `${name}_RESULTS`,
        contents.map((one) => ({ ...one, of: of(one.of) })),
      );
    if (wanted.sortables) sheets.push(listed(SHEETS.sortables, ({ orders }) => orders));
    if (wanted.customCurves) sheets.push(listed(SHEETS.curves, ({ curves }) => curves));
  }
  for (const { table, place } of tablesIn(wanted, problems)) {
    try {
      const scenarios = found.map(({ scenario }) => ({ id: scenario.id, scenario }));
      const stack = await stackedTable(documents, scenarios, { table, layout: "wide" }, explain, context);
      sheets.push(
        tableSheet(table.value, stack, new Map(found.map(({ name, scenario }) => [BigInt(scenario.id), name]))),
      );
    } catch (error) {
      problems.push({ scenario: null, place, ...explain(error) });
    }
  }
  return { sheets: [scenarioSheet(run, base), ...sheets], problems };
}

function tablesIn(
  { hourly, annual }: BookPlan["wanted"],
  problems: CellProblem[],
): readonly { readonly table: TableName; readonly place: Place }[] {
  const all = (names: readonly string[]): readonly Placed<string>[] =>
    names.map((value) => ({ value, place: { sheet: SHEETS.config, cell: null } }));
  const named = [
    ...(hourly === "all" ? all(ALL_HOURLY) : hourly),
    ...(annual === "all" ? all(Object.keys(ANNUAL_EXPORTS)) : annual),
  ];
  const tables = new Map<string, { readonly table: TableName; readonly place: Place }>();
  for (const { value, place } of named) {
    const table = tableNamed(value);
    if (table !== null) tables.set(table.value, { table, place });
    else {
      const names = [...Object.keys(HOURLY_EXPORTS), ...Object.keys(ANNUAL_EXPORTS)].join(", ");
      const message = `There is no table ${JSON.stringify(value)}; available tables are ${names}`;
      problems.push({ scenario: null, place, code: "no_such_table", message });
    }
  }
  return [...tables.values()];
}

/** A table under its name; hours are texts. */
const tableSheet = (name: string, { columns, rows }: Table, names: ReadonlyMap<bigint, string>): NewSheet => ({
  ...frame(name.toUpperCase(), 2),
  rows: (function* (): Generator<readonly NewCell[]> {
    yield columns.map(({ header }) => header);
    for (const row of rows()) yield [names.get(row[0] as bigint) ?? null, ...row.slice(1)];
  })(),
});

/** The scenarios with their numbers and addresses. */
const scenarioSheet = (run: readonly RunScenario[], base: string): NewSheet => ({
  ...frame(SHEETS.scenarios, 1),
  rows: [
    ["short_name", "scenario_id", "area_code", "start_year", "end_year", "version", "url"],
    ...run.map(({ name, scenario }): readonly NewCell[] =>
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

/** Problems with their cells. */
export const errorSheet = (problems: readonly CellProblem[]): NewSheet => ({
  ...frame(SHEETS.errors, 2),
  rows: [
    ["cell", "scenario", "code", "message"],
    ...problems.map(({ place, scenario, code, message }) => [placeText(place), scenario, code, message]),
  ],
});
