import { formatWithUnit } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { VerticalAxis } from "./Axes.tsx";
import { type ColumnRanges, columnsOf, type ColumnsOptions, type DrawnColumn } from "./columns.ts";
import { DASHES } from "./compared.ts";
import { inkOf } from "./Hatches.tsx";
import { LabelColumnTexts, LegendTexts } from "./LabelTexts.tsx";
import { type ChartText, useChartText } from "./chart-text.ts";
import { truncateToWidth } from "./measure.ts";
import { useGrow } from "./use-grow.ts";
import type { Size } from "./use-size.ts";

/** Minimum distance between column names. */
const NAME_GAP = 6;

type Props = Pick<ColumnsOptions, "parts" | "columns" | "previousValues" | "outlinedScenarios"> & {
  readonly size: Size;
  readonly unit: string;
  readonly summary: string;
  /** Names of compared scenarios, for the tooltips of their outlines. */
  readonly names?: readonly string[];
  /** The last column by default. */
  readonly labelledColumn?: number;
  readonly ranges?: ColumnRanges | null;
};

/** Stacked columns, one per year or scenario. */
export function Columns({
  parts,
  columns,
  previousValues,
  outlinedScenarios,
  size,
  unit,
  summary,
  names = [],
  labelledColumn = columns.length - 1,
  ranges = null,
}: Props) {
  const { language, texts } = useTexts();
  const text = useChartText();
  const grow = useGrow();
  const target = texts.pane.target;
  const layout = columnsOf({
    parts,
    columns,
    labelledColumn,
    previousValues,
    outlinedScenarios,
    ranges,
    size,
    text,
    language,
    grow,
    target,
  });
  const { frame, width } = layout;
  const room = (frame.plot.right - frame.plot.left) / Math.max(1, columns.length) - NAME_GAP;
  // Either all names are shown in full, or none.
  const hasRoom = columns.every(({ name }) => text.measure(name, "strong") <= room);
  return (
    <svg className="chart" width={size.width} height={size.height} role="img" aria-label={summary}>
      <VerticalAxis {...frame} />
      {layout.ghosts.map(({ x, y, width: barWidth, height, part }) => (
        <rect key={part.key} className="ghost" x={x} y={y} width={barWidth} height={height} />
      ))}
      {layout.columns.map(({ key, bars }) =>
        bars.map(({ part, value, ...box }) => (
          <rect key={`${key} ${part.key}`} {...box} style={inkOf(part)}>
            <title>{`${part.label}: ${formatWithUnit(unit, value, language)}`}</title>
          </rect>
        )),
      )}
      {layout.outlines.map(({ part, scenario, value, ...box }) => (
        <rect
          key={`${scenario} ${part.key}`}
          className="outline"
          data-scenario={scenario}
          {...box}
          strokeDasharray={DASHES[scenario]!.join(" ")}
        >
          <title>{`${part.label}, ${names[scenario]}: ${formatWithUnit(unit, value, language)}`}</title>
        </rect>
      ))}
      {parts.map((part) => {
        const points = layout.columns.flatMap(({ middle, levels }) =>
          levels.filter((level) => level.part === part).map(({ y, value }) => ({ x: middle, y, value })),
        );
        return (
          points.length > 0 && (
            <g key={part.key} style={{ stroke: `var(--${part.colour})` }}>
              <path className="line" d={`M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
              {points.map(({ x, y, value }) => (
                <line key={x} className="line" x1={x - width / 2} x2={x + width / 2} y1={y} y2={y}>
                  <title>{`${part.label}: ${formatWithUnit(unit, value, language)}`}</title>
                </line>
              ))}
            </g>
          )
        );
      })}
      {layout.whiskers.map(({ part, x, top, bottom }) => (
        <path
          key={part?.key ?? ""}
          className={part === null ? "whisker ofTotal" : "whisker"}
          d={`M${x} ${top}V${bottom}M${x - 3} ${top}h6M${x - 3} ${bottom}h6`}
        />
      ))}
      {layout.targets.map(({ part, value, box }) => (
        <line key={part.key} className="target" x1={box.x} x2={box.x + box.width} y1={box.y} y2={box.y}>
          <title>{`${target}, ${part.label}: ${formatWithUnit(unit, value, language)}`}</title>
        </line>
      ))}
      {layout.columns.map((column, index) => (
        <g key={column.key}>
          <Total
            total={column.total}
            middle={column.middle}
            netWord={texts.net}
            decimals={layout.totalDecimals}
            {...{ width, room, text }}
          />
          <text className="strong" x={column.middle} y={size.height - 5} textAnchor="middle">
            {(hasRoom ? null : columns[index]!.shortName) ?? truncateToWidth(column.name, room, text.measure, "strong")}
            <title>{column.name}</title>
          </text>
        </g>
      ))}
      {frame.labels === null ? (
        <LegendTexts items={frame.legend} decimals={frame.decimals} text={text} />
      ) : (
        <LabelColumnTexts
          labels={layout.labels}
          column={frame.labels}
          from={(layout.columns.at(-1)?.middle ?? 0) + width / 2 + 3}
          decimals={frame.decimals}
          text={text}
        />
      )}
    </svg>
  );
}

/**
 * The sum above a column. If the column has parts on both sides of zero, a line marks the sum's height, and the figure
 * is labelled "net" if the word fits.
 */
function Total({
  total,
  middle,
  width,
  room,
  netWord,
  decimals,
  text,
}: Pick<DrawnColumn, "total" | "middle"> & {
  readonly width: number;
  /** Width of a column and the gap to the next one. */
  readonly room: number;
  readonly netWord: string;
  readonly decimals: number | undefined;
  readonly text: ChartText;
}) {
  const half = width / 2 + 5;
  const figure = text.figure(total.value, decimals);
  const label = `${netWord} ${figure}`;
  return (
    <>
      {total.net !== null && (
        <line className="net" x1={middle - half} x2={middle + half} y1={total.net} y2={total.net} />
      )}
      <text className="strong" x={middle} y={total.y} textAnchor="middle">
        {total.net !== null && text.measure(label, "strong") <= room ? label : figure}
      </text>
    </>
  );
}
