/** Quantiles of each hour over variants: an outer band, its inner half, and the median. */
import { useEffect, useMemo, useRef } from "react";
import uPlot from "uplot";
import { formatFigure, formatTogether } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { secondsOf, timeOf, useFirstWeekday } from "../../charts/calendar.ts";
import { HOURS } from "../../charts/hours.ts";
import { calendarOptions, drawHours, showPeriod, stepped } from "../../charts/hours-plot.ts";
import { visibleSpan, useHours, useHoursView } from "../../charts/hours-view.ts";
import { ink } from "../../charts/ink.ts";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useHourKeys } from "../../charts/use-hour-keys.ts";
import { useMeasure } from "../../charts/use-measure.ts";
import type { Size } from "../../charts/use-size.ts";

/** Quantiles by hour, in the unit of the chart. */
export interface HourlyEdges {
  readonly low: Float32Array;
  readonly lowerQuartile: Float32Array;
  readonly median: Float32Array;
  readonly upperQuartile: Float32Array;
  readonly high: Float32Array;
}

/** Percentage of ink in the bands: low enough for the grid lines behind them to stay visible. */
const TINTS = { outer: 14, inner: 26 };
/** In pixels. */
const LEGEND_HEIGHT = 18;

export function HourlyBand({
  edges,
  names,
  unit,
  size,
  theme,
  summary,
}: {
  readonly edges: HourlyEdges;
  readonly names: { readonly outer: string; readonly inner: string; readonly median: string };
  readonly unit: string;
  readonly size: Size;
  /** Colour theme; the canvas is repainted when it changes. */
  readonly theme: string;
  readonly summary: string;
}) {
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const view = useHoursView();
  const hour = useHours(({ hoveredHour, selectedHour }) => hoveredHour ?? selectedHour);
  const firstHour = useHours(visibleSpan).from;
  const measure = useMeasure();
  const weekday = useFirstWeekday();
  const times = useMemo(() => secondsOf(weekday), [weekday]);
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const data = useMemo(
    (): uPlot.AlignedData => [times, edges.high, edges.low, edges.upperQuartile, edges.lowerQuartile, edges.median],
    [times, edges],
  );

  useEffect(() => {
    const tint = (percent: number): string => `color-mix(in srgb, ${ink("ink")} ${percent}%, transparent)`;
    const edge: uPlot.Series = { paths: stepped, points: { show: false }, width: 0, stroke: "transparent" };
    const plotSize = { width: Math.max(100, size.width), height: Math.max(60, size.height - LEGEND_HEIGHT) };
    const { plot: initialPlot, remove } = drawHours(view, times, (hooks) => {
      const options: uPlot.Options = {
        ...calendarOptions(times, plotSize, unit, language, weekday, measure, hooks),
        series: [{}, edge, edge, edge, edge, { ...edge, width: 1.3, stroke: ink("ink") }],
        bands: [
          { series: [1, 2], fill: tint(TINTS.outer) },
          { series: [3, 4], fill: tint(TINTS.inner) },
        ],
      };
      return new uPlot(options, data, container.current!);
    });
    plot.current = initialPlot;
    return remove;
  }, [size.width, size.height, unit, language, theme, times, weekday, view, measure]);

  useEffect(() => {
    if (plot.current === null) return;
    // The vertical axis follows the numbers once the horizontal one is set.
    plot.current.setData(data, false);
    showPeriod(plot.current, view, times);
  }, [data]);

  const currentHour = hour ?? firstHour;
  const spanAtHour = (low: Float32Array, high: Float32Array): string =>
    exploreTexts.span(...formatTogether([low[currentHour]!, high[currentHour]!], language));
  const median = `${names.median} ${formatFigure(edges.median[currentHour]!, language)}`;
  const outer = `${names.outer} ${spanAtHour(edges.low, edges.high)}`;
  const inner = `${names.inner} ${spanAtHour(edges.lowerQuartile, edges.upperQuartile)}`;
  const time = timeOf(currentHour, language, weekday);
  return (
    <div
      className="hours band"
      role="slider"
      tabIndex={0}
      aria-label={`${summary}, ${texts.hours.hour}`}
      aria-valuemin={0}
      aria-valuemax={HOURS - 1}
      aria-valuenow={currentHour}
      aria-valuetext={`${time}: ${median}, ${inner}, ${outer} ${unit}`}
      onKeyDown={useHourKeys()}
    >
      <p className="bandLegend" aria-hidden="true">
        {hour !== null && <b>{time}</b>}
        <span className="outer">{hour === null ? names.outer : outer}</span>
        <span className="inner">{hour === null ? names.inner : inner}</span>
        <span className="median">{hour === null ? names.median : median}</span>
      </p>
      <div ref={container} />
    </div>
  );
}
