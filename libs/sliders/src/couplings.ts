/**
 * Couplings connect a scenario to an external model. An input that belongs to coupling groups has an effect only while
 * all of them are active. An input may also list groups that disable it while all of them are active. Only the active
 * groups and the groups that users uncoupled are stored. Inactive groups are the uncoupled groups, and groups that
 * could be active because one of their inputs has a value.
 */
import type { InputFacts, InputTable } from "./input-facts.ts";
import type { Values } from "./recipe.ts";

interface Sliders {
  readonly userValues: Values;
  readonly balancedValues: Values;
  readonly activeCouplings: readonly string[];
}

/**
 * Coupling groups by input, in document order, the same for all areas of a model. Inputs without groups may be
 * missing.
 */
export type CouplingGroups = ReadonlyMap<string, Pick<InputFacts, "couplingGroups">>;

/** Inactive groups: groups with an input that has a value, in document order, then uncoupled groups, in their order. */
export function inactiveCouplings(
  inputs: CouplingGroups,
  { userValues, balancedValues, activeCouplings }: Sliders,
  uncoupledGroups: readonly string[],
): readonly string[] {
  // Most scenarios set none of the hundreds of coupled inputs.
  const coupledKeysWithValue = new Set(
    [...Object.keys(userValues), ...Object.keys(balancedValues)].filter(
      (key) => (inputs.get(key)?.couplingGroups.length ?? 0) > 0,
    ),
  );
  if (coupledKeysWithValue.size === 0) return uncoupledGroups.filter((group) => !activeCouplings.includes(group));
  const groups = new Set<string>();
  for (const [key, { couplingGroups }] of inputs) {
    if (couplingGroups.length > 0 && coupledKeysWithValue.has(key))
      for (const group of couplingGroups) groups.add(group);
  }
  for (const group of uncoupledGroups) groups.add(group);
  return [...groups].filter((group) => !activeCouplings.includes(group));
}

/** Groups that become active because their inputs are set, without the uncoupled groups. */
export function couplingsActivatedBy(
  table: InputTable,
  keys: Iterable<string>,
  inactiveGroups: readonly string[],
  activeGroups: readonly string[],
): readonly string[] {
  const groups = [...keys].flatMap((key) => table.get(key)?.couplingGroups ?? []);
  return [...new Set(groups)].filter((group) => !inactiveGroups.includes(group) && !activeGroups.includes(group));
}

type CoupledInput = Pick<InputFacts, "couplingGroups" | "disabledByCouplings">;

/**
 * Whether couplings exclude an input from the calculation: one of its groups is inactive, or all groups that disable
 * it are active.
 */
export const isDisabledByCoupling = (input: CoupledInput, activeGroups: readonly string[]): boolean =>
  isReplacedByCoupling(input, activeGroups) || input.couplingGroups.some((group) => !activeGroups.includes(group));

/** Whether active couplings replace an input: all groups that disable it are active. */
export const isReplacedByCoupling = (input: CoupledInput, activeGroups: readonly string[]): boolean =>
  input.disabledByCouplings.length > 0 && input.disabledByCouplings.every((group) => activeGroups.includes(group));
