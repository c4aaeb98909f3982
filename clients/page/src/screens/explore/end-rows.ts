/** Effects of sliders that move alone, by both ends of their ranges. */
import type { HeadlineNumber } from "@etesian/interface";
import type { EndsResult, SliderEnds } from "../../calculation/calculator.ts";
import type { SearchedSlider } from "./target-rows.ts";

/** Fraction of the range by which sliders move in both directions. */
export const STEP = 0.1;

/** The ranges around the current positions that a fraction of the whole ranges leads to. */
export const stepsAround = (sliders: readonly SearchedSlider[], fraction: number): readonly SearchedSlider[] =>
  sliders.map(({ key, from, to, present }) => ({
    key,
    from: Math.max(from, present - fraction * (to - from)),
    to: Math.min(to, present + fraction * (to - from)),
    present,
  }));

export interface EndRow extends SearchedSlider {
  readonly ends: SliderEnds;
  /** Changes of the number, in the unit on the screen; null for an end at which the slider is already. */
  readonly lower: number | null;
  readonly higher: number | null;
}

export interface EndRows {
  /** Sliders with an effect, the largest first. */
  readonly rows: readonly EndRow[];
  readonly withoutEffectCount: number;
}

/** Smaller effects, relative to the largest one, are rounding errors of the calculation. */
const MIN_EFFECT = 1e-9;

/** The larger of a row's effects. */
export const sizeOf = ({ lower, higher }: Pick<EndRow, "lower" | "higher">): number =>
  Math.max(Math.abs(lower ?? 0), Math.abs(higher ?? 0));

export function endRows(
  { sliders }: EndsResult,
  moved: readonly SearchedSlider[],
  { query, factor }: Pick<HeadlineNumber, "query" | "factor">,
): EndRows {
  const byKey = new Map(moved.map((slider) => [slider.key, slider]));
  const all = sliders.flatMap((ends): EndRow[] => {
    const slider = byKey.get(ends.slider);
    const present = ends.present.get(query) ?? null;
    if (slider === undefined || present === null) return [];
    const effectAt = (position: number, results: SliderEnds["lower"]): number | null => {
      const figure = results.get(query) ?? null;
      return figure === null || position === slider.present ? null : (figure - present) * factor;
    };
    return [{ ...slider, ends, lower: effectAt(slider.from, ends.lower), higher: effectAt(slider.to, ends.higher) }];
  });
  const sorted = all.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const smallest = MIN_EFFECT * (sorted[0] === undefined ? 0 : sizeOf(sorted[0]));
  const rows = sorted.filter((row) => sizeOf(row) > smallest);
  return { rows, withoutEffectCount: all.length - rows.length };
}
