/**
 * Shapley values: the difference between two scenarios as a sum of contributions of groups of changes. A group's
 * contribution is its mean effect on the result over all orders in which the groups can be applied. Exact for few
 * groups; from paired random orders with intervals for many.
 */
import { shuffled } from "../random.ts";
import type { Interval } from "./sobol-indices.ts";

export interface Contribution {
  readonly value: number;
  /** 95 % interval; null for exact values. */
  readonly within: Interval | null;
}

/** The result with a set of groups applied: bit g of `groups` (as a bigint) is set for group g. */
export type ResultWith = (groups: bigint) => number;

/** Maximum number of groups for exact values, which need 2^12 results. */
export const MAX_EXACT = 12;

/** Exact contributions of up to `MAX_EXACT` groups; they add up to the whole difference. */
export function exactContributions(count: number, resultWith: ResultWith): readonly Contribution[] {
  if (count > MAX_EXACT) throw new RangeError(`count is ${count}; expected at most ${MAX_EXACT}`);
  const results = Float64Array.from({ length: 2 ** count }, (_, groups) => resultWith(BigInt(groups)));
  // Fraction of all orders that start with a given set of `size` groups, followed by one given group.
  const weights = Float64Array.from({ length: count }, (_, size) => 1 / (count * binomial(count - 1, size)));
  const values = Array.from({ length: count }, (_, group) => {
    let value = 0;
    for (let groups = 0; groups < results.length; groups++) {
      if ((groups >> group) % 2 === 1) continue;
      value += weights[sizeOf(groups)]! * (results[groups + 2 ** group]! - results[groups]!);
    }
    return value;
  });
  return settled(values, results.at(-1)! - results[0]!).map((value) => ({ value, within: null }));
}

/**
 * Contributions from `pairs` random orders and their reverses, with intervals of 95 %: 2 × `pairs` × `count` results at
 * most. They add up to the whole difference.
 */
export function sampledContributions(
  count: number,
  resultWith: ResultWith,
  { pairs, seed }: { readonly pairs: number; readonly seed: number },
): readonly Contribution[] {
  if (!(pairs >= 2)) throw new RangeError(`pairs is ${pairs}; expected 2 or more`);
  const nothing = resultWith(0n);
  const all = resultWith((1n << BigInt(count)) - 1n);
  const effects = Array.from({ length: count }, () => new Float64Array(pairs));
  for (let pair = 0; pair < pairs; pair++) {
    const order = shuffled(count, seed, pair);
    for (const each of [order, order.toReversed()]) {
      let groups = 0n;
      let before = nothing;
      for (const [turn, group] of each.entries()) {
        groups |= 1n << BigInt(group);
        const after = turn === count - 1 ? all : resultWith(groups);
        effects[group]![pair]! += (after - before) / 2;
        before = after;
      }
    }
  }
  const means = effects.map((own) => own.reduce((sum, effect) => sum + effect, 0) / pairs);
  return settled(means, all - nothing).map((value, group) => {
    const squares = effects[group]!.reduce((sum, effect) => sum + (effect - means[group]!) ** 2, 0);
    const error = Math.sqrt(squares / (pairs - 1) / pairs) * studentQuantile(pairs - 1);
    return { value, within: { low: value - error, high: value + error } };
  });
}

/** Corrects the largest value for rounding errors, so that all add up to `whole`. */
function settled(values: readonly number[], whole: number): readonly number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  const largest = values.reduce((most, value, place) => (Math.abs(value) > Math.abs(values[most]!) ? place : most), 0);
  return values.map((value, place) => (place === largest ? value + (whole - sum) : value));
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
