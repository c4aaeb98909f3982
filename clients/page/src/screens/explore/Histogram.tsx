/** A histogram of figures over all variants, with a band and the median. */
import { linearScale } from "../../charts/scale.ts";
import { useMeasure } from "../../charts/use-measure.ts";
import { useSize } from "../../charts/use-size.ts";
import { formatFigure, formatTogether, tickLabels } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { binsOf, type Spread } from "./spreads.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

const BIN_COUNT = 24;
const MARGIN = { left: 6, right: 6, top: 22, bottom: 22 };

export function Histogram({
  figures,
  spread,
  unit,
  marked = null,
}: {
  readonly figures: Float64Array;
  readonly spread: Spread;
  readonly unit: string;
  /** A figure with a label in the plot. */
  readonly marked?: { readonly name: string; readonly figure: number } | null;
}) {
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const measure = useMeasure();
  const [ref, size] = useSize<HTMLDivElement>();
  const bins = binsOf(figures, BIN_COUNT);
  const { width, height } = size ?? { width: 0, height: 0 };
  const [bottom, top] = [height - MARGIN.bottom, MARGIN.top];
  const scale = linearScale([bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1], [MARGIN.left, width - MARGIN.right], 60);
  const labels = tickLabels(scale.ticks, language);
  const highestCount = Math.max(1, ...bins.map(({ count }) => count));
  const medianLabel = `${exploreTexts.median} ${formatFigure(spread.median, language)} ${unit}`.trim();
  const halfWidth = measure(medianLabel, "strong") / 2;
  const medianX = scale.position(spread.median);
  return (
    <div className="body histogram" ref={ref}>
      {size !== null && (
        <svg className="chart" width={width} height={height} role="img" aria-label={medianLabel}>
          <rect
            className="band"
            x={scale.position(spread.low)}
            width={Math.max(0, scale.position(spread.high) - scale.position(spread.low))}
            y={top}
            height={Math.max(0, bottom - top)}
          />
          {bins.map(({ from, to, count }) => {
            const barHeight = (count / highestCount) * (bottom - top);
            const x = scale.position(from);
            return (
              <rect
                key={from}
                className="bin"
                x={x}
                width={Math.max(1, scale.position(to) - x - 1)}
                y={bottom - barHeight}
                height={Math.max(0, barHeight)}
              >
                <title>{`${exploreTexts.span(...formatTogether([from, to], language))} ${unit}: ${count}`}</title>
              </rect>
            );
          })}
          <line className="base" x1={0} x2={width} y1={bottom} y2={bottom} />
          {scale.ticks.map((value, index) => (
            <text
              key={value}
              className="tick"
              x={scale.position(value)}
              y={height - 6}
              textAnchor={index === 0 ? "start" : index === labels.length - 1 ? "end" : "middle"}
            >
              {labels[index]}
            </text>
          ))}
          {marked !== null && (
            <line
              className="marked"
              x1={scale.position(marked.figure)}
              x2={scale.position(marked.figure)}
              y1={top - 4}
              y2={bottom}
            >
              <title>{`${marked.name}: ${formatFigure(marked.figure, language)} ${unit}`.trim()}</title>
            </line>
          )}
          <line className="median" x1={medianX} x2={medianX} y1={top - 4} y2={bottom} />
          <text
            className="strong"
            x={Math.max(halfWidth, Math.min(width - halfWidth, medianX))}
            y={12}
            textAnchor="middle"
          >
            {medianLabel}
          </text>
        </svg>
      )}
    </div>
  );
}
