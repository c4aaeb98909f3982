import { decimalsForColumn, formatFigure, formatWithUnit, formatSigned } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { HorizontalAxis } from "./Axes.tsx";
import { inkOf } from "./Hatches.tsx";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { useChartText } from "./chart-text.ts";
import { stackedOf } from "./series.ts";
import { useGrow } from "./use-grow.ts";
import { waterfallOf } from "./waterfall.ts";

/** The change in each series between the totals of the two years. */
export function Waterfall({ chart: { unit }, series, size, years, summary }: AnnualProps) {
  const { language, texts } = useTexts();
  const text = useChartText();
  const grow = useGrow();
  const formatChangeOf = (value: number, max: number): string => formatSigned(value, language, decimalsForColumn(max));
  const layout = waterfallOf({
    series: stackedOf(series),
    size,
    unit,
    years,
    text,
    language,
    grow,
    formatChange: formatChangeOf,
  });
  const max = Math.max(...layout.scale.ticks);
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      <HorizontalAxis {...layout} bottom={size.height} />
      {layout.steps.map(({ series: one, kind, label, members, y, height, x, width, value, ghost, target }) => {
        const middle = y + height / 2 + 4;
        const delta = ghost === null ? "" : formatChangeOf(value - ghost.value, max);
        return (
          <g key={one?.key ?? (kind === "step" ? "more" : kind)}>
            <text className={kind === "step" ? "" : "strong"} x={0} y={middle}>
              {kind === "step" ? label : years[kind]}
              {members.length > 0 && <title>{members.map((member) => member.label).join("\n")}</title>}
            </text>
            {ghost !== null && <rect className="ghost" x={ghost.x} y={y - 2} width={ghost.width} height={height + 4} />}
            <rect {...{ x, y, width, height }} style={kind === "step" && one !== null ? inkOf(one) : totalInk(kind)} />
            {target !== null && one !== null && (
              <line className="target" x1={target} x2={target} y1={y - 2} y2={y + height + 2}>
                <title>{`${texts.pane.target}, ${label}: ${formatWithUnit(unit, one.target, language)}`}</title>
              </line>
            )}
            <text className="strong" x={layout.figures} y={middle} textAnchor="end">
              {kind === "step" ? formatChangeOf(value, max) : formatFigure(value, language)}
            </text>
            {layout.hasChanges && delta !== "" && delta !== "±0" && (
              <text className="delta" x={size.width} y={middle} textAnchor="end">
                {delta}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Totals and combined series do not have the colour of a carrier or a sector. */
const totalInk = (kind: "today" | "step" | "future") => ({
  fill: kind === "future" ? "var(--ink)" : kind === "today" ? "var(--ink-2)" : "var(--line-2)",
});
