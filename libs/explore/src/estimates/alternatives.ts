/** Near-optimal alternatives: variants whose result is close to the best, chosen to differ from each other. */

export interface Candidates {
  /** Results to minimise, such as costs, by variant; NaN and infeasible variants are never chosen. */
  readonly results: Float64Array;
  readonly isFeasible: (variant: number) => boolean;
  /** How much worse than the best a result may be, as a fraction of the best's magnitude. */
  readonly slack: number;
}

/** Feasible variants within the slack, best first. */
export function nearOptimal({ results, isFeasible, slack }: Candidates): readonly number[] {
  const feasibleVariants = [...results.keys()].filter(
    (variant) => Number.isFinite(results[variant]) && isFeasible(variant),
  );
  const best = feasibleVariants.reduce((min, variant) => Math.min(min, results[variant]!), Infinity);
  return feasibleVariants
    .filter((variant) => results[variant]! <= best + slack * Math.abs(best))
    .sort((a, b) => results[a]! - results[b]! || a - b);
}

/**
 * Up to `count` of the variants: the first one, then repeatedly the variant whose point is farthest from the nearest
 * chosen one. `sizes`: the number of dimensions of each factor; factors have equal weight regardless of it.
 */
export function mostDifferent(
  variants: readonly number[],
  pointOf: (variant: number) => Float64Array,
  sizes: readonly number[],
  count: number,
): readonly number[] {
  const [first, ...rest] = variants;
  if (first === undefined) return [];
  const points = new Map(variants.map((variant) => [variant, pointOf(variant)]));
  const chosenVariants = [first];
  const distanceToChosen = new Map(
    rest.map((variant) => [variant, distance(points.get(first)!, points.get(variant)!, sizes)]),
  );
  while (chosenVariants.length < count && distanceToChosen.size > 0) {
    const [farthest] = [...distanceToChosen].reduce((best, next) => (next[1] > best[1] ? next : best));
    chosenVariants.push(farthest);
    distanceToChosen.delete(farthest);
    for (const [variant, previousDistance] of distanceToChosen)
      distanceToChosen.set(
        variant,
        Math.min(previousDistance, distance(points.get(farthest)!, points.get(variant)!, sizes)),
      );
  }
  return chosenVariants;
}

/** The distance between two points; the square of a factor's distance is divided by its number of dimensions. */
export function distance(one: Float64Array, other: Float64Array, sizes: readonly number[]): number {
  let sum = 0;
  let d = 0;
  for (const size of sizes) {
    const end = d + size;
    for (; d < end; d++) sum += (one[d]! - other[d]!) ** 2 / size;
  }
  return Math.sqrt(sum);
}
