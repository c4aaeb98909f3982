/** Differences between a scenario and others: sliders, and share groups as a whole. */
import type { Input } from "@etesian/client";
import type { Changes, Sliders, StoredScenario, Value } from "./calculator.ts";

export type Inputs = ReadonlyMap<string, Input>;

/** A scenario with the inputs of its own area and year. */
export interface Side {
  readonly sliders: Sliders;
  readonly inputs: Inputs;
}

export interface Difference {
  /** The slider, or the share group. */
  readonly key: string;
  /** The slider that differs, or the group's members that do. */
  readonly members: readonly string[];
  readonly isGroup: boolean;
  /** Whether one of the scenarios sets it; if none does, the areas' data differ. */
  readonly isMoved: boolean;
  /** Values of the first member: this scenario's, then the others'; null if it has no such slider. */
  readonly values: readonly (Value | null)[];
  /** For each differing member of a group: its value in this scenario, then in the others. */
  readonly parts: readonly { readonly key: string; readonly values: readonly (Value | null)[] }[];
  /** Whether each of the others differs. */
  readonly differs: readonly boolean[];
  /** For each of the others: the moves that lead to its values. */
  readonly moves: readonly Changes[];
}

/** A slider's value: set, balanced, or its start value. */
export function valueOf({ sliders: { userValues, balancedValues }, inputs }: Side, key: string): Value | null {
  const start = inputs.get(key)?.default;
  return userValues[key] ?? balancedValues[key] ?? (typeof start === "boolean" ? null : (start ?? null));
}

const isSet = ({ sliders: { userValues, balancedValues } }: Side, key: string): boolean =>
  userValues[key] !== undefined || balancedValues[key] !== undefined;

/** Smaller relative differences are rounding errors, which depend on the order of balancing. */
const RELATIVE_TOLERANCE = 1e-9;

function areEqual(a: Value | null, b: Value | null): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= RELATIVE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

/** Sliders whose values differ, because they are set or because the areas' start values differ; set ones come first. */
export function differencesOf(scenario: Side, others: readonly Side[]): readonly Difference[] {
  const sides = [scenario, ...others];
  const differs = (key: string, other: Side): boolean =>
    other.inputs.has(key) && !areEqual(valueOf(scenario, key), valueOf(other, key));
  const keys = [...scenario.inputs.keys()].filter((key) => others.some((other) => differs(key, other)));

  const byGroup = new Map<string, { readonly isGroup: boolean; readonly members: string[] }>();
  for (const key of keys) {
    const group = scenario.inputs.get(key)?.share_group ?? null;
    const name = group ?? key;
    const row = byGroup.get(name);
    if (row === undefined) byGroup.set(name, { isGroup: group !== null, members: [key] });
    else row.members.push(key);
  }
  const rows = Array.from(byGroup, ([key, { isGroup, members }]): Difference => ({
    key,
    members,
    isGroup,
    isMoved: members.some((member) => sides.some((side) => isSet(side, member))),
    values: sides.map((side) => valueOf(side, members[0]!)),
    parts: isGroup
      ? members.map((member) => ({ key: member, values: sides.map((side) => valueOf(side, member)) }))
      : [],
    differs: others.map((other) => members.some((member) => differs(member, other))),
    moves: others.map((other) => movesTo(scenario, other, isGroup ? membersOf(scenario.inputs, key) : members)),
  }));
  return rows.toSorted((a, b) => Number(b.isMoved) - Number(a.isMoved));
}

const membersOf = (inputs: Inputs, group: string): readonly string[] =>
  Array.from(inputs, ([key, { share_group: shareGroup, disabled }]) =>
    shareGroup === group && !disabled ? key : "",
  ).filter((key) => key !== "");

/** All members of a group move together, so that no rule has to balance them. */
const movesTo = (scenario: Side, other: Side, members: readonly string[]): Changes =>
  Object.fromEntries(
    members.flatMap((key) => {
      const value = valueOf(other, key);
      return value === null || (members.length === 1 && areEqual(valueOf(scenario, key), value)) ? [] : [[key, value]];
    }),
  );

/** A group's members that differ from another scenario, the largest difference first. */
export const partsToward = ({ parts }: Difference, other: number): Difference["parts"] => {
  const gap = ({ values }: Difference["parts"][number]): number =>
    Math.abs(Number(values[other + 1] ?? 0) - Number(values[0] ?? 0));
  return parts.filter((part) => gap(part) > 0).toSorted((a, b) => gap(b) - gap(a));
};

/** Rows by the size of their effect on a number, largest first; rows with unknown effects follow in their order. */
export function sortByEffect<Row>(rows: readonly Row[], effectOf: (row: Row) => number | null): readonly Row[] {
  const size = (row: Row): number => Math.abs(effectOf(row) ?? -0);
  const isKnown = (row: Row): boolean => effectOf(row) !== null;
  return rows.toSorted((a, b) => Number(isKnown(b)) - Number(isKnown(a)) || size(b) - size(a));
}

/** Differences other than sliders. */
export function otherDifferences(
  scenario: StoredScenario,
  other: StoredScenario,
): readonly ("area" | "year" | "orders" | "curves" | "couplings" | "scaling")[] {
  const toJson = (value: unknown): string => JSON.stringify(value);
  const toSortedJson = (value: object): string =>
    toJson(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return [
    ...(scenario.area === other.area ? [] : (["area"] as const)),
    ...(scenario.endYear === other.endYear ? [] : (["year"] as const)),
    ...(toSortedJson(scenario.orders) === toSortedJson(other.orders) ? [] : (["orders"] as const)),
    ...(haveSameCurves(scenario.curves, other.curves) ? [] : (["curves"] as const)),
    ...(toJson(scenario.activeCouplings.toSorted()) === toJson(other.activeCouplings.toSorted())
      ? []
      : (["couplings"] as const)),
    ...(toJson(scenario.scaling) === toJson(other.scaling) ? [] : (["scaling"] as const)),
  ];
}

function haveSameCurves(a: StoredScenario["curves"], b: StoredScenario["curves"]): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => a[key]!.length === b[key]?.length && a[key]!.every((value, hour) => value === b[key]![hour]))
  );
}

/** Maximum number of scenarios to compare with the one on the screen. */
export const MAX_COMPARED = 3;

/** Scenario IDs in a URL parameter such as `12,34`, without duplicates. */
export function idsIn(text: string, ownId: number, max = MAX_COMPARED): readonly number[] {
  const ids = text
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0 && id !== ownId);
  return [...new Set(ids)].slice(0, max);
}

/** The scenario ID in typed text: the ID itself, or a URL whose path ends with it; null if there is none. */
export function parseId(text: string): number | null {
  const match = /^\s*(?:\S*\/(?:s|scenarios)\/)?(\d{1,10})(?:[/?#]\S*)?\s*$/.exec(text);
  return match === null ? null : Number(match[1]);
}
