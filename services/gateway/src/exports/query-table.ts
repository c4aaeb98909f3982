/** Results of queries of many scenarios in one table, with an error for each scenario or query without a result. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import { type Cell, columnOf, type Layout, type Row, type Table } from "@etesian/tables";
import { type Backends, queryWithFailures } from "../backends.ts";
import type { ApiError } from "../http/errors.ts";

/** Scenarios whose results are requested at the same time. */
const AT_ONCE = 4;

interface Selection {
  readonly ids: readonly number[];
  readonly keys: readonly string[];
  /** The error that a scenario gets; rethrows defects. */
  readonly explain: (error: unknown) => ApiError;
}

/** A result, or the error of a query or of a whole scenario. */
interface Entry {
  readonly scenario: number;
  readonly years: readonly [present: number, future: number] | null;
  readonly key: string | null;
  readonly values: readonly [present: number | null, future: number | null];
  readonly unit: string | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
}

const SCENARIO = columnOf("scenario", { kind: "integer", description: "Number of the scenario" });
const KEY = columnOf("key", { kind: "text", description: "Query" });
const REST = [
  columnOf("unit", { kind: "text" }),
  columnOf("code", { kind: "text", description: "Code of the error" }),
  columnOf("error", { kind: "text", description: "Reason why there is no value" }),
];

/** The results of all queries of all scenarios, in their order. */
export async function queryTable(
  backends: Backends,
  selection: Selection,
  layout: Layout,
  context: CallOrigin,
): Promise<Table> {
  const entries: Entry[] = [];
  for (let from = 0; from < selection.ids.length; from += AT_ONCE) {
    const ids = selection.ids.slice(from, from + AT_ONCE);
    entries.push(...(await Promise.all(ids.map((id) => entriesOf(backends, id, selection, context)))).flat());
  }
  return layout === "wide" ? wideOf(entries) : longOf(entries);
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
        const values = [numberIn(presentJson), numberIn(futureJson)] as const;
        const isList = values.includes(undefined);
        return {
          scenario: id,
          years,
          key,
          values: [values[0] ?? null, values[1] ?? null],
          unit: unit ?? null,
          problem: isList ? { code: "no_result", message: `Gquery ${key} results in no number` } : null,
        };
      }),
      ...failures.map(({ key, messages }) => failed(id, key, "no_result", messages.join("; "))),
    ];
  } catch (error) {
    const { code, errors } = explain(error);
    return [failed(id, null, code, Object.values(errors).flat().join("; "))];
  }
}

const failed = (scenario: number, key: string | null, code: string, message: string): Entry => ({
  scenario,
  years: null,
  key,
  values: [null, null],
  unit: null,
  problem: { code, message },
});

function yearsOf({ startYear, recipe }: Scenario): readonly [number, number] {
  if (recipe === undefined) throw new Error("a scenario has no recipe");
  return [startYear, recipe.endYear];
}

/** A number or null in JSON; undefined for other values. */
function numberIn(json: string): number | null | undefined {
  const value: unknown = JSON.parse(json);
  return typeof value === "number" || value === null ? value : undefined;
}

const restOf = ({ unit, problem }: Entry): readonly Cell[] => [unit, problem?.code ?? null, problem?.message ?? null];

const wideOf = (entries: readonly Entry[]): Table => ({
  columns: [
    SCENARIO,
    KEY,
    columnOf("present", { description: "Value in the start year" }),
    columnOf("future", { description: "Value in the end year" }),
    ...REST,
  ],
  rows: () => entries.map((entry): Row => [BigInt(entry.scenario), entry.key, ...entry.values, ...restOf(entry)]),
});

const longOf = (entries: readonly Entry[]): Table => ({
  columns: [SCENARIO, KEY, columnOf("year", { kind: "integer" }), columnOf("value"), ...REST],
  rows: () =>
    entries.flatMap((entry): Row[] => {
      const rowOf = (year: Cell, value: Cell): Row => [
        BigInt(entry.scenario),
        entry.key,
        year,
        value,
        ...restOf(entry),
      ];
      const { years, values } = entry;
      return years === null ? [rowOf(null, null)] : years.map((year, place) => rowOf(BigInt(year), values[place]!));
    }),
});
