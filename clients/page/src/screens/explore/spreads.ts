/** Spreads of figures over variants: quantiles, bands, and histogram bins. */
import { quantilesOf } from "@etesian/explore";

/** Bands by the fraction of all variants that they contain: 8 of 10, 9 of 10, or all. */
export const BANDS = ["8", "9", "all"] as const;
export type Band = (typeof BANDS)[number];
const BAND_PROBABILITIES: Readonly<Record<Band, readonly [low: number, high: number]>> = {
  "8": [0.1, 0.9],
  "9": [0.05, 0.95],
  all: [0, 1],
};
const [LOWER_QUARTILE, MEDIAN, UPPER_QUARTILE] = [0.25, 0.5, 0.75];

/** Probabilities of the quantiles that bound every band and its inner half, and of the median. */
export const PROBABILITIES: readonly number[] = [
  ...Object.values(BAND_PROBABILITIES).flat(),
  LOWER_QUARTILE,
  MEDIAN,
  UPPER_QUARTILE,
].toSorted((a, b) => a - b);

/** The edges of a band and of its inner half, and the median, from the quantiles at `PROBABILITIES`. */
export function edgesOf<T>(band: Band, quantiles: readonly T[]): { readonly [edge in keyof Spread]: T } {
  const [low, high] = BAND_PROBABILITIES[band];
  const quantileAt = (probability: number): T => quantiles[PROBABILITIES.indexOf(probability)]!;
  return {
    low: quantileAt(low),
    lowerQuartile: quantileAt(LOWER_QUARTILE),
    median: quantileAt(MEDIAN),
    upperQuartile: quantileAt(UPPER_QUARTILE),
    high: quantileAt(high),
  };
}

export interface Spread {
  readonly low: number;
  /** Half of all variants are between the two quartiles. */
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly high: number;
}

/** Null if no variant has a figure. */
export function spreadOf(figures: Float64Array, band: Band): Spread | null {
  const [from, to] = BAND_PROBABILITIES[band];
  const [low, lowerQuartile, median, upperQuartile, high] = quantilesOf(figures, [
    from,
    LOWER_QUARTILE,
    MEDIAN,
    UPPER_QUARTILE,
    to,
  ]);
  if (median === undefined || Number.isNaN(median)) return null;
  return { low: low!, lowerQuartile: lowerQuartile!, median, upperQuartile: upperQuartile!, high: high! };
}

/** The variant whose figure is nearest to a value; −1 if no variant has a figure. */
export function nearestVariant(figures: Float64Array, value: number): number {
  let nearest = -1;
  for (const [variant, figure] of figures.entries())
    if (nearest < 0 ? Number.isFinite(figure) : Math.abs(figure - value) < Math.abs(figures[nearest]! - value))
      nearest = variant;
  return nearest;
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Bins of equal width between the least and the greatest figure; a single one if all are nearly equal. */
export function binsOf(figures: Float64Array, count: number): readonly Bin[] {
  const finite = figures.filter(Number.isFinite);
  if (finite.length === 0) return [];
  const [least = 0, greatest = 0] = quantilesOf(finite, [0, 1]);
  const width = (greatest - least) / count;
  // The width underflows to 0 if the figures differ by less than the smallest number.
  if (width === 0) return [{ from: least, to: greatest, count: finite.length }];
  const counts = Array.from({ length: count }, () => 0);
  for (const figure of finite) counts[Math.min(count - 1, Math.floor((figure - least) / width))]!++;
  return counts.map((count, bin) => ({ from: least + bin * width, to: least + (bin + 1) * width, count }));
}
