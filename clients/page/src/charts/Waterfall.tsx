import { decimalsBeside, figure, written, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { inkOf } from "./Hatches.tsx";
import { fitted, widest } from "./measure.ts";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { stackedOf } from "./series.ts";
import { useHeld } from "./use-held.ts";
import { useMeasure } from "./use-measure.ts";
import { waterfall } from "./waterfall.ts";

/** Room that a change has before there is one, and between it and the figure. */
const CHANGE = 34;
const APART = 6;

export function Waterfall({ series, size, years, summary }: AnnualProps) {
  const { language } = useTexts();
  const measure = useMeasure();
  const held = useHeld();
  const chart = waterfall(stackedOf(series), size, held.max);
  held.note(chart.max);
  const labels = tickLabels(
    chart.ticks.map(({ value }) => value),
    language,
  );
  const decimals = decimalsBeside(chart.max);
  const isSomething = (value: number): boolean => /[1-9]/.test(written(value, language, decimals));
  const signed = (value: number): string =>
    isSomething(value) ? `${value > 0 ? "+" : ""}${written(value, language, decimals)}` : "±0";
  const deltas = chart.steps.map(({ value, ghost }) => (ghost === null ? 0 : value - ghost.value));
  const changeRoom = Math.max(CHANGE, widest(deltas.filter(isSomething).map(signed), measure, "mid")) + APART;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      {chart.ticks.map(({ value, x }, index) => (
        <g key={value}>
          <line className="grid" x1={x} x2={x} y1={18} y2={size.height} />
          <text className="tick" x={x} y={11} textAnchor="middle">
            {labels[index]}
          </text>
        </g>
      ))}
      <line className="base" x1={chart.zero} x2={chart.zero} y1={18} y2={size.height} />
      {chart.steps.map(({ series: one, kind, y, height, x, width, value, ghost }) => {
        const middle = y + height / 2 + 4;
        const delta = ghost === null ? 0 : value - ghost.value;
        const isTotal = one === null;
        return (
          <g key={one?.key ?? kind}>
            <text className={isTotal ? "strong" : ""} x={0} y={middle}>
              {isTotal ? years[kind as "today" | "future"] : fitted(one.label, chart.names, measure)}
              {!isTotal && <title>{one.label}</title>}
            </text>
            {ghost !== null && <rect className="ghost" x={ghost.x} y={y - 2} width={ghost.width} height={height + 4} />}
            <rect
              x={x}
              y={y}
              width={width}
              height={height}
              style={isTotal ? { fill: kind === "today" ? "var(--ink-2)" : "var(--ink)" } : inkOf(one)}
            />
            <text className="strong" x={size.width - changeRoom} y={middle} textAnchor="end">
              {isTotal ? figure(value, language) : signed(value)}
            </text>
            {isSomething(delta) && (
              <text className="delta" x={size.width} y={middle} textAnchor="end">
                {signed(delta)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
