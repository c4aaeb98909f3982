import type { Chart } from "@etesian/interface";
import { figure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { sankeyOf } from "./sankey.ts";
import type { Series } from "./series.ts";
import type { Size } from "./use-size.ts";

export function Sankey({
  chart,
  series,
  view,
  size,
  summary,
}: {
  readonly chart: Chart;
  readonly series: readonly Series[];
  readonly view: "today" | "future";
  readonly size: Size;
  readonly summary: string;
}) {
  const { texts, language } = useTexts();
  const drawn = sankeyOf(chart, series, view, size);
  if (drawn === null) return <p className="empty">{texts.noValue}</p>;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      <g className="bands">
        {drawn.bands.map(({ key, label, colour, path, value }) => (
          <path key={key} d={path} style={{ fill: `var(--${colour})` }}>
            <title>{`${label}: ${figure(value, language)} ${chart.unit}`}</title>
          </path>
        ))}
      </g>
      {drawn.posts.map(({ key, colour, x, y, width, height }) => (
        <rect key={key} x={x} y={y} width={width} height={height} style={{ fill: `var(--${colour})` }} />
      ))}
      {drawn.labels.map(({ post: { key, label, value }, x, y, anchor }) => (
        <text key={key} className="halo" x={x} y={y} textAnchor={anchor}>
          {anchor !== "middle" && label.length > drawn.letters ? `${label.slice(0, drawn.letters - 1)}…` : label}
          <title>{label}</title>
          <tspan className="strong">{` ${figure(value, language)}`}</tspan>
        </text>
      ))}
    </svg>
  );
}
