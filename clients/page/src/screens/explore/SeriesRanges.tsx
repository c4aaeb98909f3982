/** The ranges of an annual chart's series over all variants. */
import { useMemo } from "react";
import type { Chart } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import { BarAxis } from "../../charts/BarAxis.tsx";
import { seriesOf, withFullLabels } from "../../charts/chart-series.ts";
import { Figures } from "../../charts/Figures.tsx";
import { linearScale, type Scale } from "../../charts/scale.ts";
import { decimalsForColumn, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession } from "../session-context.tsx";
import { columnOf } from "./answer-rows.ts";
import { RangeStrip } from "./RangeStrip.tsx";
import { type Band, type Spread, spreadOf } from "./spreads.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

/** The ranges of a chart's series on one scale. */
export function SeriesRanges({
  chart,
  result,
  band,
}: {
  readonly chart: Chart;
  readonly result: SweepResult;
  readonly band: Band;
}) {
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const answer = useSession((state) => state.answer);
  const rows = useMemo(() => rangesOf(chart, result, band), [chart, result, band]);
  const currentSeries = useMemo(() => (answer === null ? [] : seriesOf(chart, answer, null)), [chart, answer]);
  const values = rows.flatMap(({ spread }) => [spread.low, spread.high]);
  const scale: Scale = linearScale([Math.min(0, ...values), Math.max(0, ...values)], [0, 100], 20);
  const decimals = decimalsForColumn(Math.max(0, ...values.map(Math.abs)));
  const formatValue = (value: number): string => formatDecimals(value, language, decimals);
  return (
    <div className="body scrolls" tabIndex={0} role="group" aria-label={chart.title}>
      <Figures
        columns={[
          { head: texts.name, kind: "name", isHeadVisuallyHidden: true, cell: ({ label }) => label },
          {
            head: <BarAxis scale={scale} />,
            kind: "bars",
            cell: ({ key, spread }) => (
              <RangeStrip
                spread={spread}
                at={scale.position}
                now={currentSeries.find((series) => series.key === key)?.future ?? null}
              />
            ),
          },
          {
            head: exploreTexts.bands[band],
            cell: ({ spread }) => {
              const [low, high] = [formatValue(spread.low), formatValue(spread.high)];
              return low === high ? exploreTexts.always(low) : exploreTexts.span(low, high);
            },
          },
        ]}
        rows={rows}
        attributesOf={({ key }) => ({ key })}
      />
    </div>
  );
}

/** Series whose figures are not always 0, the largest first. */
function rangesOf(
  chart: Chart,
  result: SweepResult,
  band: Band,
): readonly { readonly key: string; readonly label: string; readonly spread: Spread }[] {
  const columns = new Map(
    [...new Set(chart.series.flatMap(({ terms }) => terms.map(({ query }) => query)))].map((query) => [
      query,
      columnOf(result, query),
    ]),
  );
  const variantCount = result.outline.rows;
  const values = chart.series.map(() => new Float64Array(variantCount).fill(NaN));
  for (let variant = 0; variant < variantCount; variant++) {
    const results = new Map(
      Array.from(columns, ([query, column]) => {
        const value = column[variant] ?? NaN;
        return [query, { today: null, future: Number.isNaN(value) ? null : value, fault: null }];
      }),
    );
    for (const [index, { future }] of seriesOf(chart, { results }, null).entries())
      if (future !== null) values[index]![variant] = future;
  }
  const labelledSeries = withFullLabels(chart, seriesOf(chart, { results: new Map() }, null));
  return labelledSeries
    .flatMap(({ key, label }, index) => {
      const spread = spreadOf(values[index]!, band);
      return spread === null || (spread.low === 0 && spread.high === 0) ? [] : [{ key, label, spread }];
    })
    .toSorted((a, b) => Math.abs(b.spread.median) - Math.abs(a.spread.median));
}
