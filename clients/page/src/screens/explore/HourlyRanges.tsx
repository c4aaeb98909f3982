/** The range of an hourly curve over all variants, hour by hour. */
import { useEffect, useMemo } from "react";
import type { Chart, ChartSeries } from "@etesian/interface";
import type { HourlyQuantiles, VariantHours } from "../../calculation/calculator.ts";
import { HourlyBand } from "./HourlyBand.tsx";
import { datesOf } from "../../charts/calendar.ts";
import { darkestWeek } from "../../charts/hours.ts";
import { visibleSpan, useHours, useHoursView, weekFrom } from "../../charts/hours-view.ts";
import { useSize } from "../../charts/use-size.ts";
import { Select } from "../../controls/Select.tsx";
import { formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useTheme } from "../theme.tsx";
import { type Band, edgesOf, PROBABILITIES } from "./spreads.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

/** A curve of an hourly chart. */
export interface ChosenCurve {
  readonly chart: Chart;
  readonly series: ChartSeries;
}

/** The chosen curve if there is one, otherwise the first chart's first line; null without charts. */
export function findCurve(
  hourlyCharts: readonly Chart[],
  { chart: chartKey, series: seriesKey }: { readonly chart: string | null; readonly series: string | null },
): ChosenCurve | null {
  const chart = hourlyCharts.find(({ key }) => key === chartKey) ?? hourlyCharts[0];
  const series =
    chart?.series.find(({ key }) => key === seriesKey) ??
    chart?.series.find(({ drawn }) => drawn === "line") ??
    chart?.series[0];
  return chart === undefined || series === undefined ? null : { chart, series };
}

export const hoursOf = ({ series: { terms, drawn } }: ChosenCurve): VariantHours => ({
  terms: drawn === "below" ? terms.map(({ query, factor }) => ({ query, factor: -factor })) : terms,
  probabilities: PROBABILITIES,
});

export function HourlyRanges({
  curve: { chart, series },
  hourlyCharts,
  result: hourlyQuantiles,
  band,
  isFinished,
  emptyMessage,
  onChoose,
}: {
  readonly curve: ChosenCurve;
  /** Charts that can be chosen. */
  readonly hourlyCharts: readonly Chart[];
  readonly result: HourlyQuantiles | null;
  readonly band: Band;
  /** Whether all variants are calculated. */
  readonly isFinished: boolean;
  /** Why there are no quantiles. */
  readonly emptyMessage: string;
  readonly onChoose: (chart: string, series: string | null) => void;
}) {
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const theme = useTheme();
  const view = useHoursView();
  const span = useHours(visibleSpan);
  const [ref, size] = useSize<HTMLDivElement>();
  const edges = useMemo(
    () => (hourlyQuantiles === null ? null : edgesOf(band, hourlyQuantiles.quantiles)),
    [hourlyQuantiles, band],
  );
  useEffect(() => {
    const { selectedHour, span } = view.getState();
    if (edges === null || !isFinished || selectedHour !== null || span !== null) return;
    // The week with the widest band; it is kept in the URL, independent of later results.
    const widths = edges.low.map((low, hour) => low - edges.high[hour]!);
    const from = darkestWeek([widths]);
    view.setState({ span: weekFrom(from) });
  }, [edges, isFinished, view]);
  const names = { outer: exploreTexts.bands[band], inner: exploreTexts.halfOfAll, median: exploreTexts.median };
  return (
    <section className="pane hourlyRanges" aria-labelledby="hourly-title">
      <header>
        <h3 id="hourly-title">{series.label === "" ? chart.title : `${chart.title}: ${series.label}`}</h3>
        <span className="span">{datesOf(span.from, span.to, language)}</span>
        <span className="space" />
        {hourlyCharts.length > 1 && (
          <Select
            aria-label={texts.chart}
            options={hourlyCharts.map(({ key, title }) => ({ key, label: title }))}
            selectedKey={chart.key}
            onChoose={(key) => onChoose(key, null)}
          />
        )}
        {chart.series.length > 1 && (
          <Select
            aria-label={exploreTexts.curve}
            options={chart.series.map(({ key, label }) => ({ key, label }))}
            selectedKey={series.key}
            onChoose={(key) => onChoose(chart.key, key)}
          />
        )}
      </header>
      <p className="say">
        {hourlyQuantiles === null
          ? "\u00a0"
          : exploreTexts.hourlyAbout(exploreTexts.bands[band], formatDecimals(hourlyQuantiles.variants, language, 0))}
      </p>
      <div className="body drawn" ref={ref}>
        {edges === null ? (
          <p className="empty">{emptyMessage}</p>
        ) : (
          size !== null && (
            <>
              <span className="unit">{chart.unit}</span>
              <HourlyBand
                edges={edges}
                names={names}
                unit={chart.unit}
                size={size}
                theme={theme.theme}
                summary={chart.title}
              />
            </>
          )
        )}
      </div>
      <footer>
        <span>{exploreTexts.hourlyFoot}</span>
      </footer>
    </section>
  );
}
