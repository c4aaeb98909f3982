/**
 * Hourly curves: lists of 8,760 numbers. Without an hourly calculation a curve is an empty list, or 0.0 if V() found
 * a single empty one. Each function defines how it treats these values.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { GqlError, type Value, type World } from "../world.ts";
import type { Scope } from "../machine.ts";
import { describe, isList, isNumber, isTrue, type List, unexpectedValue } from "../values/kinds.ts";
import { toArray } from "../values/lists.ts";
import {
  add,
  clamp,
  divide,
  equal,
  isZero,
  multiply,
  negate,
  order,
  sum,
  toFloat,
  toInteger,
} from "../values/numbers.ts";
import { toText } from "../values/text.ts";
import { binary, fn, type FunctionTable, unary } from "./function.ts";

const EMPTY_LIST: readonly Value[] = [];

/** nil, false, an empty list or an empty text, but not 0.0. */
const isBlank = (value: Value): boolean =>
  !isTrue(value) || (isList(value) && value.length === 0) || (typeof value === "string" && value.trim() === "");

/** The value as a list. Throws GqlError for other values. */
function requireList(value: Value): List {
  if (!isList(value)) throw unexpectedValue("a list", value);
  return value;
}

/** Applies a function to every point; the result is a curve if all results are floats. */
export function mapCurve(curve: List, change: (value: Value, index: number) => Value): List {
  const result = new Float64Array(curve.length);
  for (let i = 0; i < curve.length; i++) {
    const value = change(curve[i]!, i);
    if (typeof value !== "number") return toArray(curve).map(change);
    result[i] = value;
  }
  return result;
}

/** Pointwise sum of curves; missing points count as 0. The length is the length of the first non-empty curve. */
function sumCurves({ world }: Scope, args: readonly Value[]): Value {
  let curves = args;
  const [onlyArgument] = args;
  if (args.length === 1 && isTrue(onlyArgument!)) {
    if (equal(onlyArgument!, 0)) return EMPTY_LIST;
    const list = requireList(onlyArgument!);
    if (!isNumber(list[0] ?? null)) curves = toArray(list);
  }
  const presentCurves = curves.filter((curve) => curve !== null);
  if (!presentCurves.some(isTrue)) return EMPTY_LIST;
  if (presentCurves.filter(isTrue).length === 1) return requireList(presentCurves[0]!);
  return addCurves(world, presentCurves);
}

/** The size of the groups in which `count` curves are added, as in the reference. */
function groupSize(count: number): number {
  return count > 20 ? 20 : count > 10 ? 10 : 5;
}

/** Adds in the reference's order, so that rounding agrees. */
function addCurves(world: World, curves: readonly Value[]): Value {
  while (curves.length > 1) {
    const { length } = curves;
    if (length <= 5 || length === 10 || length === 20) return addGroup(world, curves);
    const size = groupSize(length);
    const sums: Value[] = [];
    for (let start = 0; start < length; start += size) sums.push(addCurves(world, curves.slice(start, start + size)));
    curves = sums;
  }
  return curves[0]!;
}

function addGroup(world: World, curves: readonly Value[]): Value {
  let length = 0;
  for (const curve of curves) {
    length = requireList(curve).length;
    if (length > 0) break;
  }
  const lists = curves.map((curve) => requireList(curve));
  // An empty curve is 0 at every point.
  const nonEmptyLists = lists.filter((list) => list.length > 0);
  if (nonEmptyLists.every((list) => list instanceof Float64Array && list.length >= length)) {
    const floats = nonEmptyLists as Float64Array[];
    const add = (total: Float64Array): void => addFloats(total, floats);
    // Cached sums are identified by their curves alone, which must therefore determine the result.
    if (floats.length === lists.length && floats.every((list) => list.length === length))
      return world.curveOf("SUM_CURVES", floats, length, add);
    const total = new Float64Array(length);
    add(total);
    // Adding 0 turns −0 into 0.
    if (nonEmptyLists.length < lists.length) for (let i = 0; i < length; i++) total[i] = total[i]! + 0;
    return total;
  }
  const point = (list: List, i: number): Value => list[i] ?? 0;
  return mapCurve(new Float64Array(length), (_, i) => {
    let total = point(lists[0]!, i);
    for (let c = 1; c < lists.length; c++) total = add(total, point(lists[c]!, i));
    return total;
  });
}

