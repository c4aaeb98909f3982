import { useContext } from "react";
import { formatWithUnit } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { useChartText } from "./chart-text.ts";
import { ExplainSeriesContext } from "./explain-series.ts";
import { sankeyOf } from "./sankey.ts";
import { yearOf } from "./series.ts";

export function Sankey({ chart, series, view, size, summary }: AnnualProps) {
  const { language } = useTexts();
  const explain = useContext(ExplainSeriesContext);
  const layout = sankeyOf(chart, series, yearOf(view), size, useChartText());
  if (layout === null) return null;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      <g className="bands">
        {layout.bands.map(({ key, label, colour, path, value }) => (
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
            <title>{`${label}: ${formatWithUnit(chart.unit, value, language)}`}</title>
          </path>
        ))}
      </g>
      {layout.nodes.map(({ key, colour, x, y, width, height }) => (
        <rect key={key} x={x} y={y} width={width} height={height} style={{ fill: `var(--${colour})` }} />
      ))}
      {layout.labels.map(({ key, label, title, value, x, y, anchor, leader }) => (
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
