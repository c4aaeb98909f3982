/** Differences of figures, without rounding errors. */

type Figure = number | null;

/**
 * Differences below these shares of a chart's largest figure count as no change. Figures of the start year, calculated
 * twice, agree to 3e-9. The server rounds curves to whole units, or to thousandths for small ones; the browser keeps
 * all digits.
 */
const ACCURACY = { figures: 1e-6, curves: 1e-4 };

/** The largest magnitude of figures or hours; a missing figure counts as 0. */
export function largestOf(...all: readonly Iterable<Figure>[]): number {
  let largest = 0;
  for (const figures of all)
    for (const figure of figures) {
      const size = Math.abs(figure ?? 0);
      if (size > largest) largest = size;
    }
  return largest;
}

const difference = (from: number, to: number, tolerance: number): number =>
  Math.abs(to - from) <= tolerance ? 0 : to - from;

/** Differences of a chart's figures, pair by pair; null if either has no value. */
export function differencesOf(from: readonly Figure[], to: readonly Figure[]): readonly Figure[] {
  const tolerance = ACCURACY.figures * largestOf(from, to);
  return to.map((value, index) => {
    const start = from[index] ?? null;
    return start === null || value === null ? null : difference(start, value, tolerance);
  });
}

/** The hourly differences of two curves. */
export function curveDifference(from: Float32Array, to: Float32Array): Float32Array {
  const tolerance = ACCURACY.curves * largestOf(from, to);
  return to.map((value, hour) => difference(from[hour]!, value, tolerance));
}

/** The magnitude up to which hours of curves shown together count as 0. */
export const noiseOf = (curves: readonly Float32Array[]): number => ACCURACY.figures * largestOf(...curves);

/** Whether differences are known and none of them is a change. */
export const isUnchanged = (differences: readonly Figure[]): boolean =>
  differences.some((value) => value === 0) && differences.every((value) => value === null || value === 0);
