import { figure, figureIn } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { fitted } from "./measure.ts";
import { sankeyOf } from "./sankey.ts";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { yearOf } from "./series.ts";
import { useMeasure } from "./use-measure.ts";

/** Of a name that is cut. */
const LEAST_LETTERS = 5;

export function Sankey({ chart, series, view, size, summary }: AnnualProps) {
  const { texts, language } = useTexts();
  const measure = useMeasure();
  const drawn = sankeyOf(chart, series, yearOf(view), size, {
    name: measure,
    value: (value) => measure(` ${figure(value, language)}`, "strong"),
  });
  /** Above posts between the outer columns stands a name that can be read, or none. */
  const nameAbove = (label: string): string => {
    const name = fitted(label, drawn?.names.inner ?? 0, measure);
    return name === label || name.length >= LEAST_LETTERS ? name : "";
  };
  if (drawn === null) return <p className="empty">{texts.noValue}</p>;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      <g className="bands">
        {drawn.bands.map(({ key, label, colour, path, value }) => (
          <path key={key} d={path} style={{ fill: `var(--${colour})` }}>
            <title>{`${label}: ${figureIn(chart.unit, value, language)}`}</title>
          </path>
        ))}
      </g>
      {drawn.posts.map(({ key, colour, x, y, width, height }) => (
        <rect key={key} x={x} y={y} width={width} height={height} style={{ fill: `var(--${colour})` }} />
      ))}
      {drawn.labels.map(({ post: { key, label, value }, x, y, anchor }) => (
        <text key={key} className="halo" x={x} y={y} textAnchor={anchor}>
          {anchor === "middle" ? nameAbove(label) : fitted(label, drawn.names.outer, measure)}
          <title>{label}</title>
          <tspan className="strong">{` ${figure(value, language)}`}</tspan>
        </text>
      ))}
    </svg>
  );
}
