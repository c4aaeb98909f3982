/** Curves with their hours sorted, the highest first: how long a load lasts. The chosen hour is marked at its rank. */
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { HOURS, type HourlySeries, rankOf } from "./hours.ts";
import { type HoursState, useHoursView } from "./hours-view.ts";
import { ink } from "./ink.ts";
import { chartFont, useMeasure } from "./use-measure.ts";
import type { Size } from "./use-size.ts";

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
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const axis = {
      stroke: ink("ink-2"),
      font: chartFont(),
      grid: { stroke: ink("line"), width: 1 },
      ticks: { show: false },
    };
    const plot = new uPlot(
      {
        ...size,
        // Room for the unit above the axis.
        padding: [14, null, null, null],
        legend: { show: false },
        cursor: { points: { show: false }, y: false },
        scales: { x: { time: false } },
        axes: [
          { ...axis, size: 22, values: (_plot, splits) => [...tickLabels(splits, language)] },
          { ...axis, size: 44, values: (_plot, splits) => [...tickLabels(splits, language)] },
        ],
        series: [
          {},
          ...series.map(({ label, colour }) => ({ label, stroke: ink(colour), width: 1.5, points: { show: false } })),
        ],
      },
      [
        Float64Array.from({ length: HOURS }, (_, hour) => hour),
        ...series.map(({ values }) => values.toSorted().toReversed()),
      ],
      place.current!,
    );
    const mark = document.createElement("i");
    mark.className = "hour chosen";
    plot.over.append(mark);
    const [first] = series;
    const follow = ({ pointed, chosen }: HoursState): void => {
      const hour = pointed ?? chosen;
      mark.hidden = hour === null || first === undefined;
      if (hour !== null && first !== undefined) mark.style.left = `${plot.valToPos(rankOf(first.values, hour), "x")}px`;
    };
    (plot.hooks.draw ??= []).push(() => follow(view.getState()));
    const end = view.subscribe(follow);
    return () => {
      end();
      plot.destroy();
    };
  }, [series, size.width, size.height, theme, language, view, measure]);
  return <div ref={place} role="img" aria-label={summary} />;
}
