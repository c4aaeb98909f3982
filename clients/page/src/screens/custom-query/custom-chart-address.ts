/** Changes the user-defined charts in a URL. */
import type { InterfaceView } from "@etesian/interface";
import { withChart, writePanes } from "../workbench/panes.ts";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { panesIn } from "../workbench/screen-contents.ts";
import { keyOf, MAX_CHARTS, MAX_QUERY, type CustomChart, withCustomCharts } from "./custom-charts.ts";

/**
 * Maximum total length of the user-defined charts in a URL, in characters. A server accepts 16 KiB of headers, which
 * include the URL.
 */
const MAX_ADDRESS_LENGTH = 8_000;

/** The number of a new chart; null if all numbers are taken. */
export function freeNumber(charts: readonly CustomChart[]): number | null {
  const taken = new Set(charts.map(({ n }) => n));
  for (let n = 1; n <= MAX_CHARTS; n++) if (!taken.has(n)) return n;
  return null;
}

/** Adds a chart to the URL and shows it in a pane; null if the chart is too long. */
export function withCustomChart(
  model: InterfaceView,
  search: WorkbenchSearch,
  chart: CustomChart,
): WorkbenchSearch | null {
  const own = [...(search.own ?? []).filter(({ n }) => n !== chart.n), chart].toSorted((a, b) => a.n - b.n);
  const { length } = new URLSearchParams({ own: JSON.stringify(own) }).toString();
  if (chart.query.length > MAX_QUERY || length > MAX_ADDRESS_LENGTH) return null;
  return { ...search, own, charts: writePanes(withChart(panesIn(withCustomCharts(model, own), search), keyOf(chart))) };
}

/** Removes a chart from the URL. Without panes, the board is shown. */
export function withoutCustomChart(model: InterfaceView, search: WorkbenchSearch, n: number): WorkbenchSearch {
  const own = (search.own ?? []).filter((chart) => chart.n !== n);
  const panes = panesIn(model, search).filter(({ key }) => key !== keyOf({ n }));
  return {
    ...search,
    own: own.length === 0 ? undefined : own,
    charts: panes.length === 0 ? undefined : writePanes(panes),
  };
}
