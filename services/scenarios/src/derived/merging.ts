/** Merges several scenarios: the weighted mean of their sliders. */
import type { InputFacts, InputTable, Values } from "@etesian/sliders";
import { contentsOf, type Source } from "./interpolation.ts";
import type { Contents, Scenario } from "../deciding/scenario-state.ts";

export interface WeightedSource extends Source {
  readonly weight: number;
}

/** Messages about invalid sources. */
export function mergeProblems(sources: readonly WeightedSource[]): readonly string[] {
  const hasDifferent = (valueOf: (scenario: Scenario) => unknown): boolean =>
    new Set(sources.map(({ scenario }) => valueOf(scenario))).size > 1;
  const problems: string[] = [];
  if (sources.length === 0) problems.push("You must provide at least one scenario");
  if (hasDifferent(({ area }) => area)) problems.push("One or more scenarios have differing area codes");
  if (hasDifferent(({ endYear }) => endYear)) problems.push("One or more scenarios have differing end years");
  if (sources.some(({ scenario }) => scenario.scaling !== null)) {
    problems.push("Cannot merge scenarios which have been scaled down");
  }
  if (sources.some(({ weight }) => !(weight >= 0)) || !(sources.reduce((sum, { weight }) => sum + weight, 0) > 0)) {
    problems.push("Weights must not be negative, nor all of them 0");
  }
  return problems;
}

/** Completes the weights: a missing one becomes the mean of the others. */
export function completeWeights(weights: readonly (number | undefined)[]): readonly number[] {
  const givenWeights = weights.filter((weight) => weight !== undefined);
  const mean =
    givenWeights.length === 0 ? 1 : givenWeights.reduce((sum, weight) => sum + weight, 0) / givenWeights.length;
  return weights.map((weight) => weight ?? mean);
}

/**
 * The mean of scenarios without problems. A scenario that does not set an input contributes its balanced or default
 * value. For flags and strings, the value with the greatest weight wins, and the first one in a tie. Orders are copied
 * from the first scenario.
 */
export function merge(sources: readonly WeightedSource[], table: InputTable): Contents {
  const [first] = sources;
  if (first === undefined) throw new RangeError("nothing to merge");
  const total = sources.reduce((sum, { weight }) => sum + weight, 0);
  const meansOf = (keys: ReadonlySet<string>): Values => {
    const result: { [input: string]: number | string } = {};
    for (const key of keys) {
      const input = table.get(key);
      const value = input && meanOf(input, sources, total);
      if (value !== undefined) result[key] = value;
    }
    return result;
  };
  const userKeys = new Set(sources.flatMap(({ scenario }) => Object.keys(scenario.userValues)));
  const balancedKeys = new Set(sources.flatMap(({ scenario }) => Object.keys(scenario.balancedValues)));
  return {
    ...contentsOf(first.scenario),
    userValues: meansOf(userKeys),
    // Only numbers can be balanced.
    balancedValues: meansOf(balancedKeys.difference(userKeys)) as Contents["balancedValues"],
    activeCouplings: [...new Set(sources.flatMap(({ scenario }) => scenario.activeCouplings))],
  };
}

function meanOf(input: InputFacts, sources: readonly WeightedSource[], total: number): number | string | undefined {
  const values = sources.flatMap(({ scenario: { userValues, balancedValues }, weight }) => {
    const value = userValues[input.key] ?? balancedValues[input.key] ?? input.default;
    return value === null ? [] : [{ value, weight }];
  });
  const amounts = values.flatMap(({ value, weight }) => (typeof value === "number" ? [value * (weight / total)] : []));
  if (amounts.length === values.length && input.unit !== "bool")
    return amounts.reduce((sum, amount) => sum + amount, 0);
  const weights = new Map<number | string, number>();
  for (const { value, weight } of values) weights.set(value, (weights.get(value) ?? 0) + weight);
  return [...weights].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
