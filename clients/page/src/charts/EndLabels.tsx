import { decimalsBeside, decimalsFor, figure, written } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import type { Label } from "./labels.ts";
import { fitted, widest } from "./measure.ts";
import { type Series, shownOf, type View } from "./series.ts";
import { labelColumns } from "./stacked-bars.ts";
import { useMeasure } from "./use-measure.ts";

/** Labels at the right of a chart of years: name, figure, and the change that is being made. */
export function EndLabels({
  labels,
  leader,
  labelWidth,
  max,
  view,
}: {
  readonly labels: readonly Label<Series>[];
  /** Where the leaders begin, and where the labels stand. */
  readonly leader: { readonly from: number; readonly to: number };
  readonly labelWidth: number;
  /** The largest value of the axis, beside which figures have their decimals. */
  readonly max: number;
  readonly view: View;
}) {
  const { language } = useTexts();
  const measure = useMeasure();
  const decimals = decimalsBeside(max);
  const figures = labels.map(({ item, ...place }) => {
    const shown = shownOf(item, view);
    const delta = view === "future" && item.before !== null ? (item.future ?? 0) - item.before : 0;
    const change = written(delta, language, decimalsFor(Math.abs(shown ?? 0), decimals));
    return {
      ...place,
      item,
      value: shown === null ? "–" : figure(shown, language, decimals),
      change: /[1-9]/.test(change) ? `${delta > 0 ? "+" : ""}${change}` : "",
    };
  });
  const columns = labelColumns(
    labelWidth,
    widest(
      figures.map(({ value }) => value),
      measure,
      "strong",
    ),
    widest(
      figures.map(({ change }) => change),
      measure,
      "mid",
    ),
  );
  return (
    <g>
      {figures.map(({ item, anchor, y, value, change }) => (
        <g key={item.key}>
          <path className="leader" d={`M${leader.from} ${anchor}L${leader.to - 4} ${y}`} />
          <text x={leader.to} y={y + 4}>
            {fitted(item.label, columns.name, measure)}
            <title>{item.label}</title>
          </text>
          <text className="strong" x={leader.to + columns.value} y={y + 4} textAnchor="end">
            {value}
          </text>
          {change !== "" && (
            <text className="delta" x={leader.to + columns.change} y={y + 4} textAnchor="end">
              {change}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
