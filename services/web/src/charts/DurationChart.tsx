/** Curves with their hours sorted, the highest first: how long a load lasts. */
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { HOURS, type HourlySeries } from "./hours.ts";
import { ink } from "./ink.ts";
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
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const axis = {
      stroke: ink("ink-2"),
      font: "11px system-ui, sans-serif",
      grid: { stroke: ink("line"), width: 1 },
      ticks: { show: false },
    };
    const plot = new uPlot(
      {
        ...size,
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
        ...series.map(({ values }) => values.toSorted((a, b) => b - a)),
      ],
      place.current!,
    );
    return () => plot.destroy();
  }, [series, size.width, size.height, theme, language]);
  return <div ref={place} role="img" aria-label={summary} />;
}
