/** Differences between figures that are meant to be equal. */

/** The hour in which two curves differ most, and by how much the second is below the first. */
export function largestGap(wanted: Float64Array, found: Float64Array): { readonly hour: number; readonly gap: number } {
  let [hour, gap] = [0, 0];
  for (let each = 0; each < wanted.length; each++) {
    const here = wanted[each]! - found[each]!;
    if (Math.abs(here) > Math.abs(gap)) [hour, gap] = [each, here];
  }
  return { hour, gap };
}

/** Sums of some hundred terms differ by less. */
const ROUNDING = 1e-7;

/** The largest difference that is rounding, between figures of this size. */
export function rounding(values: Iterable<number>): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return ROUNDING * largest + Number.MIN_VALUE;
}

/** Six digits, as reports print figures. */
export const digits = (value: number): string => String(Number(value.toPrecision(6)));
