import { figure, figureIn, tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { comparedRows, DASHES, OPACITIES } from "./compared.ts";
import { inkOf } from "./Hatches.tsx";
import type { ComparedProps } from "./kinds/chart-kind.ts";
import { fitted } from "./measure.ts";
import { useHeld } from "./use-held.ts";
import { useMeasure } from "./use-measure.ts";

export function ComparedRows({ series, view, size, chart: { unit }, names, summary }: Omit<ComparedProps, "today">) {
  const { language } = useTexts();
  const measure = useMeasure();
  const held = useHeld();
  const drawn = comparedRows(series, view, size, held.max);
  held.note(drawn.max);
  const labels = tickLabels(
    drawn.ticks.map(({ value }) => value),
    language,
  );
  const shown = view === "difference" ? names.slice(1) : names;
  const offset = view === "difference" ? 1 : 0;
  const isOverlay = view === "overlay";
  return (
    <svg
      className="chart"
      width={size.width}
      height={drawn.height}
      viewBox={`0 0 ${size.width} ${drawn.height}`}
      role="img"
      aria-label={summary}
    >
      {drawn.ticks.map(({ value, x }, index) => (
        <g key={value}>
          <line className="grid" x1={x} x2={x} y1={14} y2={drawn.height} />
          <text className="tick" x={x} y={9} textAnchor="middle">
            {labels[index]}
          </text>
        </g>
      ))}
      {drawn.rows.map(({ series: one, y, height, bars, today }) => (
        <g key={one.key}>
          <text x={0} y={y + 4}>
            {fitted(one.label, drawn.names, measure)}
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
                      : Math.max(box.x + box.width, drawn.zero)) + 4
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
      <line className="base" x1={drawn.zero} x2={drawn.zero} y1={14} y2={drawn.height} />
    </svg>
  );
}
