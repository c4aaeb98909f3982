import { figure, figureIn } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { inkOf } from "./Hatches.tsx";
import { fitted } from "./measure.ts";
import { mekko } from "./mekko.ts";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { yearOf } from "./series.ts";
import { useMeasure } from "./use-measure.ts";

/** Narrower columns have no room for a label. */
const MIN_LABELLED = 26;
/** Of a cell with its name. */
const LEAST = { width: 60, height: 18 };
const INSET = 5;

export function Mekko({ chart, series, view, size, summary }: AnnualProps) {
  const { texts, language } = useTexts();
  const measure = useMeasure();
  const { cells, columns } = mekko(chart, series, yearOf(view), size);
  if (columns.length === 0) return <p className="empty">{texts.noValue}</p>;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      {cells.map(({ series: one, value, ...box }) => (
        <g key={one.key}>
          <rect {...box} style={inkOf(one)}>
            <title>{`${one.label}: ${figureIn(chart.unit, value, language)}`}</title>
          </rect>
          {box.width > LEAST.width && box.height > LEAST.height && (
            <text className="halo" x={box.x + INSET} y={box.y + box.height / 2 + 4}>
              {fitted(one.label, box.width - 2 * INSET, measure)}
            </text>
          )}
        </g>
      ))}
      {columns.map(({ key, label, x, width, sum }) =>
        width < MIN_LABELLED ? null : (
          <g key={key}>
            <text x={x} y={size.height - 18}>
              {fitted(label, width, measure)}
              <title>{label}</title>
            </text>
            {measure(figure(sum, language), "strong") <= width && (
              <text className="strong" x={x} y={size.height - 5}>
                {figure(sum, language)}
              </text>
            )}
          </g>
        ),
      )}
    </svg>
  );
}
