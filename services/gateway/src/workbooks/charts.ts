/** The charts of the model as sheets: their numbers, and their sources. */
import type { QueryResult } from "@etesian/contracts/compute";
import { type Chart, type ChartSeries, isHourly, type Language, queriesOf, viewOf } from "@etesian/interface";
import { frame, type NewCell, type NewSheet } from "@etesian/workbooks";
import type { ModelInterface } from "../model/catalogue.ts";
import type { ScenarioPart } from "./contents.ts";

/** Charts of annual figures and headline numbers, in a language. */
export interface WorkbookCharts {
  readonly charts: readonly Chart[];
  readonly headline: ReturnType<typeof viewOf>["headline"];
  readonly areas: ReadonlyMap<string, string>;
}

export function workbookCharts({ documents, catalogue }: ModelInterface, language: Language): WorkbookCharts {
  const { charts, headline, areas } = viewOf(documents, catalogue, language);
  return { charts: [...charts.values()].filter(({ type }) => !isHourly(type)), headline, areas };
}

/** The queries of all charts and headline numbers, each once. */
export const chartQueries = ({ charts, headline }: WorkbookCharts): readonly string[] => [
  ...new Set([
    ...headline.flatMap(({ query, base }) => (base === null ? [query] : [query, base])),
    ...charts.flatMap(queriesOf),
  ]),
];

/** A row per series of each chart, in the unit of the chart. */
export const chartSheet = (
  view: WorkbookCharts,
  scenarios: readonly ScenarioPart<readonly QueryResult[]>[],
): NewSheet => ({
  ...frame("CHARTS", 3),
  headingRows: 2,
  rows: (function* (): Generator<readonly NewCell[]> {
    const results = scenarios.map(({ content }) => new Map(content.map((result) => [result.key, result])));
    yield ["scenario", null, null, ...scenarios.flatMap(({ name }) => [name, name])];
    yield ["chart", "series", "unit", ...scenarios.flatMap(() => ["present", "future"])];
    for (const { title, unit, series } of view.charts)
      for (const item of series)
        yield [title, item.label, unit, ...results.flatMap((yearResults) => yearsOf(item, yearResults))];
  })(),
});

/** The sum of a series in both years; null where it does not exist, or a term has no result. */
function yearsOf(
  { terms, needs, base }: ChartSeries,
  results: ReadonlyMap<string, QueryResult>,
): readonly [present: number | null, future: number | null] {
  const sum = (year: "presentJson" | "futureJson"): number | null => {
    if (base !== null && (parseNumber(results.get(base)?.[year]) ?? 0) === 0) return null;
    let total = 0;
    for (const { query, factor } of terms) {
      const value = parseNumber(results.get(query)?.[year]);
      if (value === null) return null;
      total += value * factor;
    }
    return total;
  };
  return [needs === null ? sum("presentJson") : null, sum("futureJson")];
}

function parseNumber(json: string | undefined): number | null {
  const value: unknown = json === undefined ? null : JSON.parse(json);
  return typeof value === "number" ? value : null;
}

/** The sources of each chart's numbers. */
export const sourceSheet = (
  view: WorkbookCharts,
  facts: readonly (readonly [name: string, value: NewCell])[],
): NewSheet => ({
  ...frame("SOURCES", 1),
  rows: (function* (): Generator<readonly NewCell[]> {
    yield ["chart", "source", "about"];
    for (const { title, source, about } of view.charts) yield [title, source, about];
    for (const [name, value] of facts) yield [name, value];
  })(),
});
