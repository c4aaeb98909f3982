import type { Chart } from "@etesian/interface";
import { figure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { inkOf } from "./Hatches.tsx";
import { mekko } from "./mekko.ts";
import type { Series } from "./series.ts";
import type { Size } from "./use-size.ts";

/** Narrower columns have no room for a label. */
const MIN_LABELLED = 26;

export function Mekko({
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
  const { cells, columns } = mekko(chart, series, view, size);
  if (columns.length === 0) return <p className="empty">{texts.noValue}</p>;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      {cells.map(({ series: one, value, ...box }) => (
        <g key={one.key}>
          <rect {...box} style={inkOf(one)}>
            <title>{`${one.label}: ${figure(value, language)} ${chart.unit}`}</title>
          </rect>
          {box.width > 74 && box.height > 18 && (
            <text className="halo" x={box.x + 5} y={box.y + box.height / 2 + 4}>
              {one.label}
            </text>
          )}
        </g>
      ))}
      {columns.map(({ key, label, x, width, sum }) =>
        width < MIN_LABELLED ? null : (
          <g key={key}>
            <text x={x} y={size.height - 18}>
              {label.length * 6.2 > width ? `${label.slice(0, Math.max(1, Math.floor(width / 6.2) - 1))}…` : label}
              <title>{label}</title>
            </text>
            <text className="strong" x={x} y={size.height - 5}>
              {figure(sum, language)}
            </text>
          </g>
        ),
      )}
    </svg>
  );
}
