/**
 * Shapley values: the difference between two scenarios as a sum of contributions of changes, and of groups of changes.
 * A group's contribution is its mean effect on the result over all orders in which the groups can be applied. A
 * change's contribution is its mean effect over all orders in which the changes of each group are consecutive (the Owen
 * value), so that the changes of a group add up to the group. Exact if there are few combinations; otherwise estimated
 * from pairs of random orderings, with confidence intervals.
 */
import { randomOrder } from "../random.ts";
import type { Interval } from "./sobol-indices.ts";

export interface Contribution {
  readonly value: number;
  /** The effect when nothing else is applied. */
  readonly alone: number;
  /**
   * The smallest and largest effect over all combinations of previously applied changes, or over the combinations
   * in the random orderings.
   */
  readonly least: number;
  readonly greatest: number;
  /** 95 % interval; null for exact values. */
  readonly within: Interval | null;
}

export interface GroupContribution extends Contribution {
  /** In the order of the group's changes. */
  readonly members: readonly Contribution[];
  /**
   * The effect after each other group alone, by group; for the group itself, its effect alone. Null for many groups.
   */
  readonly afterOne: readonly number[] | null;
}

/** The change numbers (from 0) in each group; every change belongs to exactly one group. */
export type Groups = readonly (readonly number[])[];

/** The result with a set of changes applied: bit c of `changes` (as a bigint) is set for change c. */
export type ResultWith = (changes: bigint) => number;

/** Maximum number of results for exact values. */
const MAX_RESULTS = 4_096;
/** Maximum number of changes for exact values, if each is a group. */
export const MAX_EXACT = Math.log2(MAX_RESULTS);

/**
 * The number of combinations that must be evaluated for exact values: unions of whole groups, plus subsets of one
 * group.
 */
const combinationsOf = (groups: Groups): number =>
  2 ** groups.length +
  groups.reduce((sum, { length }) => sum + 2 ** (groups.length - 1) * (2 ** Math.max(1, length) - 2), 0);

/** Maximum number of groups for which the effects after each other group are calculated. */
const MAX_GROUPS_AFTER_ONE = 16;

export const canBeExact = (groups: Groups): boolean => combinationsOf(groups) <= MAX_RESULTS;

class EffectRange {
  least = Infinity;
  greatest = -Infinity;

  add(effect: number): void {
    this.least = Math.min(this.least, effect);
    this.greatest = Math.max(this.greatest, effect);
  }
}

/** Exact contributions of groups for which `canBeExact` is true; they add up to the total difference. */
export function exactContributions(groups: Groups, resultWith: ResultWith): readonly GroupContribution[] {
  if (!canBeExact(groups))
    throw new RangeError(`the groups have ${combinationsOf(groups)} combinations; expected at most ${MAX_RESULTS}`);
  const baseResult = resultWith(0n);
  const masks = groups.map(maskOf);
  const otherWeights = orderWeights(groups.length);
  const contributions = groups.map((changes, group) => {
    const otherMasks = masks.filter((_, other) => other !== group);
    const memberWeights = orderWeights(changes.length);
    const total = new ExactSum();
    const members = changes.map(() => new ExactSum());
    for (let others = 0; others < 2 ** otherMasks.length; others++) {
      const before = unionOf(otherMasks, others);
      const results = Float64Array.from({ length: 2 ** changes.length }, (_, applied) =>
        resultWith(before | maskOf(changes.filter((_change, member) => (applied >> member) % 2 === 1))),
      );
      const weight = otherWeights[sizeOf(others)]!;
      total.add(weight, results.at(-1)! - results[0]!);
      for (const [member, sum] of members.entries())
        for (let applied = 0; applied < results.length; applied++)
          if ((applied >> member) % 2 === 0)
            sum.add(weight * memberWeights[sizeOf(applied)]!, results[applied + 2 ** member]! - results[applied]!);
    }
    return { total, members };
  });
  const fullResult = resultWith(maskOf(groups.flat()));
  const values = correctRounding(
    contributions.map(({ total }) => total.value),
    fullResult - baseResult,
  );
  const afterOne = effectsAfterOne(groups, resultWith);
  return contributions.map(({ total, members }, group): GroupContribution => {
    const contributionOf = (value: number, { least, greatest }: EffectRange, mask: bigint): Contribution => ({
      value,
      alone: resultWith(mask) - baseResult,
      least,
      greatest,
      within: null,
    });
    const memberValues = correctRounding(
      members.map((member) => member.value),
      values[group]!,
    );
    return {
      ...contributionOf(values[group]!, total.range, masks[group]!),
      members: members.map(({ range }, member) =>
        contributionOf(memberValues[member]!, range, maskOf([groups[group]![member]!])),
      ),
      afterOne: afterOne?.[group] ?? null,
    };
  });
}

/** By group: its effect after each other group alone. */
function effectsAfterOne(groups: Groups, resultWith: ResultWith): readonly (readonly number[])[] | null {
  if (groups.length > MAX_GROUPS_AFTER_ONE) return null;
  const masks = groups.map(maskOf);
  return masks.map((mask, group) =>
    masks.map((other, index) => {
      const before = index === group ? 0n : other;
      return resultWith(before | mask) - resultWith(before);
    }),
  );
}

