/** Effects of moving each slider alone to both ends of its range. */
import type { HeadlineNumber } from "@etesian/interface";
import type { EndsResult, ExplorationWork, SliderEnds } from "../../calculation/calculator.ts";
import type { Move } from "./questions.ts";
import type { SearchedSlider } from "./target-rows.ts";

type MoveRange = Extract<ExplorationWork, { readonly kind: "ends" }>["sliders"][number]["range"];

/** Fraction of the position, or of the range, by which sliders move in both directions. */
const STEP = 0.1;

/** The range within which a slider moves alone. */
export function rangeOf(move: Move, { from, to, present }: SearchedSlider): MoveRange {
  if (move === "present") return { fractionOfCurrent: STEP };
  if (move === "ends") return { from, to };
  const step = STEP * (to - from);
  return { from: Math.max(from, present - step), to: Math.min(to, present + step) };
}

export interface EndRow extends SearchedSlider {
  readonly ends: SliderEnds;
  /** Changes in the number, in the displayed unit; null for an end that equals the slider's position. */
  readonly lower: number | null;
  readonly higher: number | null;
}

export interface EndRows {
  /** Sliders with an effect, the largest first. */
  readonly rows: readonly EndRow[];
  readonly withoutEffectCount: number;
}

/** Smaller effects, relative to the largest one, are rounding errors. */
const MIN_EFFECT = 1e-9;

/** The larger of a row's effects. */
export const sizeOf = ({ lower, higher }: Pick<EndRow, "lower" | "higher">): number =>
  Math.max(Math.abs(lower ?? 0), Math.abs(higher ?? 0));

export function endRows(
  { sliders }: Pick<EndsResult, "sliders">,
  { query, factor }: Pick<HeadlineNumber, "query" | "factor">,
): EndRows {
  const all = sliders.flatMap((ends): EndRow[] => {
    const { slider: key, from, to, position } = ends;
    const present = ends.present.get(query) ?? null;
    if (present === null) return [];
    const effectAt = (end: number, results: SliderEnds["lower"]): number | null => {
      const figure = results.get(query) ?? null;
      return figure === null || end === position ? null : (figure - present) * factor;
    };
    const [lower, higher] = [effectAt(from, ends.lower), effectAt(to, ends.higher)];
    return [{ key, from, to, present: position, ends, lower, higher }];
  });
  const sorted = all.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const smallest = MIN_EFFECT * (sorted[0] === undefined ? 0 : sizeOf(sorted[0]));
  const rows = sorted.filter((row) => sizeOf(row) > smallest);
  return { rows, withoutEffectCount: all.length - rows.length };
}
