/**
 * Couplings connect a scenario to an external model. An input may belong to coupling groups (it works only while all of
 * them are active) and may be switched off by groups (while all those listed are active). Only the active groups are
 * stored; inactive ones are groups that could be active because one of their inputs has a value.
 */
import type { InputFacts, InputTable } from "./input-table.ts";
import type { Values } from "./share-groups.ts";

/** All coupling groups of a model, in order of first appearance. */
export function couplingGroups(table: InputTable): readonly string[] {
  return [...new Set([...table.values()].flatMap((input) => input.couplingGroups))];
}

/** Keys of the inputs with coupling groups that have a user or balanced value, in document order. */
export function coupledInputs(table: InputTable, userValues: Values, balancedValues: Values): readonly string[] {
  const coupled: string[] = [];
  for (const { key, couplingGroups: groups } of table.values()) {
    if (groups.length > 0 && (userValues[key] !== undefined || balancedValues[key] !== undefined)) coupled.push(key);
  }
  return coupled;
}

/** Groups of coupled inputs that are not active. */
export function inactiveCouplings(
  table: InputTable,
  userValues: Values,
  balancedValues: Values,
  active: readonly string[],
): readonly string[] {
  const groups = coupledInputs(table, userValues, balancedValues).flatMap((key) => table.get(key)!.couplingGroups);
  return [...new Set(groups)].filter((group) => !active.includes(group));
}

/** Groups that become active because inputs of theirs are set: all but those deliberately left inactive. */
export function couplingsActivatedBy(
  table: InputTable,
  keys: Iterable<string>,
  inactive: readonly string[],
  active: readonly string[],
): readonly string[] {
  const groups = [...keys].flatMap((key) => table.get(key)?.couplingGroups ?? []);
  return [...new Set(groups)].filter((group) => !inactive.includes(group) && !active.includes(group));
}

type Coupled = Pick<InputFacts, "couplingGroups" | "disabledByCouplings">;

/** Whether couplings take an input out of the calculation: one of its groups is inactive, or all that disable it are active. */
export const isDisabledByCoupling = (input: Coupled, active: readonly string[]): boolean =>
  isSwitchedOffByCoupling(input, active) || input.couplingGroups.some((group) => !active.includes(group));

/** Whether active couplings replace an input: all the groups that disable it are active. */
export const isSwitchedOffByCoupling = (input: Coupled, active: readonly string[]): boolean =>
  input.disabledByCouplings.length > 0 && input.disabledByCouplings.every((group) => active.includes(group));
