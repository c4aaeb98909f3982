/**
 * A year of hours as a stack. Dragging over it zooms, a double click shows the whole year; all hourly charts follow.
 */
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
import { figure, type Language, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { hourAxis } from "./hour-axis.ts";
import { type FirstWeekday, secondsOf, timeOf, useFirstWeekday } from "./calendar.ts";
import { darkestWeek, HOURS, type HourlySeries, isNonZero, stacked, weekFrom } from "./hours.ts";
import { drawHours, type HourHooks, showPeriod } from "./hours-plot.ts";
import { shownSpan, spanOf, useHours, useHoursView } from "./hours-view.ts";
import { hatchInk, ink } from "./ink.ts";
import { noiseOf } from "./difference.ts";
import { type Measure, widest } from "./measure.ts";
import { useHourKeys } from "./use-hour-keys.ts";
import { chartFont, useMeasure } from "./use-measure.ts";
import type { Size } from "./use-size.ts";
import { zeroLine } from "./zero-line.ts";

type Width = readonly [width: number, set: Dispatch<SetStateAction<number>>];

/** The widest legend so far of charts below each other; null for a chart alone. It does not shrink, so that the chart stays. */
const LegendWidth = createContext<Width | null>(null);

/** Charts below each other, whose legends are equally wide, so that they share their hours. */
export function EqualLegends({ children }: { readonly children: ReactNode }) {
  const [width, setWidth] = useState(0);
  const value = useMemo((): Width => [width, setWidth], [width]);
  return <LegendWidth value={value}>{children}</LegendWidth>;
}

/** Distance between a chart and its legend. */
const GAP = 10;
/** Width of a legend entry without its texts: its swatch and the gaps between its parts. */
const ENTRY = 20;
/** Room for a figure of three digits. */
const WIDE_FIGURE = "0.0128";
/** Maximum share of a chart's width for its legend. */
const MAX_LEGEND_SHARE = 0.42;
/** A narrower chart has no legend: its table names the series. */
const MIN_WITH_LEGEND = 300;
/** Height of a line of the legend, and of the space below the last one, next to the axis. */
const LINE = 15;
const BELOW_LEGEND = 24;

/** Spacing of the vertical axis's figures, of which there are at most six. */
const spaceOf = (_plot: uPlot, _axis: number, _min: number, _max: number, height: number): number =>
  Math.max(16, height / 5);

const stepped = uPlot.paths.stepped!({ align: 1 });

/** Stacks are painted from the top down: each covers everything below its edge. */
function optionsOf(
  times: Float64Array,
  stack: readonly HourlySeries[],
  lines: readonly HourlySeries[],
  size: Size,
  language: Language,
  first: FirstWeekday,
  measure: Measure,
  follow: HourHooks,
): uPlot.Options {
  const axis = {
    stroke: ink("ink-2"),
    font: chartFont(),
    grid: { stroke: ink("line"), width: 1 },
    ticks: { show: false },
  };
  const hours = hourAxis(times, language, first, measure);
  return {
    width: size.width,
    height: size.height,
    // Space for the unit above the axis.
    padding: [14, null, null, null],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: { points: { show: false }, x: false, y: false, drag: { x: true, y: false } },
    scales: { y: { range: (_plot, min, max) => [Math.min(0, min), max * 1.04 || 1] } },
    axes: [
      hours.axis,
      { ...axis, size: 40, gap: 4, space: spaceOf, values: (_plot, splits) => [...tickLabels(splits, language)] },
    ],
    series: [
      {},
      ...stack.toReversed().map(({ colour, hatch }) => ({
        fill: hatch === null ? ink(colour) : hatchInk(hatch),
        stroke: ink(colour),
        width: 0,
        paths: stepped,
        points: { show: false },
      })),
      ...lines.map(({ colour }) => ({ stroke: ink(colour), width: 1.4, paths: stepped, points: { show: false } })),
    ],
    hooks: { drawAxes: [zeroLine, hours.ladder], ...follow },
  };
}

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
  const hour = useHours(({ pointed, chosen }) => pointed ?? chosen);
  const measure = useMeasure();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const edges = useRef<Float32Array[]>([]);
  const first = useFirstWeekday();
  const times = useMemo(() => secondsOf(first), [first]);
  const { stack, lines, data } = useMemo(() => {
    const parts = series.filter(({ isLine }) => !isLine);
    const over = series.filter(({ isLine }) => isLine);
    const down = stacked(parts, edges.current).toReversed();
    const columns: uPlot.AlignedData = [times, ...down, ...over.map(({ values }) => values)];
    return { stack: parts, lines: over, data: columns };
  }, [series, times]);
  const hasLegend = size.width >= MIN_WITH_LEGEND;
  const shape = series.map(({ key }) => key).join(" ");
  // Series that are zero in all hours have no mark and no line in the legend.
  const noise = useMemo(() => noiseOf(series.map(({ values }) => values)), [series]);
  const listed = useMemo(
    () => [...lines, ...stack.toReversed()].filter(({ values }) => isNonZero(values, noise)),
    [lines, stack, noise],
  );
  const names = widest(
    listed.map(({ label }) => label),
    measure,
  );
  const needed = ENTRY + names + measure(WIDE_FIGURE, "strong");
  const own = useState(0);
  const [reserved, setReserved] = useContext(LegendWidth) ?? own;
  useEffect(() => setReserved((before) => Math.max(before, needed)), [needed, setReserved]);
  const legendWidth = Math.ceil(Math.min(Math.max(reserved, needed), size.width * MAX_LEGEND_SHARE));

  // Recreated only for another shape; new numbers are set on the existing plot.
  useEffect(() => {
    const sources = stack.filter(({ colour }) => /wind|solar/.test(colour));
    const { chosen, span } = view.getState();
    if (sources.length > 0 && chosen === null && span === null) {
      const [from, to] = weekFrom(darkestWeek(sources.map(({ values }) => values)));
      // Selected once and kept in the address, independent of later results.
      view.setState({ span: spanOf(from, to - 1) });
    }
    const width = Math.max(100, size.width - (hasLegend ? legendWidth + GAP : 0));
    const { plot: made, remove } = drawHours(
      view,
      times,
      (hooks) =>
        new uPlot(
          optionsOf(times, stack, lines, { ...size, width }, language, first, measure, hooks),
          data,
          place.current!,
        ),
    );
    plot.current = made;
    return remove;
  }, [shape, size.width, size.height, legendWidth, language, theme, times, view, measure]);

  useEffect(() => {
    if (plot.current === null) return;
    // The vertical axis follows the numbers once the horizontal one is set.
    plot.current.setData(data, false);
    showPeriod(plot.current, view, times);
  }, [series]);

  const onKeyDown = useHourKeys();
  const at = hour ?? shownSpan(view.getState()).from;
  const figureAt = ({ values }: HourlySeries, of: number): string => {
    const value = values[of]!;
    return figure(Math.abs(value) <= noise ? 0 : value, language);
  };
  const fits = Math.max(1, Math.floor((size.height - BELOW_LEGEND) / LINE));
  // Lines first, then the parts of the stack from its top. Paper has all of them.
  const named = listed.length <= fits ? listed.length : fits - 1;
  const readout = listed.map((one) => `${one.label} ${figureAt(one, at)}`).join(", ");
  return (
    <div
      className={hasLegend ? "hours" : "hours narrow"}
      style={{ "--legend": `${legendWidth}px`, "--gap": `${GAP}px` } as CSSProperties}
      role="slider"
      tabIndex={0}
      aria-label={`${summary}, ${texts.hours.hour}`}
      aria-valuemin={0}
      aria-valuemax={HOURS - 1}
      aria-valuenow={at}
      aria-valuetext={`${timeOf(at, language, first)}: ${readout} ${unit}`}
      onKeyDown={onKeyDown}
    >
      <div ref={place} />
      {hasLegend && (
        <ul className="legend" aria-hidden="true" style={{ "--lines": listed.length } as CSSProperties}>
          {listed.map((one, place) => (
            <li key={one.key} className={place < named ? undefined : "beyond"}>
              <i
                className={one.isLine ? "line" : ""}
                data-hatch={one.hatch ?? undefined}
                style={{ backgroundColor: `var(--${one.colour})` }}
              />
              <span>{one.label}</span>
              <b>{hour === null ? "" : figureAt(one, hour)}</b>
            </li>
          ))}
          {named < listed.length && <li className="more">{texts.andMore(listed.length - named)}</li>}
        </ul>
      )}
    </div>
  );
}
