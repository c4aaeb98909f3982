/** The charts of the model as sheets: their numbers, and their sources. */
import type { QueryResult } from "@etesian/contracts/compute";
import { type Chart, type ChartSeries, isHourly, type Language, queriesOf, viewOf } from "@etesian/interface";
import { frame, type NewCell, type NewSheet } from "@etesian/workbooks";
import type { ModelInterface } from "../model/catalogue.ts";
import type { Named } from "./contents.ts";

/** Charts of annual figures and headline numbers, in a language. */
export interface Shown {
  readonly charts: readonly Chart[];
  readonly headline: ReturnType<typeof viewOf>["headline"];
  readonly areas: ReadonlyMap<string, string>;
}

export function shownIn({ documents, catalogue }: ModelInterface, language: Language): Shown {
  const { charts, headline, areas } = viewOf(documents, catalogue, language);
  return { charts: [...charts.values()].filter(({ type }) => !isHourly(type)), headline, areas };
}

/** The queries of all charts and headline numbers, each once. */
export const queriesIn = ({ charts, headline }: Shown): readonly string[] => [
  ...new Set([
    ...headline.flatMap(({ query, base }) => (base === null ? [query] : [query, base])),
    ...charts.flatMap(queriesOf),
  ]),
];

/** A row per series of each chart, in the unit of the chart. */
export const chartSheet = (shown: Shown, scenarios: readonly Named<readonly QueryResult[]>[]): NewSheet => ({
  ...frame("CHARTS", 3),
  headingRows: 2,
  rows: (function* (): Generator<readonly NewCell[]> {
    const results = scenarios.map(({ of }) => new Map(of.map((result) => [result.key, result])));
    yield ["scenario", null, null, ...scenarios.flatMap(({ name }) => [name, name])];
    yield ["chart", "series", "unit", ...scenarios.flatMap(() => ["present", "future"])];
    for (const { title, unit, series } of shown.charts)
      for (const each of series) yield [title, each.label, unit, ...results.flatMap((found) => yearsOf(each, found))];
  })(),
});

/** The sum of a series in both years; null where it does not exist, or a term has no result. */
function yearsOf(
  { terms, needs, base }: ChartSeries,
  results: ReadonlyMap<string, QueryResult>,
): readonly [present: number | null, future: number | null] {
  const sum = (year: "presentJson" | "futureJson"): number | null => {
    if (base !== null && (numberIn(results.get(base)?.[year]) ?? 0) === 0) return null;
    let total = 0;
    for (const { query, factor } of terms) {
      const value = numberIn(results.get(query)?.[year]);
      if (value === null) return null;
      total += value * factor;
    }
    return total;
  };
  return [needs === null ? sum("presentJson") : null, sum("futureJson")];
}

function numberIn(json: string | undefined): number | null {
  const value: unknown = json === undefined ? null : JSON.parse(json);
  return typeof value === "number" ? value : null;
}

/** Where the numbers of each chart come from. */
export const sourceSheet = (shown: Shown, facts: readonly (readonly [name: string, value: NewCell])[]): NewSheet => ({
  ...frame("SOURCES", 1),
  rows: (function* (): Generator<readonly NewCell[]> {
    yield ["chart", "source", "about"];
    for (const { title, source, about } of shown.charts) yield [title, source, about];
    for (const [name, value] of facts) yield [name, value];
  })(),
});
