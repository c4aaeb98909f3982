import { decimalsBeside, decimalsFor, figure, written, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { inkOf } from "./Hatches.tsx";
import { fitted, widest } from "./measure.ts";
import { type Series, shownOf, type View } from "./series.ts";
import { labelColumns, stackedBars } from "./stacked-bars.ts";
import { useHeld } from "./use-held.ts";
import { useMeasure } from "./use-measure.ts";
import type { Size } from "./use-size.ts";

export function StackedBars({
  series,
  view,
  size,
  years,
  summary,
}: {
  readonly series: readonly Series[];
  readonly view: View;
  readonly size: Size;
  readonly years: { readonly today: string; readonly future: string };
  readonly summary: string;
}) {
  const { language, texts } = useTexts();
  const measure = useMeasure();
  const held = useHeld();
  const chart = stackedBars(series, view, size, held.max);
  held.note(chart.max);
  const labels = tickLabels(
    chart.ticks.map(({ value }) => value),
    language,
  );
  const decimals = decimalsBeside(chart.max);
  const figures = chart.labels.map(({ item, ...place }) => {
    const shown = shownOf(item, view);
    const delta = view === "future" && item.before !== null ? (item.future ?? 0) - item.before : 0;
    const change = written(delta, language, decimalsFor(Math.abs(shown ?? 0), decimals));
    return {
      ...place,
      item,
      value: shown === null ? "–" : figure(shown, language, decimals),
      change: /[1-9]/.test(change) ? `${delta > 0 ? "+" : ""}${change}` : "",
    };
  });
  const columns = labelColumns(
    chart.labelWidth,
    widest(
      figures.map(({ value }) => value),
      measure,
      "strong",
    ),
    widest(
      figures.map(({ change }) => change),
      measure,
      "mid",
    ),
  );
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      {chart.ticks.map(({ value, y }, index) => (
        <g key={value}>
          <line className="grid" x1={34} x2={chart.leader.to - 12} y1={y} y2={y} />
          <text className="tick" x={28} y={y + 4} textAnchor="end">
            {labels[index]}
          </text>
        </g>
      ))}
      {chart.ghosts.map((box, index) => (
        <rect key={series[index]!.key} className="ghost" {...box} />
      ))}
      {chart.bars.map(({ series: one, column, ...box }) => (
        <rect key={`${column} ${one.key}`} {...box} style={inkOf(one)}>
          <title>{`${one.label}: ${figure(shownOf(one, view === "difference" ? view : column) ?? 0, language)}`}</title>
        </rect>
      ))}
      <line className="base" x1={34} x2={chart.leader.to - 12} y1={chart.zero} y2={chart.zero} />
      {chart.totals.map(({ column, x, y, value }) => (
        <g key={column}>
          <text className="strong" x={x} y={y} textAnchor="middle">
            {figure(value, language)}
          </text>
          <text className="strong" x={x} y={size.height - 5} textAnchor="middle">
            {column === "today" ? years.today : years.future}
          </text>
        </g>
      ))}
      {view === "difference" && (
        <text className="strong" x={(34 + chart.leader.to) / 2} y={size.height - 5} textAnchor="middle">
          {texts.difference}
        </text>
      )}
      {figures.map(({ item, anchor, y, value, change }) => (
        <g key={item.key}>
          <path className="leader" d={`M${chart.leader.from} ${anchor}L${chart.leader.to - 4} ${y}`} />
          <text x={chart.leader.to} y={y + 4}>
            {fitted(item.label, columns.name, measure)}
            <title>{item.label}</title>
          </text>
          <text className="strong" x={chart.leader.to + columns.value} y={y + 4} textAnchor="end">
            {value}
          </text>
          {change !== "" && (
            <text className="delta" x={chart.leader.to + columns.change} y={y + 4} textAnchor="end">
              {change}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
