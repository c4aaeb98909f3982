import { formatWithUnit } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { inkOf } from "./Hatches.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { LegendTexts } from "./LabelTexts.tsx";
import { useChartText } from "./chart-text.ts";
import { INSET, mekkoOf } from "./mekko.ts";
import { yearOf } from "./series.ts";

export function Mekko({ chart, series, view, size, summary }: AnnualProps) {
  const { language } = useTexts();
  const text = useChartText();
  const { cells, labels, legend, decimals, bottom } = mekkoOf(chart, series, yearOf(view), size, text);
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      {cells.map(({ series: one, value, isNamed, ...box }) => (
        <g key={one.key}>
          <rect {...box} style={inkOf(one)}>
            <title>{`${one.label}: ${formatWithUnit(chart.unit, value, language)}`}</title>
          </rect>
          {isNamed && (
            <text className="halo" x={box.x + INSET} y={box.y + box.height / 2 + 4}>
              {one.label}
            </text>
          )}
        </g>
      ))}
      {labels.map(({ item, anchor, position }) => (
        <g key={item.key}>
          <path className="leader" d={`M${anchor} ${bottom + 1}L${position} ${bottom + 9}`} />
          <text x={position} y={size.height - 18} textAnchor="middle">
            {item.label}
          </text>
          <text className="strong" x={position} y={size.height - 5} textAnchor="middle">
            {text.figure(item.sum)}
          </text>
        </g>
      ))}
      <LegendTexts items={legend} decimals={decimals} text={text} />
    </svg>
  );
}
