import { line } from "d3-shape";
import { formatWithUnit } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { VerticalAxis } from "./Axes.tsx";
import { useChartText } from "./chart-text.ts";
import { LabelColumnTexts, LegendTexts } from "./LabelTexts.tsx";
import { type LineSeries, linesOf, type LineYear, type Point } from "./lines.ts";
import { useGrow } from "./use-grow.ts";
import type { Size } from "./use-size.ts";

/** A path that joins the existing points; undefined if there are fewer than two. */
const pathOf = (points: readonly (Point | null)[]): string | undefined =>
  line<Point>(
    ({ x }) => x,
    ({ y }) => y,
  )(points.filter((point) => point !== null)) ?? undefined;

/** Series without a sum: each is a line over its years, with its target. */
export function Lines({
  series,
  years,
  unit,
  size,
  summary,
}: {
  readonly series: readonly LineSeries[];
  readonly years: readonly LineYear[];
  readonly unit: string;
  readonly size: Size;
  readonly summary: string;
}) {
  const { language, texts } = useTexts();
  const text = useChartText();
  const grow = useGrow();
  const layout = linesOf({ series, years, size, text, language, grow, target: texts.pane.target });
  const { frame } = layout;
  const { plot } = frame;
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      <VerticalAxis {...frame} />
      {layout.years.map(({ name, x }) => (
        <text key={name} className="strong" x={x} y={size.height - 5} textAnchor="middle">
          {name}
        </text>
      ))}
      {layout.lines.map(({ series: one, points, previousPoint, target }) => {
        const fill = { fill: `var(--${one.colour})`, stroke: `var(--${one.colour}-edge, transparent)` };
        return (
          <g key={one.key}>
            {target !== null && <line className="target" x1={plot.left} x2={plot.right} y1={target} y2={target} />}
            {previousPoint !== null && <path className="former" d={pathOf([...points.slice(0, -1), previousPoint])} />}
            <path className="line" style={{ stroke: `var(--${one.colour})` }} d={pathOf(points)} />
            {points.map(
              (point, index) =>
                point !== null && (
                  <circle key={index} cx={point.x} cy={point.y} r={4} style={fill}>
                    <title>{`${one.label}: ${formatWithUnit(unit, one.values[index] ?? null, language)}`}</title>
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
          labels={layout.labels}
          column={frame.labels}
          from={layout.end + 5}
          decimals={frame.decimals}
          text={text}
        />
      )}
    </svg>
  );
}
