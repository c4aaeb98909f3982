import { figure, figureIn, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { EndLabels } from "./EndLabels.tsx";
import { lines } from "./lines.ts";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { useHeld } from "./use-held.ts";

/** Series that have no sum: each is a line from today to the future, beside its target. */
export function LinesOverYears({ series, view, size, chart: { unit }, years, summary }: AnnualProps) {
  const { language, texts } = useTexts();
  const held = useHeld();
  const drawn = lines(series, size, held.max);
  held.note(drawn.max);
  const labels = tickLabels(
    drawn.ticks.map(({ value }) => value),
    language,
  );
  const { plot, columns } = drawn;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      {drawn.ticks.map(({ value, y }, index) => (
        <g key={value}>
          <line className="grid" x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text className="tick" x={28} y={y + 4} textAnchor="end">
            {labels[index]}
          </text>
        </g>
      ))}
      <line className="base" x1={plot.left} x2={plot.right} y1={drawn.zero} y2={drawn.zero} />
      {(["today", "future"] as const).map((column) => (
        <text key={column} className="strong" x={columns[column]} y={size.height - 5} textAnchor="middle">
          {years[column]}
        </text>
      ))}
      {drawn.lines.map(({ series: one, today, future, before, target }) => {
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
      <EndLabels {...drawn} view={view} />
    </svg>
  );
}
