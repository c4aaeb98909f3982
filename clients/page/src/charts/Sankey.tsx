import { useContext } from "react";
import { figureIn } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { useChartText } from "./chart-text.ts";
import { ExplainSeriesContext } from "./explain-series.ts";
import { sankeyOf } from "./sankey.ts";
import { yearOf } from "./series.ts";

export function Sankey({ chart, series, view, size, summary }: AnnualProps) {
  const { language } = useTexts();
  const explain = useContext(ExplainSeriesContext);
  const drawn = sankeyOf(chart, series, yearOf(view), size, useChartText());
  if (drawn === null) return null;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      <g className="bands">
        {drawn.bands.map(({ key, label, colour, path, value }) => (
          <path
            key={key}
            d={path}
            style={{ fill: `var(--${colour})` }}
            {...(explain === null
              ? {}
              : {
                  className: "explained",
                  onClick: () => explain(chart.series.find((one) => one.key === key)!),
                })}
          >
            <title>{`${label}: ${figureIn(chart.unit, value, language)}`}</title>
          </path>
        ))}
      </g>
      {drawn.nodes.map(({ key, colour, x, y, width, height }) => (
        <rect key={key} x={x} y={y} width={width} height={height} style={{ fill: `var(--${colour})` }} />
      ))}
      {drawn.labels.map(({ key, label, title, value, x, y, anchor, leader }) => (
        <g key={key}>
          {leader !== null && <path className="leader" d={leader} />}
          <text className="halo" x={x} y={y} textAnchor={anchor}>
            {label}
            <title>{title}</title>
            <tspan className="strong">{value}</tspan>
          </text>
        </g>
      ))}
    </svg>
  );
}
