/** Names and figures of series, next to the marks or in rows above them. */
import {
  type Entry,
  figureOf,
  hasFigure,
  type LabelColumn,
  type LegendItem,
  legendValueOffset,
  swatchWidth,
} from "./frame.ts";
import { inkOf } from "./Hatches.tsx";
import type { Label } from "./labels.ts";
import type { ChartText } from "./chart-text.ts";

interface TextProps {
  readonly decimals: number;
  readonly text: ChartText;
}

/** Tooltip: the name, or each member of a shared entry with its figure. */
const titleOf = ({ label, members }: Entry, { decimals, text }: TextProps): string =>
  members?.map((member) => `${member.label} ${figureOf(member.value, decimals, text)}`).join("\n") ?? label;

export function LabelColumnTexts({
  labels,
  column,
  from,
  ...textProps
}: TextProps & {
  readonly labels: readonly Label<Entry>[];
  readonly column: LabelColumn;
  /** Right edge of the marks, where leader lines begin. */
  readonly from: number;
}) {
  const { decimals, text } = textProps;
  return (
    <g>
      {labels.map(({ item, anchor, position }) => (
        <g key={item.key}>
          <path className="leader" d={`M${from} ${anchor}L${column.name - 4} ${position}`} />
          <text x={column.name} y={position + 4}>
            {item.label}
            <title>{titleOf(item, textProps)}</title>
          </text>
          {hasFigure(item) && (
            <text className="strong" x={column.value} y={position + 4} textAnchor="end">
              {figureOf(item.value, decimals, text)}
            </text>
          )}
          {column.hasChanges && item.change !== null && (
            <text className="delta" x={column.change} y={position + 4} textAnchor="end">
              {text.change(item.change, item.value ?? 0, decimals)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

export function LegendTexts({ items, ...textProps }: TextProps & { readonly items: readonly LegendItem[] }) {
  const { decimals, text } = textProps;
  return (
    <g>
      {items.map(({ entry, x, y }) => (
        <g key={entry.key}>
          {entry.members === undefined && <Swatch entry={entry} x={x} y={y} />}
          <text x={x + swatchWidth(entry)} y={y + 4}>
            {entry.label}
            <title>{titleOf(entry, textProps)}</title>
          </text>
          {hasFigure(entry) && (
            <text className="strong" x={x + legendValueOffset(entry, text)} y={y + 4}>
              {figureOf(entry.value, decimals, text)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function Swatch({ entry, x, y }: { readonly entry: Entry; readonly x: number; readonly y: number }) {
  if (entry.mark === "area") return <rect x={x} y={y - 4.5} width={9} height={9} style={inkOf(entry)} />;
  return (
    <line
      className={entry.mark === "line" ? "line" : "target"}
      x1={x}
      x2={x + 9}
      y1={y}
      y2={y}
      style={entry.mark === "line" ? { stroke: `var(--${entry.colour})` } : undefined}
    />
  );
}
