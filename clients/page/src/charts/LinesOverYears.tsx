import { line } from "d3-shape";
import { figureIn } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { VerticalAxis } from "./Axes.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { LabelColumnTexts, LegendTexts } from "./LabelTexts.tsx";
import { useChartText } from "./chart-text.ts";
import { linesOf, type Point } from "./lines.ts";
import { useGrow } from "./use-grow.ts";

/** The existing points, joined; undefined if there is at most one. */
const pathOf = (points: readonly (Point | null)[]): string | undefined =>
  line<Point>(
    ({ x }) => x,
    ({ y }) => y,
  )(points.filter((point) => point !== null)) ?? undefined;

/** Series without a sum: each is a line over the years that it has, next to its target. */
export function LinesOverYears({ chart: { unit }, series, size, years, summary }: AnnualProps) {
  const { language, texts } = useTexts();
  const text = useChartText();
  const grow = useGrow();
  const drawn = linesOf({ series, size, text, language, grow, target: texts.panesMore.target });
  const { frame, columns } = drawn;
  const { plot } = frame;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      <VerticalAxis {...frame} />
      {drawn.years.map((column) => (
        <text key={column} className="strong" x={columns[column]} y={size.height - 5} textAnchor="middle">
          {years[column]}
        </text>
      ))}
      {drawn.lines.map(({ series: one, today, future, before, target }) => {
        const fill = { fill: `var(--${one.colour})`, stroke: `var(--${one.colour}-edge, transparent)` };
        return (
          <g key={one.key}>
            {target !== null && <line className="target" x1={plot.left} x2={plot.right} y1={target} y2={target} />}
            {before !== null && <path className="former" d={pathOf([today, before])} />}
            <path className="line" style={{ stroke: `var(--${one.colour})` }} d={pathOf([today, future])} />
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
      {frame.labels === null ? (
        <LegendTexts items={frame.legend} decimals={frame.decimals} text={text} />
      ) : (
        <LabelColumnTexts
          labels={drawn.labels}
          column={frame.labels}
          from={columns.future + 5}
          decimals={frame.decimals}
          text={text}
        />
      )}
    </svg>
  );
}
