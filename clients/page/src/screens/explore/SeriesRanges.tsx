/** An annual chart with the ranges of its series over all variants: as marks in its last column, or as a table. */
import { useMemo, useState } from "react";
import { type Chart, CHART_TYPES } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import { BarAxis } from "../../charts/BarAxis.tsx";
import { seriesOf } from "../../charts/chart-series.ts";
import { Columns } from "../../charts/Columns.tsx";
import { Figures } from "../../charts/Figures.tsx";
import { kindOf } from "../../charts/kinds/charts.ts";
import { linearScale, type Scale } from "../../charts/scale.ts";
import { StackedBars } from "../../charts/StackedBars.tsx";
import { useSize } from "../../charts/use-size.ts";
import { Segments } from "../../controls/Segments.tsx";
import { Select } from "../../controls/Select.tsx";
import { decimalsForColumn, formatDecimals, formatWithUnit } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession } from "../session-context.tsx";
import { RangeStrip } from "./RangeStrip.tsx";
import { type ChartRanges, chartRanges } from "./series-ranges.ts";
import type { Band } from "./spreads.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

export function SeriesRanges({
  charts,
  result,
  band,
}: {
  /** Charts that can be chosen, at least one. */
  readonly charts: readonly Chart[];
  readonly result: SweepResult | null;
  readonly band: Band;
}) {
  const { texts } = useTexts();
  const exploreTexts = useExploreTexts();
  const [chartKey, setChartKey] = useState<string | null>(null);
  const [isTable, setIsTable] = useState(false);
  const chart = charts.find(({ key }) => key === chartKey) ?? charts[0]!;
  const ranges = useMemo(() => (result === null ? null : chartRanges(chart, result, band)), [chart, result, band]);
  const kind = kindOf(chart.type);
  const isStacked = kind.data === "annual" && kind.views.future.Draw === StackedBars;
  const isDrawn = isStacked && !isTable;
  return (
    <section className="pane" aria-labelledby="series-title">
      <header>
        <h3 id="series-title">{chart.title}</h3>
        <span className="unit">{chart.unit}</span>
        <span className="space" />
        {charts.length > 1 && (
          <Select
            aria-label={texts.chart}
            options={charts.map(({ key, title }) => ({ key, label: title }))}
            selectedKey={chart.key}
            onChoose={setChartKey}
          />
        )}
        {isStacked && (
          <Segments
            label={exploreTexts.commonView}
            selectedKey={isTable ? "table" : "chart"}
            onChoose={(key) => setIsTable(key === "table")}
            segments={[
              { key: "chart", label: texts.chart },
              { key: "table", label: exploreTexts.table },
            ]}
          />
        )}
      </header>
      <p className="say">
        {(isDrawn ? exploreTexts.whiskersAbout : exploreTexts.seriesAbout)(exploreTexts.bands[band])}
      </p>
      {ranges === null ? (
        <p className="empty">{exploreTexts.planning}</p>
      ) : isDrawn ? (
        <RangedColumns chart={chart} ranges={ranges} band={band} />
      ) : (
        <RangesTable chart={chart} ranges={ranges} band={band} />
      )}
      <footer>
        <span>{CHART_TYPES[chart.type].isSum && exploreTexts.seriesFoot}</span>
      </footer>
    </section>
  );
}

interface Props {
  readonly chart: Chart;
  readonly ranges: ChartRanges;
  readonly band: Band;
}

/** The columns of both years, with ranges in the end year's column. */
function RangedColumns({ chart, ranges, band }: Props) {
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const answer = useSession((state) => state.answer);
  const startYear = useSession(({ scenario }) => scenario.startYear);
  const endYear = useSession(({ scenario }) => scenario.endYear);
  const [ref, size] = useSize<HTMLDivElement>();
  const series = useMemo(() => (answer === null ? [] : seriesOf(chart, answer, null)), [chart, answer]);
  const columns = [
    { key: "today", name: String(startYear), values: series.map(({ today }) => today) },
    { key: "future", name: String(endYear), values: series.map(({ future }) => future) },
  ].filter(({ values }) => values.some((value) => value !== null));
  const { total } = ranges;
  const summary =
    total === null
      ? chart.title
      : `${chart.title}. ${exploreTexts.between(
          exploreTexts.bands[band],
          formatWithUnit("", total.low, language),
          formatWithUnit(chart.unit, total.high, language),
        )}`;
  return (
    <div className="body drawn" ref={ref}>
      {size !== null && columns.length > 0 && (
        <Columns
          parts={series}
          columns={columns}
          previousValues={null}
          outlinedScenarios={[]}
          ranges={{ parts: ranges.series.map((range) => range?.spread ?? null), total }}
          size={size}
          unit={chart.unit}
          summary={summary}
        />
      )}
    </div>
  );
}

/** The ranges on one scale, the largest median first, without series that are always 0. */
function RangesTable({ chart, ranges, band }: Props) {
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const answer = useSession((state) => state.answer);
  const currentSeries = useMemo(() => (answer === null ? [] : seriesOf(chart, answer, null)), [chart, answer]);
  const rows = ranges.series
    .flatMap((range) => (range === null || (range.spread.low === 0 && range.spread.high === 0) ? [] : [range]))
    .toSorted((a, b) => Math.abs(b.spread.median) - Math.abs(a.spread.median));
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
