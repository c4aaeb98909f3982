/**
 * Shapley values: the difference between two scenarios as a sum of contributions of groups of changes. A group's
 * contribution is its mean effect on the result over all orders in which the groups can be applied. Exact for few
 * groups; from paired random orders with intervals for many.
 */
import { randomOrder } from "../random.ts";
import type { Interval } from "./sobol-indices.ts";

export interface Contribution {
  readonly value: number;
  /** The effect of the group when no other group is applied. */
  readonly alone: number;
  /** The least and the greatest effect of the group after others, over all sets or over those in the random orders. */
  readonly least: number;
  readonly greatest: number;
  /** 95 % interval; null for exact values. */
  readonly within: Interval | null;
}

/** The result with a set of groups applied: bit g of `groups` (as a bigint) is set for group g. */
export type ResultWith = (groups: bigint) => number;

/** Maximum number of groups for exact values, which need 2^12 results. */
export const MAX_EXACT = 12;

class EffectRange {
  least: number;
  greatest: number;

  constructor(effect?: number) {
    this.least = effect ?? Infinity;
    this.greatest = effect ?? -Infinity;
  }

  add(effect: number): void {
    this.least = Math.min(this.least, effect);
    this.greatest = Math.max(this.greatest, effect);
  }
}

/** Exact contributions of up to `MAX_EXACT` groups; they add up to the whole difference. */
export function exactContributions(count: number, resultWith: ResultWith): readonly Contribution[] {
  if (count > MAX_EXACT) throw new RangeError(`count is ${count}; expected at most ${MAX_EXACT}`);
  const results = Float64Array.from({ length: 2 ** count }, (_, groups) => resultWith(BigInt(groups)));
  // Fraction of all orders that start with a given set of `size` groups, followed by one given group.
  const weights = Float64Array.from({ length: count }, (_, size) => 1 / (count * binomial(count - 1, size)));
  const ranges = Array.from({ length: count }, () => new EffectRange());
  const values = Array.from({ length: count }, (_, group) => {
    let value = 0;
    for (let groups = 0; groups < results.length; groups++) {
      if ((groups >> group) % 2 === 1) continue;
      const effect = results[groups + 2 ** group]! - results[groups]!;
      ranges[group]!.add(effect);
      value += weights[sizeOf(groups)]! * effect;
    }
    return value;
  });
  return correctRounding(values, results.at(-1)! - results[0]!).map((value, group) => {
    const { least, greatest } = ranges[group]!;
    return { value, alone: results[2 ** group]! - results[0]!, least, greatest, within: null };
  });
}

/**
 * Contributions from `pairs` random orders and their reverses, with 95 % intervals: (2 × `pairs` + 1) × `count` results
 * at most. They add up to the whole difference.
 */
export function sampledContributions(
  count: number,
  resultWith: ResultWith,
  { pairs, seed }: { readonly pairs: number; readonly seed: number },
): readonly Contribution[] {
  if (!(pairs >= 2)) throw new RangeError(`pairs is ${pairs}; expected 2 or more`);
  const baseResult = resultWith(0n);
  const fullResult = resultWith((1n << BigInt(count)) - 1n);
  const effects = Array.from({ length: count }, () => new Float64Array(pairs));
  const alone = Array.from({ length: count }, (_, group) => resultWith(1n << BigInt(group)) - baseResult);
  const ranges = alone.map((effect) => new EffectRange(effect));
  for (let pair = 0; pair < pairs; pair++) {
    const order = randomOrder(count, seed, pair);
    for (const permutation of [order, order.toReversed()]) {
      let groups = 0n;
      let previousResult = baseResult;
      for (const [turn, group] of permutation.entries()) {
        groups |= 1n << BigInt(group);
        const nextResult = turn === count - 1 ? fullResult : resultWith(groups);
        ranges[group]!.add(nextResult - previousResult);
        effects[group]![pair]! += (nextResult - previousResult) / 2;
        previousResult = nextResult;
      }
    }
  }
  const means = effects.map((groupEffects) => groupEffects.reduce((sum, effect) => sum + effect, 0) / pairs);
  return correctRounding(means, fullResult - baseResult).map((value, group) => {
    const squares = effects[group]!.reduce((sum, effect) => sum + (effect - means[group]!) ** 2, 0);
    const error = Math.sqrt(squares / (pairs - 1) / pairs) * studentQuantile(pairs - 1);
    const { least, greatest } = ranges[group]!;
    return { value, alone: alone[group]!, least, greatest, within: { low: value - error, high: value + error } };
  });
}

/** Corrects the largest value for rounding errors, so that all add up to `difference`. */
function correctRounding(values: readonly number[], difference: number): readonly number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  const largest = values.reduce((most, value, index) => (Math.abs(value) > Math.abs(values[most]!) ? index : most), 0);
  return values.map((value, index) => (index === largest ? value + (difference - sum) : value));
}

const sizeOf = (groups: number): number => groups.toString(2).replaceAll("0", "").length;

function binomial(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; i++) product = (product * (n - k + i)) / i;
  return product;
}

/**
 * The 97.5 % quantile of Student's distribution, by the expansion of Cornish and Fisher; accurate to 1 % from 3 degrees
 * of freedom.
 */
function studentQuantile(degrees: number): number {
  const z = 1.959963984540054;
  const [first, second, third] = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}
