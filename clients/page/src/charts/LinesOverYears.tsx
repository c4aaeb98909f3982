import { figure, figureIn, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { EndLabels } from "./EndLabels.tsx";
import { lines } from "./lines.ts";
import type { Series, View } from "./series.ts";
import { useHeld } from "./use-held.ts";
import type { Size } from "./use-size.ts";

/** Series that have no sum: each is a line from today to the future, beside its target. */
export function LinesOverYears({
  series,
  view,
  size,
  unit,
  years,
  summary,
}: {
  readonly series: readonly Series[];
  readonly view: Exclude<View, "difference">;
  readonly size: Size;
  readonly unit: string;
  readonly years: { readonly today: string; readonly future: string };
  readonly summary: string;
}) {
  const { language, texts } = useTexts();
  const held = useHeld();
  const chart = lines(series, size, held.max);
  held.note(chart.max);
  const labels = tickLabels(
    chart.ticks.map(({ value }) => value),
    language,
  );
  const { plot, columns } = chart;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      {chart.ticks.map(({ value, y }, index) => (
        <g key={value}>
          <line className="grid" x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text className="tick" x={28} y={y + 4} textAnchor="end">
            {labels[index]}
          </text>
        </g>
      ))}
      <line className="base" x1={plot.left} x2={plot.right} y1={chart.zero} y2={chart.zero} />
      {(["today", "future"] as const).map((column) => (
        <text key={column} className="strong" x={columns[column]} y={size.height - 5} textAnchor="middle">
          {years[column]}
        </text>
      ))}
      {chart.lines.map(({ series: one, today, future, before, target }) => {
        const stroke = { stroke: `var(--${one.colour})` };
        const fill = { fill: `var(--${one.colour})`, stroke: `var(--${one.colour}-edge, transparent)` };
        return (
          <g key={one.key}>
            {target !== null && (
              <g>
                <line className="target" x1={plot.left} x2={plot.right} y1={target} y2={target} />
                <text x={plot.left + 2} y={target - 4}>
                  {`${texts.panesMore.target} ${figure(one.target ?? 0, language)}`}
                </text>
              </g>
            )}
            {today !== null && before !== null && (
              <path className="former" d={`M${today.x} ${today.y}L${before.x} ${before.y}`} />
            )}
            {today !== null && future !== null && (
              <path className="line" style={stroke} d={`M${today.x} ${today.y}L${future.x} ${future.y}`} />
            )}
            {([today, future] as const).map(
              (point, index) =>
                point !== null && (
                  <circle key={index} cx={point.x} cy={point.y} r={4} style={fill}>
                    <title>{`${one.label}: ${figureIn(unit, index === 0 ? one.today : one.future, language)}`}</title>
                  </circle>
                ),
            )}
          </g>
        );
      })}
      <EndLabels {...chart} view={view} />
    </svg>
  );
}