/** A weighted sum of effects, and their range. */
class ExactSum {
  value = 0;
  readonly range = new EffectRange();

  add(weight: number, effect: number): void {
    this.value += weight * effect;
    this.range.add(effect);
  }
}

/**
 * Contributions from `pairs` random orderings and their reverses, with 95 % intervals: at most (2 × `pairs` + 1)
 * results for each change, one for each group, and, if there are few groups, one for each pair of groups. They add up
 * to the total difference.
 */
export function sampledContributions(
  groups: Groups,
  resultWith: ResultWith,
  { pairs, seed }: { readonly pairs: number; readonly seed: number },
): readonly GroupContribution[] {
  if (!(pairs >= 2)) throw new RangeError(`pairs is ${pairs}; expected 2 or more`);
  const baseResult = resultWith(0n);
  const all = maskOf(groups.flat());
  const fullResult = resultWith(all);
  const sampleOf = (changes: readonly number[]): Sample => new Sample(pairs, resultWith(maskOf(changes)) - baseResult);
  const samples = groups.map((changes) => ({
    total: sampleOf(changes),
    members: changes.map((change) => sampleOf([change])),
  }));
  for (let pair = 0; pair < pairs; pair++) {
    const order = randomOrder(groups.length, seed, pair).map((group) => ({
      group,
      members: randomOrder(groups[group]!.length, seed + 1 + group, pair),
    }));
    const reverse = order.toReversed().map(({ group, members }) => ({ group, members: members.toReversed() }));
    for (const permutation of [order, reverse]) {
      let applied = 0n;
      let previousResult = baseResult;
      for (const { group, members } of permutation) {
        const resultBefore = previousResult;
        for (const member of members) {
          applied |= 1n << BigInt(groups[group]![member]!);
          const nextResult = applied === all ? fullResult : resultWith(applied);
          samples[group]!.members[member]!.add(pair, nextResult - previousResult);
          previousResult = nextResult;
        }
        samples[group]!.total.add(pair, previousResult - resultBefore);
      }
    }
  }
  const values = correctRounding(
    samples.map(({ total }) => total.mean),
    fullResult - baseResult,
  );
  const afterOne = effectsAfterOne(groups, resultWith);
  return samples.map(({ total, members }, group): GroupContribution => {
    const memberValues = correctRounding(
      members.map(({ mean }) => mean),
      values[group]!,
    );
    return {
      ...total.contribution(values[group]!),
      members: members.map((sample, member) => sample.contribution(memberValues[member]!)),
      afterOne: afterOne?.[group] ?? null,
    };
  });
}

/** Effects in pairs of random orderings: the mean of each pair, and the range of all. */
class Sample {
  readonly #effects: Float64Array;
  readonly #alone: number;
  readonly #range = new EffectRange();

  constructor(pairs: number, alone: number) {
    this.#effects = new Float64Array(pairs);
    this.#alone = alone;
    this.#range.add(alone);
  }

  add(pair: number, effect: number): void {
    this.#range.add(effect);
    this.#effects[pair]! += effect / 2;
  }

  get mean(): number {
    return this.#effects.reduce((sum, effect) => sum + effect, 0) / this.#effects.length;
  }

  /** @param value the mean, corrected for rounding errors */
  contribution(value: number): Contribution {
    const { mean } = this;
    const pairs = this.#effects.length;
    const squares = this.#effects.reduce((sum, effect) => sum + (effect - mean) ** 2, 0);
    const error = Math.sqrt(squares / (pairs - 1) / pairs) * studentQuantile(pairs - 1);
    const { least, greatest } = this.#range;
    return { value, alone: this.#alone, least, greatest, within: { low: value - error, high: value + error } };
  }
}

/** By size of a set: the fraction of all orders of `count` that start with the set, followed by one given element. */
const orderWeights = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, size) => 1 / (count * binomial(count - 1, size)));

const maskOf = (changes: readonly number[]): bigint =>
  changes.reduce((mask, change) => mask | (1n << BigInt(change)), 0n);

/** The union of those masks whose bit is set in `chosen`. */
const unionOf = (masks: readonly bigint[], chosen: number): bigint =>
  masks.reduce((union, mask, index) => ((chosen >> index) % 2 === 1 ? union | mask : union), 0n);

/** Corrects the largest value for rounding errors, so that all add up to `difference`. */
function correctRounding(values: readonly number[], difference: number): readonly number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  const largest = values.reduce((most, value, index) => (Math.abs(value) > Math.abs(values[most]!) ? index : most), 0);
  return values.map((value, index) => (index === largest ? value + (difference - sum) : value));
}

const sizeOf = (set: number): number => set.toString(2).replaceAll("0", "").length;

function binomial(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; i++) product = (product * (n - k + i)) / i;
  return product;
}

/**
 * The 97.5 % quantile of Student's t-distribution, by the Cornish–Fisher expansion; accurate to 1 % from 3 degrees of
 * freedom.
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
