/**
 * Sobol' indices: the share of a result's variance that each factor causes. First order by Saltelli et al. 2010, total
 * by Jansen 1999, both centred on the mean of A and B, as in `scipy.stats.sobol_indices`.
 */
import { randomAt } from "../random.ts";

export interface SobolIndex {
  /** Fraction of the variance that the factor causes alone. */
  readonly first: number;
  /** Fraction that it causes alone or in interactions. */
  readonly total: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface EstimatedIndex extends SobolIndex {
  /** 95 % bootstrap intervals. They are wide for a scrambled sequence, whose evenness they ignore. */
  readonly firstInterval: Interval;
  readonly totalInterval: Interval;
}

const COVERAGE = 0.95;

/**
 * Indices of all factors from the results (by row) of `saltelli`; null if the result does not vary. Groups with a
 * missing result (NaN) are ignored.
 */
export function sobolIndices(
  results: Float64Array,
  factors: number,
  { rounds = 1_000, seed = 1 }: { readonly rounds?: number; readonly seed?: number } = {},
): readonly EstimatedIndex[] | null {
  const length = factors + 2;
  const groups = Array.from({ length: results.length / length }, (_, group) => group).filter((group) =>
    results.subarray(group * length, (group + 1) * length).every(Number.isFinite),
  );
  const indices = indicesOf(results, factors, groups);
  if (indices === null) return null;
  const bootstrapIndices: (readonly SobolIndex[])[] = [];
  for (let round = 0; round < rounds; round++) {
    const sample = groups.map((_, index) => groups[Math.floor(randomAt(seed, round, index) * groups.length)]!);
    const sampleIndices = indicesOf(results, factors, sample);
    if (sampleIndices !== null) bootstrapIndices.push(sampleIndices);
  }
  return indices.map((index, factor) => ({
    ...index,
    firstInterval: intervalOf(bootstrapIndices.map((indicesOfSample) => indicesOfSample[factor]!.first)),
    totalInterval: intervalOf(bootstrapIndices.map((indicesOfSample) => indicesOfSample[factor]!.total)),
  }));
}

function indicesOf(results: Float64Array, factors: number, groups: readonly number[]): readonly SobolIndex[] | null {
  const length = factors + 2;
  const resultAt = (group: number, position: number): number => results[group * length + position]!;
  const count = groups.length;
  let mean = 0;
  for (const group of groups) mean += resultAt(group, 0) + resultAt(group, length - 1);
  mean /= 2 * count;
  let variance = 0;
  for (const group of groups) variance += (resultAt(group, 0) - mean) ** 2 + (resultAt(group, length - 1) - mean) ** 2;
  variance /= 2 * count;
  if (!(variance > 0)) return null;
  return Array.from({ length: factors }, (_, factor) => {
    let first = 0;
    let total = 0;
    for (const group of groups) {
      const [a, ab, b] = [resultAt(group, 0), resultAt(group, factor + 1), resultAt(group, length - 1)];
      first += (b - mean) * (ab - a);
      total += (a - ab) ** 2;
    }
    return { first: first / count / variance, total: total / (2 * count) / variance };
  });
}

function intervalOf(values: number[]): Interval {
  const sorted = Float64Array.from(values).sort();
  const tail = (1 - COVERAGE) / 2;
  return {
    low: sorted[Math.floor(tail * sorted.length)] ?? NaN,
    high: sorted[Math.ceil((1 - tail) * sorted.length) - 1] ?? NaN,
  };
}
