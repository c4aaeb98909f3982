/** A year as a picture: a column for each day, a row for each hour of the day. */

export const DAYS = 365;
export const HOURS_PER_DAY = 24;
/** Steps of the ramp: `--r0` to `--r7`. */
export const STEPS = 8;

/**
 * Upper ends of the steps, which contain the same number of hours. Hours with equal values share a step, because prices
 * are often equal; the remaining hours are spread over the other steps. A few distinct values need fewer steps.
 */
export function cutsOf(values: Float32Array): readonly number[] {
  const sorted = values.toSorted();
  const cuts: number[] = [];
  let from = 0;
  for (let step = 0; step < STEPS - 1; step++) {
    let to = from + Math.round((sorted.length - from) / (STEPS - step));
    while (to < sorted.length && to > 0 && sorted[to] === sorted[to - 1]) to++;
    if (to >= sorted.length) break;
    cuts.push(sorted[to]!);
    from = to;
  }
  return cuts;
}

/** The step of a value, 0 to 7. */
export function stepOf(value: number, cuts: readonly number[]): number {
  let step = 0;
  while (step < cuts.length && value >= cuts[step]!) step++;
  return step;
}

/** The hour at a position in the picture, with both coordinates from 0 to 1; null outside. */
export function hourAt(x: number, y: number): number | null {
  if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return null;
  return Math.floor(x * DAYS) * HOURS_PER_DAY + Math.floor(y * HOURS_PER_DAY);
}

export type Colour = readonly [red: number, green: number, blue: number];

/**
 * Draws 365 × 24 pixels: midnight is at the top. Values of at least `alarm.from` have the alarm's colour, others the
 * colour of their step.
 */
export function pixelsOf(
  values: Float32Array,
  cuts: readonly number[],
  colours: readonly Colour[],
  alarm: { readonly from: number; readonly colour: Colour } | null = null,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(DAYS * HOURS_PER_DAY * 4);
  for (let hour = 0; hour < DAYS * HOURS_PER_DAY; hour++) {
    const day = Math.floor(hour / HOURS_PER_DAY);
    const row = hour % HOURS_PER_DAY;
    const index = (row * DAYS + day) * 4;
    const value = values[hour]!;
    const [red, green, blue] = alarm !== null && value >= alarm.from ? alarm.colour : colours[stepOf(value, cuts)]!;
    pixels[index] = red;
    pixels[index + 1] = green;
    pixels[index + 2] = blue;
    pixels[index + 3] = 255;
  }
  return pixels;
}

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The first day of each month, and its number of days. */
export const monthsOfYear: readonly { readonly first: number; readonly days: number }[] = MONTHS.map((days, month) => ({
  first: MONTHS.slice(0, month).reduce((sum, value) => sum + value, 0),
  days,
}));
