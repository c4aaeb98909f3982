/** The ticks above a column of bars that share one scale. */
import { tickLabels } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import type { Scale } from "./scale.ts";
import { placedTicks } from "./tick-places.ts";
import { useMeasure } from "./use-measure.ts";
import { useSize } from "./use-size.ts";

/** @param props.scale in percent of the column */
export function BarAxis({ scale, zero = null }: { readonly scale: Scale; readonly zero?: string | null }) {
  const { language } = useTexts();
  const measure = useMeasure();
  const [ref, size] = useSize<HTMLSpanElement>();
  const width = size?.width ?? 0;
  const labels = tickLabels(scale.ticks, language);
  const ticks = scale.ticks.map((value, index) => ({
    label: value === 0 && zero !== null ? zero : labels[index]!,
    position: (scale.position(value) / 100) * width,
    isStrong: value === 0,
  }));
  return (
    <span className="barAxis" ref={ref} aria-hidden="true">
      {size !== null &&
        placedTicks(ticks, width, measure).map(({ label, position, from, isStrong }) => (
          <span key={position} className={isStrong ? "tick zero" : "tick"} style={{ left: `${from}px` }}>
            {label}
          </span>
        ))}
    </span>
  );
}

/** Lines at the ticks, behind the bar of a row. */
export const BarGrid = ({ scale }: { readonly scale: Scale }) => (
  <>
    {scale.ticks.map((value) => (
      <i
        key={value}
        className={value === 0 ? "gridLine zero" : "gridLine"}
        style={{ left: `${scale.position(value)}%` }}
      />
    ))}
  </>
);

/** The position and width of a bar between two values. */
export function barBetween(scale: Scale, from: number, to: number): { readonly left: string; readonly width: string } {
  const [low, high] = [scale.position(Math.min(from, to)), scale.position(Math.max(from, to))];
  return { left: `${low}%`, width: `${high - low}%` };
}