/** Writes the pointwise sum of the curves, added from left to right; zeros if there are no curves. */
function addFloats(total: Float64Array, [first, ...others]: readonly Float64Array[]): void {
  const { length } = total;
  if (first === undefined) total.fill(0);
  else total.set(first.subarray(0, length));
  let index = 0;
  // Adds four at a time, so that the total is read and written a quarter as often.
  for (; index + 3 < others.length; index += 4) {
    const a = others[index]!;
    const b = others[index + 1]!;
    const c = others[index + 2]!;
    const d = others[index + 3]!;
    for (let i = 0; i < length; i++) total[i] = total[i]! + a[i]! + b[i]! + c[i]! + d[i]!;
  }
  for (; index < others.length; index++) {
    const curve = others[index]!;
    for (let i = 0; i < length; i++) total[i] = total[i]! + curve[i]!;
  }
}

/** Combines two curves of equal length point by point; empty if one of them is blank. */
function combineCurves(
  { world }: Scope,
  name: string,
  left: Value,
  right: Value,
  change: (a: Value, b: Value) => Value,
  writeFloats: (result: Float64Array, a: Float64Array, b: Float64Array) => void,
): Value {
  if (isBlank(left) || isBlank(right)) return EMPTY_LIST;
  const a = requireList(left);
  const b = requireList(right);
  for (const [list, position] of [
    [a, "first"],
    [b, "second"],
  ] as const) {
    if (isList(list[0] ?? null))
      throw new GqlError(
        `${name} can only multiply a single curve with a single curve (${position} parameter had ${list.length} nested curves)`,
      );
  }
  if (a.length !== b.length)
    throw new GqlError(`Mismatch in curve lengths given to ${name} (got ${a.length} and ${b.length})`);
  if (a instanceof Float64Array && b instanceof Float64Array)
    return world.curveOf(name, [a, b], a.length, (result) => writeFloats(result, a, b));
  return mapCurve(a, (value, i) => change(value, b[i]!));
}

function multiplyFloats(result: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < result.length; i++) result[i] = a[i]! * b[i]!;
}

function divideFloats(result: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < result.length; i++) result[i] = b[i] === 0 ? 0 : a[i]! / b[i]!;
}

function invertFloats(result: Float64Array, curve: Float64Array): void {
  for (let i = 0; i < result.length; i++) result[i] = -curve[i]!;
}

/** A bound of CLAMP_CURVE. */
function requireBound(value: Value, name: string): number | bigint {
  if (!isNumber(value)) throw new GqlError(`CLAMP_CURVE: ${name} must be numeric, was ${describe(value)}`);
  return value;
}

function clampCurve(curve: Value, low: Value, high: Value): Value {
  const min = requireBound(low, "min");
  const max = requireBound(high, "max");
  if (min >= max) throw new GqlError(`CLAMP_CURVE: min must be less than max, was ${toText(min)} > ${toText(max)}`);
  if (isBlank(curve)) return EMPTY_LIST;
  const list = requireList(curve);
  // An integer bound that cannot be represented as a float is compared exactly.
  if (list instanceof Float64Array && equal(Number(min), min) && equal(Number(max), max))
    return clampFloats(list, min, max);
  return mapCurve(list, (value) => clamp(value, min, max));
}

/** Limits a curve to its bounds. A point at an integer bound becomes an integer. Throws GqlError for NaN. */
function clampFloats(curve: Float64Array, min: number | bigint, max: number | bigint): List {
  const low = Number(min);
  const high = Number(max);
  const result = new Float64Array(curve.length);
  let hasValueBelowMin = false;
  let hasValueAboveMax = false;
  for (let i = 0; i < result.length; i++) {
    const value = curve[i]!;
    if (value !== value) order(value, min);
    if (value < low) hasValueBelowMin = true;
    else if (value > high) hasValueAboveMax = true;
    result[i] = value < low ? low : value > high ? high : value;
  }
  const hasIntegers = (hasValueBelowMin && typeof min === "bigint") || (hasValueAboveMax && typeof max === "bigint");
  if (!hasIntegers) return result;
  const values = Array<Value>(curve.length);
  for (let i = 0; i < curve.length; i++) {
    const value = curve[i]!;
    values[i] = value < low ? min : value > high ? max : value;
  }
  return values;
}

