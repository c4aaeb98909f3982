/**
 * Share groups: inputs that add up to 100 %. When a user moves some members, the others are adjusted ("balancing").
 * Balancing uses exact rational arithmetic, so that the sum is exactly 100 before the results become doubles.
 */
import { decimalText, sum } from "@etesian/numeric";
import * as exact from "@etesian/numeric/rational";
import type { InputFacts, InputTable } from "./input-facts.ts";
import type { Values } from "./recipe.ts";

const TOTAL = 100;
/** Maximum deviation of the sum from 100: each member is rounded separately. */
const TOLERANCE = 1e-12;
const ROUNDS = 10;
/**
 * An excess below this share of the members' ranges is not spread, because that would leave ever smaller remainders.
 */
const SMALL_EXCESS = exact.fromDecimal(0.0001);

/** The groups of the given inputs with all members, in document order. */
export function changedGroups(table: InputTable, keys: Iterable<string>): ReadonlyMap<string, readonly InputFacts[]> {
  const groupKeys = new Set<string>();
  for (const key of keys) {
    const group = table.get(key)?.shareGroup;
    if (group) groupKeys.add(group);
  }
  const groups = new Map<string, InputFacts[]>();
  if (groupKeys.size === 0) return groups;
  for (const input of table.values()) {
    if (input.shareGroup === null || !groupKeys.has(input.shareGroup)) continue;
    const members = groups.get(input.shareGroup);
    if (members) members.push(input);
    else groups.set(input.shareGroup, [input]);
  }
  return groups;
}

interface Variable {
  readonly key: string;
  readonly min: exact.Rational;
  readonly max: exact.Rational;
  readonly range: exact.Rational;
  value: exact.Rational;
}

/**
 * Positions (%) for the members that the user did not set, so that the group sums to 100. Members that the area
 * disables, or whose minimum equals their maximum, keep their start value. Null if the group cannot sum to 100,
 * empty if the user set no member.
 */
export function balance(members: readonly InputFacts[], userValues: Values): { [input: string]: number } | null {
  if (!members.some((input) => userValues[input.key] !== undefined)) return {};

  const fixedPositions = new Map<string, number>();
  const variables: Variable[] = [];
  let excess = exact.fromDecimal(TOTAL);
  for (const input of members) {
    const position = userValues[input.key] ?? input.default;
    if (typeof position !== "number" || !Number.isFinite(position) || input.min === null || input.max === null)
      return null;
    const value = exact.fromDecimal(position);
    excess = exact.subtract(excess, value);
    if (userValues[input.key] !== undefined) continue;
    if (input.disabled || input.min === input.max) {
      fixedPositions.set(input.key, position);
    } else {
      const [min, max] = [exact.fromDecimal(input.min), exact.fromDecimal(input.max)];
      variables.push({ key: input.key, min, max, range: exact.subtract(max, min), value });
    }
  }

  if (variables.length > 0) excess = distribute(variables, excess);
  if (!exact.isZero(excess)) return null;

  const positions: { [input: string]: number } = {};
  const balancedPositions = new Map(variables.map((variable) => [variable.key, exact.toNumber(variable.value)]));
  for (const { key } of members) {
    const position = balancedPositions.get(key) ?? fixedPositions.get(key);
    if (position !== undefined) positions[key] = position;
  }
  return positions;
}

/** Distributes the excess over the variables in proportion to their ranges; returns the remainder. */
function distribute(variables: readonly Variable[], total: exact.Rational): exact.Rational {
  let excess = total;
  let movableVariables: Variable[] = [...variables];

  for (let round = 1; round <= ROUNDS && movableVariables.length > 0; round++) {
    const start = excess;
    const ranges = movableVariables.reduce((sum, variable) => exact.add(sum, variable.range), exact.ZERO);
    const isSmall = exact.compare(absolute(start), exact.multiply(ranges, SMALL_EXCESS)) < 0 || round === ROUNDS;
    // A remainder too small to distribute goes to the member with the most room.
    if (isSmall) movableVariables.sort((a, b) => exact.compare(roomOf(b, excess), roomOf(a, excess)));

    const stillMovable: Variable[] = [];
    for (const variable of movableVariables) {
      const share = isSmall ? excess : exact.multiply(start, exact.divide(variable.range, ranges));
      const previousValue = variable.value;
      variable.value = clamp(exact.add(previousValue, share), variable.min, variable.max);
      excess = exact.subtract(excess, exact.subtract(variable.value, previousValue));
      if (!exact.isZero(roomOf(variable, excess))) stillMovable.push(variable);
    }
    movableVariables = stillMovable;
    if (isSmall || exact.isZero(excess) || exact.compare(excess, start) === 0) break;
  }
  return excess;
}

/** How far a variable can still move in the direction of the excess. */
const roomOf = (variable: Variable, excess: exact.Rational): exact.Rational =>
  absolute(exact.subtract(excess.numerator < 0n ? variable.min : variable.max, variable.value));

function clamp(value: exact.Rational, min: exact.Rational, max: exact.Rational): exact.Rational {
  if (exact.compare(value, max) > 0) return max;
  return exact.compare(value, min) < 0 ? min : value;
}

/**
 * The message for a group whose enabled members do not sum to 100; null if they do. It lists members that the user set
 * first.
 */
export function checkGroup(
  group: string,
  members: readonly InputFacts[],
  userValues: Values,
  balancedValues: Values,
): string | null {
  const positions: { readonly key: string; readonly value: number }[] = [];
  for (const input of members) {
    if (input.disabled) continue;
    const value = userValues[input.key] ?? balancedValues[input.key] ?? input.default;
    if (typeof value === "number") positions.push({ key: input.key, value });
  }
  const total = sum(positions.map((position) => position.value));
  if (total >= TOTAL - TOLERANCE && total <= TOTAL + TOLERANCE) return null;
  const isSet = ({ key }: { readonly key: string }): boolean => key in userValues;
  const sortedPositions = [...positions.filter(isSet), ...positions.filter((position) => !isSet(position))];
  const positionsText = sortedPositions.map(({ key, value }) => `${key}=${decimalText(value)}`).join(" ");
  return `"${group}" group does not balance: group sums to ${decimalText(total)} using ${positionsText}`;
}

const absolute = (a: exact.Rational): exact.Rational =>
  a.numerator < 0n ? { numerator: -a.numerator, denominator: a.denominator } : a;
