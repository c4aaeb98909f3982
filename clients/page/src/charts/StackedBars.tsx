import { figure, figureIn, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { EndLabels } from "./EndLabels.tsx";
import { inkOf } from "./Hatches.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { shownOf } from "./series.ts";
import { stackedBars } from "./stacked-bars.ts";
import { useHeld } from "./use-held.ts";

export function StackedBars({ series, view, size, chart: { unit }, years, summary }: AnnualProps) {
  const { language, texts } = useTexts();
  const held = useHeld();
  const drawn = stackedBars(series, view, size, held.max);
  held.note(drawn.max);
  const labels = tickLabels(
    drawn.ticks.map(({ value }) => value),
    language,
  );
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      {drawn.ticks.map(({ value, y }, index) => (
        <g key={value}>
          <line className="grid" x1={34} x2={drawn.leader.to - 12} y1={y} y2={y} />
          <text className="tick" x={28} y={y + 4} textAnchor="end">
            {labels[index]}
          </text>
        </g>
      ))}
      {drawn.ghosts.map((box, index) => (
        <rect key={index} className="ghost" {...box} />
      ))}
      {drawn.bars.map(({ series: one, column, ...box }) => (
        <rect key={`${column} ${one.key}`} {...box} style={inkOf(one)}>
          <title>{`${one.label}: ${figureIn(unit, shownOf(one, view === "difference" ? view : column), language)}`}</title>
        </rect>
      ))}
      <line className="base" x1={34} x2={drawn.leader.to - 12} y1={drawn.zero} y2={drawn.zero} />
      {drawn.lines.map(({ series: one, points }) => (
        <g key={one.key} style={{ stroke: `var(--${one.colour})` }}>
          <path className="line" d={`M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
          {points.map(({ x, y }) => (
            <line key={x} className="line" x1={x - drawn.halfWidth} x2={x + drawn.halfWidth} y1={y} y2={y} />
          ))}
        </g>
      ))}
      {drawn.totals.map(({ column, x, y, value }) => (
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
        <text className="strong" x={(34 + drawn.leader.to) / 2} y={size.height - 5} textAnchor="middle">
          {texts.difference}
        </text>
      )}
      <EndLabels {...drawn} view={view} />
    </svg>
  );
}
