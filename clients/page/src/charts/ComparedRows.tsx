import { figure, figureIn, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { comparedRows, type ComparedSeries, type ComparedView, DASHES, OPACITIES } from "./compared.ts";
import { inkOf } from "./Hatches.tsx";
import { fitted } from "./measure.ts";
import { useHeld } from "./use-held.ts";
import { useMeasure } from "./use-measure.ts";
import type { Size } from "./use-size.ts";

export function ComparedRows({
  series,
  view,
  size,
  unit,
  names,
  summary,
}: {
  readonly series: readonly ComparedSeries[];
  readonly view: ComparedView;
  readonly size: Size;
  readonly unit: string;
  readonly names: readonly string[];
  readonly summary: string;
}) {
  const { language } = useTexts();
  const measure = useMeasure();
  const held = useHeld();
  const chart = comparedRows(series, view, size, held.max);
  held.note(chart.max);
  const labels = tickLabels(
    chart.ticks.map(({ value }) => value),
    language,
  );
  const shown = view === "difference" ? names.slice(1) : names;
  const offset = view === "difference" ? 1 : 0;
  const isOverlay = view === "overlay";
  return (
    <svg
      className="chart"
      width={size.width}
      height={chart.height}
      viewBox={`0 0 ${size.width} ${chart.height}`}
      role="img"
      aria-label={summary}
    >
      {chart.ticks.map(({ value, x }, index) => (
        <g key={value}>
          <line className="grid" x1={x} x2={x} y1={14} y2={chart.height} />
          <text className="tick" x={x} y={9} textAnchor="middle">
            {labels[index]}
          </text>
        </g>
      ))}
      {chart.rows.map(({ series: one, y, height, bars, today }) => (
        <g key={one.key}>
          <text x={0} y={y + 4}>
            {fitted(one.label, chart.names, measure)}
            <title>{one.label}</title>
          </text>
          {bars.map(({ scenario, value, ...box }) => (
            <g key={scenario}>
              <rect
                {...box}
                {...(isOverlay && scenario > 0
                  ? { className: "outline", "data-scenario": scenario, strokeDasharray: DASHES[scenario]!.join(" ") }
                  : {
                      style: {
                        ...inkOf(one),
                        fillOpacity: OPACITIES[scenario + offset],
                        stroke: `var(--${one.colour}-edge, var(--${one.colour}))`,
                      },
                    })}
              >
                <title>{`${one.label}, ${shown[scenario]}: ${figureIn(unit, value, language)}`}</title>
              </rect>
              {value !== null && box.height > 7 && (!isOverlay || scenario === 0) && (
                <text
                  className="halo value"
                  x={
                    (isOverlay
                      ? Math.max(...bars.map((each) => each.x + each.width))
                      : Math.max(box.x + box.width, chart.zero)) + 4
                  }
                  y={box.y + box.height / 2 + 4}
                >
                  {figure(value, language)}
                </text>
              )}
            </g>
          ))}
          {today !== null && (
            <line className="base" x1={today} x2={today} y1={y - height / 2 + 3} y2={y + height / 2 - 3} />
          )}
        </g>
      ))}
      <line className="base" x1={chart.zero} x2={chart.zero} y1={14} y2={chart.height} />
    </svg>
  );
}
