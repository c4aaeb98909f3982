/** Results of queries on many scenarios in one table, with an error for each scenario or query without a result. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import { type Cell, columnOf, type Layout, type Row, type Table } from "@etesian/tables";
import { type Backends, queryWithFailures } from "../backends.ts";
import { type Explain, mapConcurrently, type Problem } from "./several.ts";

interface Selection {
  readonly ids: readonly number[];
  readonly keys: readonly string[];
  readonly explain: Explain;
}

/** A result, or the error of a query or of a whole scenario. */
interface Entry {
  readonly scenario: number;
  readonly years: readonly [present: number, future: number] | null;
  readonly key: string | null;
  readonly values: readonly [present: number | null, future: number | null];
  readonly unit: string | null;
  readonly problem: Problem | null;
}

const SCENARIO = columnOf("scenario", { kind: "integer", description: "Scenario ID" });
const KEY = columnOf("key", { kind: "text", description: "Query" });
const ERROR_COLUMNS = [
  columnOf("unit", { kind: "text" }),
  columnOf("code", { kind: "text", description: "Error code" }),
  columnOf("error", { kind: "text", description: "Reason why there is no value" }),
];

/** The results of all queries on all scenarios, in the order of the request. */
export async function queryTable(
  backends: Backends,
  selection: Selection,
  layout: Layout,
  context: CallOrigin,
): Promise<Table> {
  const entries = (await mapConcurrently(selection.ids, (id) => entriesOf(backends, id, selection, context))).flat();
  return layout === "wide" ? toWideTable(entries) : toLongTable(entries);
}

async function entriesOf(
  backends: Backends,
  id: number,
  { keys, explain }: Selection,
  context: CallOrigin,
): Promise<readonly Entry[]> {
  try {
    const scenario = await backends.scenarios.getScenario({ id }, context);
    const { results, failures } = await queryWithFailures(backends, scenario, keys, context);
    const years = yearsOf(scenario);
    return [
      ...results.map(({ key, presentJson, futureJson, unit }): Entry => {
        const values = [parseNumber(presentJson), parseNumber(futureJson)] as const;
        const isList = values.includes(undefined);
        return {
          scenario: id,
          years,
          key,
          values: [values[0] ?? null, values[1] ?? null],
          unit: unit ?? null,
          problem: isList ? { code: "no_result", message: `Gquery ${key} does not result in a number` } : null,
        };
      }),
      ...failures.map(({ key, messages }) => failedEntry(id, key, { code: "no_result", message: messages.join("; ") })),
    ];
  } catch (error) {
    return [failedEntry(id, null, explain(error))];
  }
}

const failedEntry = (scenario: number, key: string | null, problem: Problem): Entry => ({
  scenario,
  years: null,
  key,
  values: [null, null],
  unit: null,
  problem,
});

function yearsOf({ startYear, recipe }: Scenario): readonly [number, number] {
  if (recipe === undefined) throw new Error("a scenario has no recipe");
  return [startYear, recipe.endYear];
}

/** Parses a number or null from JSON; undefined for other values. */
function parseNumber(json: string): number | null | undefined {
  const value: unknown = JSON.parse(json);
  return typeof value === "number" || value === null ? value : undefined;
}

const unitAndProblem = ({ unit, problem }: Entry): readonly Cell[] => [
  unit,
  problem?.code ?? null,
  problem?.message ?? null,
];

const toWideTable = (entries: readonly Entry[]): Table => ({
  columns: [
    SCENARIO,
    KEY,
    columnOf("present", { description: "Value in the start year" }),
    columnOf("future", { description: "Value in the end year" }),
    ...ERROR_COLUMNS,
  ],
  rows: () =>
    entries.map((entry): Row => [BigInt(entry.scenario), entry.key, ...entry.values, ...unitAndProblem(entry)]),
});

const toLongTable = (entries: readonly Entry[]): Table => ({
  columns: [SCENARIO, KEY, columnOf("year", { kind: "integer" }), columnOf("value"), ...ERROR_COLUMNS],
  rows: () =>
    entries.flatMap((entry): Row[] => {
      const rowOf = (year: Cell, value: Cell): Row => [
        BigInt(entry.scenario),
        entry.key,
        year,
        value,
        ...unitAndProblem(entry),
      ];
      const { years, values } = entry;
      return years === null ? [rowOf(null, null)] : years.map((year, index) => rowOf(BigInt(year), values[index]!));
    }),
});
