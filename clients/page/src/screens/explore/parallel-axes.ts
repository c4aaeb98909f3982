/** Parallel coordinates: a line for each variant across the axes of sliders and figures, which brushes filter. */
import type { Measure, Weight } from "../../charts/measure.ts";
import { truncateToWidth } from "../../charts/measure.ts";

/** The values of a slider or a figure by variant, in the model's unit. */
export interface Axis {
  readonly key: string;
  readonly isFigure: boolean;
  readonly title: string;
  readonly unit: string;
  /** From the model's unit to the displayed one. */
  readonly factor: number;
  readonly values: Float64Array;
  readonly from: number;
  readonly to: number;
  /** The range that contains 8 of 10 good variants; null if there are none. */
  readonly commonRange: Part | null;
}

/** A part of an axis, in the model's unit. */
export interface Part {
  readonly low: number;
  readonly high: number;
}

/** The selected part of each brushed axis. */
export type Brushes = ReadonlyMap<string, Part>;

/** Whether a variant is within all selected parts; a variant without a value is not. */
export const withinBrushes =
  (axes: readonly Pick<Axis, "key" | "values">[], brushes: Brushes) =>
  (variant: number): boolean =>
    axes.every(({ key, values }) => {
      const part = brushes.get(key);
      return part === undefined || (values[variant]! >= part.low && values[variant]! <= part.high);
    });

/**
 * The axes that fit, in their original order: all figures, and the sliders in which good variants have the most in
 * common.
 */
export function axesThatFit(axes: readonly Axis[], maxAxes: number): readonly Axis[] {
  const widthOf = ({ commonRange, from, to }: Axis): number =>
    commonRange === null || to <= from ? 1 : (commonRange.high - commonRange.low) / (to - from);
  const sliders = axes.filter(({ isFigure }) => !isFigure);
  const chosen = new Set(
    sliders
      .toSorted((a, b) => widthOf(a) - widthOf(b))
      .slice(0, Math.max(1, maxAxes - (axes.length - sliders.length)))
      .map(({ key }) => key),
  );
  return axes.filter(({ key, isFigure }) => isFigure || chosen.has(key));
}

/** Wraps a name to at most two lines of about equal length. */
export function wrapName(name: string, maxWidth: number, measure: Measure, weight: Weight): readonly string[] {
  if (measure(name, weight) <= maxWidth) return [name];
  const words = name.split(" ");
  const breaks = words.slice(1).map((_, index) => {
    const lines = [words.slice(0, index + 1).join(" "), words.slice(index + 1).join(" ")] as const;
    return { lines, width: Math.max(...lines.map((line) => measure(line, weight))) };
  });
  const best = breaks.toSorted((a, b) => a.width - b.width)[0]?.lines ?? [name];
  return best.map((line) => truncateToWidth(line, maxWidth, measure, weight));
}

/** The step of each key, as a fraction of the axis. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 0.02,
  ArrowRight: 0.02,
  ArrowDown: -0.02,
  ArrowLeft: -0.02,
  PageUp: 0.1,
  PageDown: -0.1,
};

/** The part after a key has moved one of its ends, never past the other end; null for other keys. */
export function partAfterKey(
  key: string,
  end: keyof Part,
  part: Part,
  { from, to }: Pick<Axis, "from" | "to">,
): Part | null {
  const step = STEPS[key];
  const moved = key === "Home" ? from : key === "End" ? to : step === undefined ? null : part[end] + step * (to - from);
  if (moved === null) return null;
  return end === "low"
    ? { ...part, low: Math.min(part.high, Math.max(from, moved)) }
    : { ...part, high: Math.max(part.low, Math.min(to, moved)) };
}

/** Brushes an axis; removes its brush if the part covers the whole axis. */
export function withBrush(brushes: Brushes, { key, from, to }: Pick<Axis, "key" | "from" | "to">, part: Part): Brushes {
  const others = [...brushes].filter(([other]) => other !== key);
  const isWhole = part.low <= from && part.high >= to;
  return new Map(isWhole ? others : [...others, [key, part]]);
}
