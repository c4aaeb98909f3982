/** Differences between figures that should be equal. */

/** The hour in which two curves differ most, and the amount by which the second is lower. */
export function largestGap(wanted: Float64Array, found: Float64Array): { readonly hour: number; readonly gap: number } {
  let [hour, gap] = [0, 0];
  for (let each = 0; each < wanted.length; each++) {
    const here = wanted[each]! - found[each]!;
    if (Math.abs(here) > Math.abs(gap)) [hour, gap] = [each, here];
  }
  return { hour, gap };
}

/** Relative rounding error of a sum of some hundred terms. */
const ROUNDING = 1e-7;

/** The largest difference due to rounding, between figures of this size. */
export function rounding(values: Iterable<number>): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return ROUNDING * largest + Number.MIN_VALUE;
}

/** Six significant digits, as reports print figures. */
export const digits = (value: number): string => String(Number(value.toPrecision(6)));
