/**
 * Curves with their hours in descending order, which shows how long a load lasts. The selected hour is marked at its
 * rank.
 */
import { unitLabel } from "@etesian/interface";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { HOURS, type HourlySeries, isNonZero, rankOf } from "./hours.ts";
import { type HoursState, useHoursView } from "./hours-view.ts";
import { figureAxis } from "./hours-plot.ts";
import { ink } from "./ink.ts";
import type { Measure } from "./measure.ts";
import { useMeasure } from "./use-measure.ts";
import type { Size } from "./use-size.ts";
import { zeroLine } from "./zero-line.ts";

/** Sizes of the legend in pixels: its first line starts to the right of the unit. */
const LEGEND = { row: 15, unit: 48, swatch: 14, gap: 12 };
/** Height of the unit above the axis, and distance of a legend from it. */
const UNIT_HEIGHT = 14;
const TOP_PADDING = 6;

/** The number of lines that names occupy when wrapped at a width. */
function countLines(names: readonly string[], width: number, measure: Measure): number {
  let [lines, x] = [1, LEGEND.unit];
  for (const name of names) {
    const length = LEGEND.swatch + measure(name);
    if (x > LEGEND.unit && x + length > width) [lines, x] = [lines + 1, LEGEND.unit];
    x += length + LEGEND.gap;
  }
  return lines;
}

export function DurationChart({
  series,
  size,
  theme,
  summary,
}: {
  readonly series: readonly HourlySeries[];
  readonly size: Size;
  readonly theme: string;
  readonly summary: string;
}) {
  const { language } = useTexts();
  const view = useHoursView();
  const measure = useMeasure();
  const container = useRef<HTMLDivElement>(null);
  const listedSeries = series.filter(({ values }) => isNonZero(values));
  const lines =
    listedSeries.length < 2
      ? 0
      : countLines(
          listedSeries.map(({ label }) => label),
          size.width,
          measure,
        );
  const height = Math.max(40, size.height - lines * LEGEND.row);
  useEffect(() => {
    const axis = figureAxis(language);
    const plot = new uPlot(
      {
        width: size.width,
        height,
        padding: [lines === 0 ? UNIT_HEIGHT : TOP_PADDING, null, null, null],
        legend: { show: false },
        cursor: { points: { show: false }, y: false },
        scales: { x: { time: false } },
        axes: [
          {
            ...axis,
            size: 22,
            values: (_plot, splits) =>
              tickLabels(splits, language).map((label, index) =>
                index === splits.length - 1 ? `${label} ${unitLabel("h", language)}` : label,
              ),
          },
          { ...axis, size: 44 },
        ],
        series: [
          {},
          ...series.map(({ label, colour }) => ({ label, stroke: ink(colour), width: 1.5, points: { show: false } })),
        ],
        hooks: { drawAxes: [zeroLine] },
      },
      [
        Float64Array.from({ length: HOURS }, (_, hour) => hour),
        ...series.map(({ values }) => values.toSorted().toReversed()),
      ],
      container.current!,
    );
    const marker = document.createElement("i");
    marker.className = "hour chosen";
    plot.over.append(marker);
    const [first] = series;
    const update = ({ hoveredHour, selectedHour }: HoursState): void => {
      const hour = hoveredHour ?? selectedHour;
      marker.hidden = hour === null || first === undefined;
      if (hour !== null && first !== undefined)
        marker.style.left = `${plot.valToPos(rankOf(first.values, hour), "x")}px`;
    };
    (plot.hooks.draw ??= []).push(() => update(view.getState()));
    const unsubscribe = view.subscribe(update);
    return () => {
      unsubscribe();
      plot.destroy();
    };
  }, [series, size.width, height, lines, theme, language, view, measure]);
  return (
    <div className="duration" role="img" aria-label={summary}>
      {lines > 0 && (
        <ul className="legend" aria-hidden="true" style={{ height: lines * LEGEND.row, paddingLeft: LEGEND.unit }}>
          {listedSeries.map(({ key, label, colour }) => (
            <li key={key}>
              <i className="line" style={{ backgroundColor: `var(--${colour})` }} />
              <span>{label}</span>
            </li>
          ))}
        </ul>
      )}
      <div ref={container} />
    </div>
  );
}
