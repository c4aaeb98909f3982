/** Values of a slider: where they are on its track, and which ones keys reach. */

export interface Range {
  readonly min: number;
  readonly max: number;
  /** Null: a thousandth of the range. */
  readonly step: number | null;
}

export const stepOf = ({ min, max, step }: Range): number =>
  step !== null && step > 0 ? Math.min(step, (max - min) / 2 || step) : (max - min) / 1000 || 1;

/** To a multiple of the step, counted from zero, within the range. */
export function rounded(value: number, range: Range): number {
  const step = stepOf(range);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) + 1));
  const nearest = Number((Math.round(value / step) * step).toFixed(Math.min(12, decimals)));
  return within(nearest, range);
}

export const within = (value: number, { min, max }: Pick<Range, "min" | "max">): number =>
  Math.min(max, Math.max(min, value));

/** The share of the track before a value, 0 to 1. */
export const placeOf = (value: number, { min, max }: Range): number =>
  max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;

/** The part of a range that is drawn: the useful one, widened to the present values. */
export function drawn(range: Range, shown: readonly [number, number] | null, values: readonly number[]): Range {
  if (shown === null) return range;
  const min = Math.max(range.min, Math.min(shown[0], ...values));
  const max = Math.min(range.max, Math.max(shown[1], ...values));
  return { min, max, step: range.step };
}

/** Presses of − or + that lead from one end of a range to the other, at least. */
const PRESSES = 50;

/** What a press of − or + moves: 1, 2 or 5 × 10ⁿ, a multiple of the step. */
export function pressOf(range: Range): number {
  const step = stepOf(range);
  const most = (range.max - range.min) / PRESSES;
  const power = 10 ** Math.floor(Math.log10(most));
  const nice = [5, 2, 1].map((each) => each * power).find((each) => each <= most) ?? power;
  return Math.max(1, Math.round(nice / step)) * step;
}

/** The value that a key leads to; null: the key is not the slider's. */
export function afterKey(key: string, shift: boolean, value: number, range: Range): number | null {
  const step = stepOf(range) * (shift ? 10 : 1);
  const tenth = (range.max - range.min) / 10;
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return rounded(value + step, range);
    case "ArrowLeft":
    case "ArrowDown":
      return rounded(value - step, range);
    case "PageUp":
      return rounded(value + tenth, range);
    case "PageDown":
      return rounded(value - tenth, range);
    case "Home":
      return range.min;
    case "End":
      return range.max;
    default:
      return null;
  }
}
