/** Differences between figures that should be equal. */

/** The hour in which two curves differ most, and the amount by which the second is lower. */
export function largestGap(
  expected: Float64Array,
  actual: Float64Array,
): { readonly hour: number; readonly gap: number } {
  let [hour, gap] = [0, 0];
  for (let index = 0; index < expected.length; index++) {
    const difference = expected[index]! - actual[index]!;
    if (Math.abs(difference) > Math.abs(gap)) [hour, gap] = [index, difference];
  }
  return { hour, gap };
}

/** Relative rounding error of a sum of a few hundred terms. */
const ROUNDING = 1e-7;

/** The largest difference due to rounding, between figures of this size. */
export function roundingTolerance(values: Iterable<number>): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return ROUNDING * largest + Number.MIN_VALUE;
}

/** Six significant digits, as reports print figures. */
export const formatFigure = (value: number): string => String(Number(value.toPrecision(6)));
