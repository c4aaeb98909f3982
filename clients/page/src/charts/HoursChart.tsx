/** The hours of a year as a stack. Dragging zooms and a double click shows the whole year, in all hourly charts. */
import {
  createContext,
  type CSSProperties,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import uPlot from "uplot";
import { formatColumn } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { secondsOf, timeOf, useFirstWeekday } from "./calendar.ts";
import { HOURS, type HourlySeries, isNonZero, stackEdges } from "./hours.ts";
import { calendarOptions, drawHours, showPeriod, stepped } from "./hours-plot.ts";
import { visibleSpan, useDarkestWeek, useHours, useHoursView } from "./hours-view.ts";
import { hatchInk, ink } from "./ink.ts";
import { noiseOf } from "./difference.ts";
import { widest } from "./measure.ts";
import { useHourKeys } from "./use-hour-keys.ts";
import { useMeasure } from "./use-measure.ts";
import type { Size } from "./use-size.ts";

type WidthState = readonly [width: number, set: Dispatch<SetStateAction<number>>];

/**
 * The width shared by the legends of charts below each other; null for a single chart. It never shrinks, so that charts
 * do not move.
 */
const LegendWidth = createContext<WidthState | null>(null);

/** Charts below each other whose legends have the same width, so that their hours are aligned. */
export function EqualLegends({ children }: { readonly children: ReactNode }) {
  const [width, setWidth] = useState(0);
  const value = useMemo((): WidthState => [width, setWidth], [width]);
  return <LegendWidth value={value}>{children}</LegendWidth>;
}

/** Distance between a chart and its legend. */
const GAP = 10;
/** Width of a legend entry without its text: its swatch and the gaps between its parts. */
const ENTRY_WIDTH = 20;
/** A wide figure with three digits. */
const WIDE_FIGURE = "0.0128";
/** Maximum share of a chart's width for its legend. */
const MAX_LEGEND_SHARE = 0.5;
/** A narrower chart has no legend: its table names the series. */
const MIN_WITH_LEGEND = 300;
/** Height of a line of the legend, and of the space below the last one, next to the axis. */
const LINE_HEIGHT = 15;
const BELOW_LEGEND = 24;

/** A stack is painted from the top down: each series covers everything below its edge. */
const seriesOf = (stack: readonly HourlySeries[], lines: readonly HourlySeries[]): uPlot.Series[] => [
  {},
  ...stack.toReversed().map(({ colour, hatch }) => ({
    fill: hatch === null ? ink(colour) : hatchInk(hatch),
    stroke: ink(colour),
    width: 0,
    paths: stepped,
    points: { show: false },
  })),
  ...lines.map(({ colour }) => ({ stroke: ink(colour), width: 1.4, paths: stepped, points: { show: false } })),
];

export function HoursChart({
  series,
  size,
  unit,
  theme,
  summary,
}: {
  readonly series: readonly HourlySeries[];
  readonly size: Size;
  readonly unit: string;
  readonly theme: string;
  readonly summary: string;
}) {
  const { texts, language } = useTexts();
  const view = useHoursView();
  const hour = useHours(({ hoveredHour, selectedHour }) => hoveredHour ?? selectedHour);
  const measure = useMeasure();
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const edges = useRef<Float32Array[]>([]);
  const firstWeekday = useFirstWeekday();
  const times = useMemo(() => secondsOf(firstWeekday), [firstWeekday]);
  const { stack, lines, data } = useMemo(() => {
    const stackedSeries = series.filter(({ isLine }) => !isLine);
    const lineSeries = series.filter(({ isLine }) => isLine);
    const edgesFromTop = stackEdges(stackedSeries, edges.current).toReversed();
    const columns: uPlot.AlignedData = [times, ...edgesFromTop, ...lineSeries.map(({ values }) => values)];
    return { stack: stackedSeries, lines: lineSeries, data: columns };
  }, [series, times]);
  const hasLegend = size.width >= MIN_WITH_LEGEND;
  const shape = series.map(({ key }) => key).join(" ");
  // Series that are zero in all hours have no mark and no line in the legend.
  const noise = useMemo(() => noiseOf(series.map(({ values }) => values)), [series]);
  const listedSeries = useMemo(
    () => [...lines, ...stack.toReversed()].filter(({ values }) => isNonZero(values, noise)),
    [lines, stack, noise],
  );
  const names = widest(
    listedSeries.map(({ label }) => label),
    measure,
  );
  const neededWidth = ENTRY_WIDTH + names + measure(WIDE_FIGURE, "strong");
  const ownWidth = useState(0);
  const [reserved, setReserved] = useContext(LegendWidth) ?? ownWidth;
  useEffect(() => setReserved((width) => Math.max(width, neededWidth)), [neededWidth, setReserved]);
  const legendWidth = Math.ceil(Math.min(Math.max(reserved, neededWidth), size.width * MAX_LEGEND_SHARE));

  useDarkestWeek(series);
  // The plot is recreated only if the series differ; new numbers are set on the existing plot.
  useEffect(() => {
    const width = Math.max(100, size.width - (hasLegend ? legendWidth + GAP : 0));
    const { plot: initialPlot, remove } = drawHours(view, times, (hooks) => {
      const options = calendarOptions(times, { ...size, width }, unit, language, firstWeekday, measure, hooks);
      return new uPlot({ ...options, series: seriesOf(stack, lines) }, data, container.current!);
    });
    plot.current = initialPlot;
    return remove;
  }, [shape, size.width, size.height, legendWidth, unit, language, theme, times, view, measure]);

  useEffect(() => {
    if (plot.current === null) return;
    // Setting the horizontal scale makes uPlot rescale the vertical axis.
    plot.current.setData(data, false);
    showPeriod(plot.current, view, times);
  }, [series]);

  const onKeyDown = useHourKeys();
  const readoutHour = hour ?? visibleSpan(view.getState()).from;
  const figuresAt = (index: number): readonly string[] =>
    formatColumn(
      listedSeries.map(({ values }) => (Math.abs(values[index]!) <= noise ? 0 : values[index]!)),
      language,
    );
  const figures = hour === null ? [] : figuresAt(hour);
  const maxLines = Math.max(1, Math.floor((size.height - BELOW_LEGEND) / LINE_HEIGHT));
  // Lines first, then the parts of the stack from its top. Print shows all of them.
  const namedCount = listedSeries.length <= maxLines ? listedSeries.length : maxLines - 1;
  const spokenFigures = figuresAt(readoutHour);
  const readout = listedSeries.map(({ label }, index) => `${label} ${spokenFigures[index]}`).join(", ");
  return (
    <div
      className={hasLegend ? "hours" : "hours narrow"}
      style={{ "--legend": `${legendWidth}px`, "--gap": `${GAP}px` } as CSSProperties}
      role="slider"
      tabIndex={0}
      aria-label={`${summary}, ${texts.hours.hour}`}
      aria-valuemin={0}
      aria-valuemax={HOURS - 1}
      aria-valuenow={readoutHour}
      aria-valuetext={`${timeOf(readoutHour, language, firstWeekday)}: ${readout} ${unit}`}
      onKeyDown={onKeyDown}
    >
      <div ref={container} />
      {hasLegend && (
        <ul className="legend" aria-hidden="true" style={{ "--lines": listedSeries.length } as CSSProperties}>
          {listedSeries.map((one, index) => (
            <li key={one.key} className={index < namedCount ? undefined : "beyond"}>
              <i
                className={one.isLine ? "line" : ""}
                data-hatch={one.hatch ?? undefined}
                style={{ backgroundColor: `var(--${one.colour})` }}
              />
              <span>{one.label}</span>
              <b>{figures[index]}</b>
            </li>
          ))}
          {namedCount < listedSeries.length && (
            <li className="more">{texts.andMore(listedSeries.length - namedCount)}</li>
          )}
        </ul>
      )}
    </div>
  );
}
