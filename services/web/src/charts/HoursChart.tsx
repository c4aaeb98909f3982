/** A year of hours as a stack, zoomed by dragging over it; a double click shows the whole year. */
import { useEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { figure, type Language, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { darkestWeek, type HourlySeries, hoursOf, stacked, weekFrom } from "./hours.ts";
import { ink } from "./ink.ts";
import type { Size } from "./use-size.ts";

const LEGEND_WIDTH = 142;

/** Seconds since 1970. */
interface Window {
  readonly min: number;
  readonly max: number;
}

const stepped = uPlot.paths.stepped!({ align: 1 });

/** Stacks are painted from the top down: each covers all below its edge. */
function optionsOf(
  stack: readonly HourlySeries[],
  lines: readonly HourlySeries[],
  size: Size,
  language: Language,
  onHour: (hour: number | null) => void,
  view: { current: Window | null },
): uPlot.Options {
  const font = "11px system-ui, sans-serif";
  const axis = { stroke: ink("ink-2"), font, grid: { stroke: ink("line"), width: 1 }, ticks: { show: false } };
  const day = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" });
  return {
    width: size.width,
    height: size.height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: { points: { show: false }, y: false, drag: { x: true, y: false } },
    scales: { y: { range: (_plot, min, max) => [Math.min(0, min), max * 1.04 || 1] } },
    axes: [
      {
        ...axis,
        size: 22,
        space: 70,
        values: (_plot, splits) => {
          const span = (splits.at(-1) ?? 0) - (splits[0] ?? 0);
          return splits.map((seconds) => (span > 40 * 86_400 ? month : day).format(seconds * 1000));
        },
      },
      { ...axis, size: 40, gap: 4, values: (_plot, splits) => [...tickLabels(splits, language)] },
    ],
    series: [
      {},
      ...stack.toReversed().map(({ colour }) => ({
        fill: ink(colour),
        stroke: ink(colour),
        width: 0,
        paths: stepped,
        points: { show: false },
      })),
      ...lines.map(({ colour }) => ({ stroke: ink(colour), width: 1.4, paths: stepped, points: { show: false } })),
    ],
    hooks: {
      setCursor: [(plot) => onHour(plot.cursor.idx ?? null)],
      setScale: [
        ({ scales: { x } }, key) => {
          if (key === "x" && typeof x?.min === "number" && typeof x.max === "number") {
            view.current = { min: x.min, max: x.max };
          }
        },
      ],
    },
  };
}

export function HoursChart({
  series,
  year,
  size,
  unit,
  theme,
  summary,
}: {
  readonly series: readonly HourlySeries[];
  /** Calendar year of the hours. */
  readonly year: number;
  readonly size: Size;
  readonly unit: string;
  readonly theme: string;
  readonly summary: string;
}) {
  const { language } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  /** The part of the year that is shown. */
  const view = useRef<Window | null>(null);
  const [hour, setHour] = useState<number | null>(null);
  const times = useMemo(() => hoursOf(year), [year]);
  const stack = series.filter(({ isLine }) => !isLine);
  const lines = series.filter(({ isLine }) => isLine);
  const data = [
    times,
    ...stacked(stack).toReversed(),
    ...lines.map(({ values }) => values),
  ] as unknown as uPlot.AlignedData;
  const shape = series.map(({ key }) => key).join(" ");

  // Made again for another shape alone; new numbers are given to the plot that is there.
  useEffect(() => {
    const sources = stack.filter(({ colour }) => /wind|solar/.test(colour));
    const [first, last] = weekFrom(darkestWeek(sources.map(({ values }) => values)));
    view.current ??= { min: times[first]!, max: times[last]! };
    const width = Math.max(100, size.width - LEGEND_WIDTH);
    const made = new uPlot(optionsOf(stack, lines, { ...size, width }, language, setHour, view), data, place.current!);
    made.setScale("x", view.current);
    plot.current = made;
    return () => made.destroy();
  }, [shape, size.width, size.height, language, theme, times]);

  useEffect(() => {
    // The vertical axis follows the numbers once the horizontal one is set.
    plot.current?.setData(data, false);
    if (view.current !== null) plot.current?.setScale("x", view.current);
  }, [series]);

  const shown = hour ?? 0;
  return (
    <div className="hours" role="img" aria-label={summary}>
      <div ref={place} />
      <ul className="legend" aria-hidden="true">
        {[...lines, ...stack.toReversed()].map((one) => (
          <li key={one.key}>
            <i style={{ background: `var(--${one.colour})` }} />
            <span>{one.label}</span>
            <b>{hour === null ? "" : figure(one.values[shown]!, language)}</b>
          </li>
        ))}
        <li>
          <span />
          <span className="quiet">{unit}</span>
        </li>
      </ul>
    </div>
  );
}
