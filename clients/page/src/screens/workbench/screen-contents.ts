/** The panes of a URL, and the numbers that a screen needs. */
import { type Chart, type InterfaceView, isHourly, queriesOf } from "@etesian/interface";
import { isCustomQuery, type ResultRequest } from "../../calculation/calculator.ts";
import { idsIn } from "../../calculation/comparison.ts";
import { pathIds } from "../../calculation/paths.ts";
import { ELECTRICITY, hoursChartsOf, hoursQueriesOf } from "../hours/markets.ts";
import { type PaneState, panesOf, readPanes } from "./panes.ts";
import type { WorkbenchSearch } from "./search.ts";
import { shareQueriesOf, slideAt } from "./slides.ts";

export const panesIn = (model: InterfaceView, { charts, slide }: WorkbenchSearch): readonly PaneState[] =>
  panesOf(charts, slideAt(model.sections, slide), model);

/** The other scenarios on a screen: the rest of the path on the years screen, otherwise the compared scenarios. */
export const othersOf = ({ view, path, cmp }: WorkbenchSearch, ownId: number): readonly number[] =>
  view === "years" ? pathIds(path, ownId).slice(1) : idsIn(String(cmp ?? ""), ownId);

/** The report's charts: chosen in the URL, initially the board's. */
export const reportPanes = (model: InterfaceView, search: WorkbenchSearch): readonly PaneState[] =>
  search.report === undefined ? panesIn(model, search) : readPanes(search.report, model);

/** The charts on the screen, from the board or the report. */
export const chartsOf = (model: InterfaceView, search: WorkbenchSearch): readonly Chart[] =>
  (search.view === "report" ? reportPanes : panesIn)(model, search).flatMap(({ key }) => model.charts.get(key) ?? []);

/**
 * The results that a screen needs.
 * @param measured queries whose present values determine the prefixes of units
 */
export function resultRequestOf(
  model: InterfaceView,
  search: WorkbenchSearch,
  measured: readonly string[],
): ResultRequest {
  const isExploring = search.view === "explore";
  const charts = isExploring && search.explore !== "sure" ? [] : chartsOf(model, search);
  const annual = charts.filter(({ type }) => !isHourly(type));
  const hourly = charts.filter(({ type }) => isHourly(type));
  // Includes hourly queries, because results report their faults.
  const own = charts.flatMap(queriesOf).filter(isCustomQuery);
  return {
    queries: [
      ...new Set([
        ...model.headline.flatMap(({ query, base }) => (base === null ? [query] : [query, base])),
        ...shareQueriesOf(model.sections),
        ...annual.flatMap(queriesOf),
        ...own,
        ...measured,
      ]),
    ],
    curves:
      search.view === "hours"
        ? hoursQueriesOf(hoursChartsOf(model, search.market ?? ELECTRICITY))
        : isExploring
          ? []
          : [...new Set(hourly.flatMap(queriesOf))],
  };
}
