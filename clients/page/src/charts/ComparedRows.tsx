import { formatWithUnit } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { HorizontalAxis } from "./Axes.tsx";
import { DASHES, OPACITIES } from "./compared.ts";
import { inkOf } from "./Hatches.tsx";
import type { ComparedProps } from "./kinds/chart-kind.ts";
import { useChartText } from "./chart-text.ts";
import { rowsOf } from "./rows.ts";
import { useGrow } from "./use-grow.ts";

/** Minimum height of a bar with a figure; thinner bars show it only in their tooltip. */
const MIN_LABELLED = 7;

/** Bars in rows, for series that are not parts of one total. */
export function ComparedRows({ series, view, size, chart: { unit }, names, summary }: Omit<ComparedProps, "today">) {
  const { language, texts } = useTexts();
  const text = useChartText();
  const grow = useGrow();
  const layout = rowsOf({ series, view, size, unit, text, language, grow });
  const firstScenario = view === "difference" ? 1 : 0;
  const isOverlay = view === "overlay";
  return (
    <svg
      className="chart"
      width={size.width}
      height={layout.height}
      viewBox={`0 0 ${size.width} ${layout.height}`}
      role="img"
      aria-label={summary}
    >
      <HorizontalAxis {...layout} bottom={layout.height} />
      {layout.rows.map(({ series: one, y, nameY, height, bars, today, target }) => (
        <g key={one.key}>
          <text className="halo" x={0} y={nameY}>
            {one.label}
            <title>{one.label}</title>
          </text>
          {bars.map(({ scenario, value, figureX, ...box }) => (
            <g key={scenario}>
              <rect
                {...box}
                {...(isOverlay && scenario > 0
                  ? { className: "outline", "data-scenario": scenario, strokeDasharray: DASHES[scenario]!.join(" ") }
                  : {
                      style: {
                        ...inkOf(one),
                        fillOpacity: OPACITIES[scenario + firstScenario],
                        stroke: `var(--${one.colour}-edge, var(--${one.colour}))`,
                      },
                    })}
              >
                <title>{`${one.label}, ${names[scenario + firstScenario]}: ${formatWithUnit(unit, value, language)}`}</title>
              </rect>
              {value !== null && box.height > MIN_LABELLED && (!isOverlay || scenario === 0) && (
                <text className="halo value" x={figureX} y={box.y + box.height / 2 + 4}>
                  {text.figure(value)}
                </text>
              )}
            </g>
          ))}
          {today !== null && (
            <line className="base" x1={today} x2={today} y1={y - height / 2 + 3} y2={y + height / 2 - 3} />
          )}
          {target !== null && (
            <line className="target" x1={target} x2={target} y1={y - height / 2 + 2} y2={y + height / 2 - 2}>
              <title>{`${texts.pane.target}, ${one.label}: ${formatWithUnit(unit, one.target, language)}`}</title>
            </line>
          )}
        </g>
      ))}
    </svg>
  );
}
