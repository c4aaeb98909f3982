/** The ranges of an annual chart's series, and of their sum, over all variants. */
import type { Chart } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import { seriesOf, withFullLabels } from "../../charts/chart-series.ts";
import { columnOf } from "./answer-rows.ts";
import { type Band, type Spread, spreadOf } from "./spreads.ts";

interface SeriesRange {
  readonly key: string;
  readonly label: string;
  readonly spread: Spread;
}

export interface ChartRanges {
  /** In the order of the chart's series; null for a series without figures. */
  readonly series: readonly (SeriesRange | null)[];
  /** The sum of the stacked series; null if no variant has one. */
  readonly total: Spread | null;
}

export function chartRanges(chart: Chart, result: SweepResult, band: Band): ChartRanges {
  const queries = new Set(chart.series.flatMap(({ terms }) => terms.map(({ query }) => query)));
  const columns = Array.from(queries, (query) => [query, columnOf(result, query)] as const);
  const variantCount = result.outline.rows;
  const emptyColumn = (): Float64Array => new Float64Array(variantCount).fill(NaN);
  const values = chart.series.map(emptyColumn);
  const totals = emptyColumn();
  for (let variant = 0; variant < variantCount; variant++) {
    const results = new Map(
      columns.map(([query, column]) => {
        const value = column[variant] ?? NaN;
        return [query, { today: null, future: Number.isNaN(value) ? null : value, fault: null }];
      }),
    );
    for (const [index, { future, isLine }] of seriesOf(chart, { results }, null).entries()) {
      if (future === null) continue;
      values[index]![variant] = future;
      if (!isLine) totals[variant] = (Number.isNaN(totals[variant]) ? 0 : totals[variant]!) + future;
    }
  }
  const labelledSeries = withFullLabels(chart, seriesOf(chart, { results: new Map() }, null));
  return {
    series: labelledSeries.map(({ key, label }, index) => {
      const spread = spreadOf(values[index]!, band);
      return spread === null ? null : { key, label, spread };
    }),
    total: spreadOf(totals, band),
  };
}