/** The curve if it has any value, otherwise `length` times the default. */
function coalesceCurve(curve: Value, fallback: Value, length: Value): Value {
  if (curve !== null) {
    const list = requireList(curve);
    if (list instanceof Float64Array ? list.length > 0 : toArray(list).some(isTrue)) return curve;
  }
  if (!isNumber(length)) throw unexpectedValue("a number as the length", length);
  const count = Number(toInteger(length));
  if (count < 0) throw new GqlError("COALESCE_CURVE: the length must not be negative");
  if (count > MAX_LENGTH) throw new GqlError(`COALESCE_CURVE: the length must be at most ${MAX_LENGTH}`);
  return typeof fallback === "number"
    ? new Float64Array(count).fill(fallback)
    : Array.from({ length: count }, () => fallback);
}

const MAX_LENGTH = 10 * HOURS_PER_YEAR;

/** The running total. */
function cumulativeCurve(curve: Value): Value {
  if (curve instanceof Float64Array) {
    const result = new Float64Array(curve.length);
    let sum = 0;
    for (let i = 0; i < result.length; i++) result[i] = sum += curve[i]!;
    return result;
  }
  let total: Value = 0;
  return mapOnce(requireList(curve), (value) => (total = add(total, value)));
}

/** Like `mapCurve`, for functions that must be called exactly once per point and return floats. */
function mapOnce(curve: List, change: (value: Value) => Value): Value {
  return Float64Array.from({ length: curve.length }, (_, i) => change(curve[i]!) as number);
}

/** Circular moving average over a window of at most the curve's length. */
function smoothCurve(curve: Value, windowSize: Value): Value {
  if (isBlank(curve)) return EMPTY_LIST;
  const list = requireList(curve);
  const { length } = list;
  if (!isNumber(windowSize))
    throw new GqlError(`SMOOTH_CURVE: the window must be a number, was ${describe(windowSize)}`);
  const window = Number(toInteger(Math.min(Number(windowSize), length)));
  if (window < 0) throw new GqlError(`SMOOTH_CURVE: the window must not be negative, was ${toText(windowSize)}`);
  const half = Math.floor(window / 2);
  // Point i of the curve after prepending its end; without a half window, the whole curve is prepended.
  const shift = half === 0 ? 0 : length - half;
  const rotated = new Float64Array(length + window);
  for (let i = 0; i < rotated.length; i++) rotated[i] = toFloat(list[(shift + i) % length]!);
  let total = Number(sum(rotated.subarray(0, window)));
  const result = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    result[i] = total / window;
    total += rotated[i + window]!;
    total -= rotated[i]!;
  }
  return result;
}

export const CURVES: FunctionTable = {
  SUM_CURVES: fn(sumCurves),
  PRODUCT_CURVES: fn(
    (scope, [left, right]) => combineCurves(scope, "PRODUCT_CURVES", left!, right!, multiply, multiplyFloats),
    2,
  ),
  DIVIDE_CURVES: fn(
    (scope, [left, right]) =>
      combineCurves(
        scope,
        "DIVIDE_CURVES",
        left!,
        right!,
        (a, b) => (isZero(b) ? 0 : divide(toFloat(a), b)),
        divideFloats,
      ),
    2,
  ),
  INVERT_CURVE: fn(({ world }, [curve]) => {
    if (curve === null || equal(curve!, 0)) return EMPTY_LIST;
    if (curve instanceof Float64Array)
      return world.curveOf("INVERT_CURVE", [curve], curve.length, (result) => invertFloats(result, curve));
    return mapCurve(requireList(curve!), negate);
  }, 1),
  COALESCE_CURVE: fn((_, [curve, otherwise = 0, length = 8760n]) => coalesceCurve(curve!, otherwise, length), 1, 3),
  CLAMP_CURVE: fn((_, [curve, min, max]) => clampCurve(curve!, min!, max!), 3),
  CUMULATIVE_CURVE: unary((_, curve) => cumulativeCurve(curve)),
  SMOOTH_CURVE: binary((_, curve, window) => smoothCurve(curve, window)),
};
