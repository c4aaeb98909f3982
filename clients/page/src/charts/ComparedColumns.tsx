import { figure, figureIn, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { comparedColumns, type ComparedSeries, DASHES } from "./compared.ts";
import { inkOf } from "./Hatches.tsx";
import type { ComparedProps } from "./kinds/chart-kind.ts";
import { fitted, widest } from "./measure.ts";
import { useHeld } from "./use-held.ts";
import { useMeasure } from "./use-measure.ts";

/** Between the names of columns, and between a label and its figure. */
const APART = 6;

export function ComparedColumns({ series, view, size, chart: { unit }, names, today, summary }: ComparedProps) {
  const { language } = useTexts();
  const measure = useMeasure();
  const held = useHeld();
  const drawn = comparedColumns(series, view, size, held.max);
  held.note(drawn.max);
  const labels = tickLabels(
    drawn.ticks.map(({ value }) => value),
    language,
  );
  const shown = view === "difference" ? names.slice(1) : names;
  const room = (drawn.leader.to - 46) / Math.max(1, drawn.columns.length) - APART;
  const valueOf = ({ values }: ComparedSeries): string =>
    figure((view === "difference" ? values.at(-1) : values[0]) ?? 0, language);
  const values = drawn.labels.map(({ item }) => valueOf(item));
  const nameRoom = size.width - drawn.leader.to - widest(values, measure, "strong") - APART;
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
      {drawn.bars.map(({ series: one, column, value, ...box }) => (
        <rect key={`${column} ${one.key}`} {...box} style={inkOf(one)}>
          <title>{`${one.label}: ${figureIn(unit, value, language)}`}</title>
        </rect>
      ))}
      {drawn.outlines.map(({ series: one, scenario, value, ...box }) => (
        <rect
          key={`${scenario} ${one.key}`}
          className="outline"
          data-scenario={scenario}
          {...box}
          strokeDasharray={DASHES[scenario]!.join(" ")}
        >
          <title>{`${one.label}, ${names[scenario]}: ${figureIn(unit, value, language)}`}</title>
        </rect>
      ))}
      <line className="base" x1={34} x2={drawn.leader.to - 12} y1={drawn.zero} y2={drawn.zero} />
      {drawn.columns.map(({ column, x, top, total }) => {
        const name = column === "today" ? today : (shown[column] ?? "");
        return (
          <g key={column}>
            <text className="strong" x={x} y={top} textAnchor="middle">
              {figure(total, language)}
            </text>
            <text className="strong" x={x} y={size.height - 5} textAnchor="middle">
              {fitted(name, room, measure, "strong")}
              <title>{name}</title>
            </text>
          </g>
        );
      })}
      {drawn.labels.map(({ item, anchor, y }) => (
        <g key={item.key}>
          <path className="leader" d={`M${drawn.leader.from} ${anchor}L${drawn.leader.to - 4} ${y}`} />
          <text x={drawn.leader.to} y={y + 4}>
            {fitted(item.label, nameRoom, measure)}
            <title>{item.label}</title>
          </text>
          <text className="strong" x={size.width} y={y + 4} textAnchor="end">
            {valueOf(item)}
          </text>
        </g>
      ))}
    </svg>
  );
}
