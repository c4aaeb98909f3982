/**
 * Hourly curves: lists of 8,760 numbers. Where hours are not calculated a curve is an empty list, or 0.0 where V() found
 * a single empty one; what each function makes of those is part of its definition.
 */
import { GqlError, type Value } from "../world.ts";
import { className, describe, isList, isNumber, isTrue, type List, undefinedMethod } from "../values/kinds.ts";
import { toArray } from "../values/lists.ts";
import { add, clamp, divide, equal, isZero, multiply, negate, sum, toFloat, toInteger } from "../values/numbers.ts";
import { toText } from "../values/text.ts";
import { fn, type FunctionTable } from "./function.ts";

const NOTHING: readonly Value[] = [];

/** nil, false, an empty list, an empty text: not 0.0. */
const isBlank = (value: Value): boolean =>
  !isTrue(value) || (isList(value) && value.length === 0) || (typeof value === "string" && value.trim() === "");

/** The list, or the error of asking something else for `method`. */
function listOf(value: Value, method: string): List {
  if (!isList(value)) throw undefinedMethod(method, value);
  return value;
}

/** Applies a function to every point; the result is a curve when all results are floats. */
export function mapCurve(curve: List, change: (value: Value, index: number) => Value): List {
  const result = new Float64Array(curve.length);
  for (let i = 0; i < curve.length; i++) {
    const value = change(curve[i]!, i);
    if (typeof value !== "number") return toArray(curve).map(change);
    result[i] = value;
  }
  return result;
}

/** Sum of curves, point by point; points a curve does not have count as 0. The length is that of the first with points. */
function sumCurves(args: readonly Value[]): Value {
  let curves = args;
  const [only] = args;
  if (args.length === 1 && isTrue(only!)) {
    if (equal(only!, 0)) return NOTHING;
    const list = listOf(only!, "first");
    if (!isNumber(list[0] ?? null)) curves = toArray(list);
  }
  const present = curves.filter((curve) => curve !== null);
  if (!present.some(isTrue)) return NOTHING;
  if (present.filter(isTrue).length === 1) return listOf(present[0]!, "to_a");
  return addCurves(present);
}

/** At most this many curves are added at once; more are added in groups, largest groups first. */
function groupSize(count: number): number {
  return count > 20 ? 20 : count > 10 ? 10 : 5;
}

/** The order of additions is the reference's, so that roundings agree. */
function addCurves(curves: readonly Value[]): Value {
  while (curves.length > 1) {
    const { length } = curves;
    if (length <= 5 || length === 10 || length === 20) return addAtOnce(curves);
    const size = groupSize(length);
    const sums: Value[] = [];
    for (let start = 0; start < length; start += size) sums.push(addCurves(curves.slice(start, start + size)));
    curves = sums;
  }
  return curves[0]!;
}

function addAtOnce(curves: readonly Value[]): Value {
  let length = 0;
  for (const curve of curves) {
    length = listOf(curve, "length").length;
    if (length > 0) break;
  }
  const lists = curves.map((curve) => listOf(curve, "[]"));
  if (lists.every((list) => list instanceof Float64Array && list.length >= length)) {
    const total = (lists[0] as Float64Array).slice(0, length);
    for (let c = 1; c < lists.length; c++) {
      const list = lists[c] as Float64Array;
      for (let i = 0; i < length; i++) total[i] = total[i]! + list[i]!;
    }
    return total;
  }
  const point = (list: List, i: number): Value => list[i] ?? 0;
  return mapCurve(new Float64Array(length), (_, i) => {
    let total = point(lists[0]!, i);
    for (let c = 1; c < lists.length; c++) total = add(total, point(lists[c]!, i));
    return total;
  });
}

/** Two curves of one length combined point by point; nothing when one of them is blank. */
function combine(name: string, left: Value, right: Value, change: (a: Value, b: Value) => Value): Value {
  if (isBlank(left) || isBlank(right)) return NOTHING;
  const a = listOf(left, "first");
  const b = listOf(right, "first");
  for (const [list, which] of [
    [a, "first"],
    [b, "second"],
  ] as const) {
    if (isList(list[0] ?? null))
      throw new GqlError(
        `${name} can only multiply a single curve with a single curve (${which} parameter had ${list.length} nested curves)`,
      );
  }
  if (a.length !== b.length)
    throw new GqlError(`Mismatch in curve lengths given to ${name} (got ${a.length} and ${b.length})`);
  return mapCurve(a, (value, i) => change(value, b[i]!));
}

/** A bound of CLAMP_CURVE. */
function bound(value: Value, name: string): number | bigint {
  if (!isNumber(value)) throw new GqlError(`CLAMP_CURVE: ${name} must be numeric, was ${describe(value)}`);
  return value;
}

function clampCurve(curve: Value, low: Value, high: Value): Value {
  const min = bound(low, "min");
  const max = bound(high, "max");
  if (min >= max) throw new GqlError(`CLAMP_CURVE: min must be less than max, was ${toText(min)} > ${toText(max)}`);
  if (isBlank(curve)) return NOTHING;
  return mapCurve(listOf(curve, "map"), (value) => clamp(value, min, max));
}

/** The curve when it has any value, else `length` times the default. */
function coalesceCurve(curve: Value, otherwise: Value, length: Value): Value {
  if (curve !== null) {
    const list = listOf(curve, "any?");
    if (list instanceof Float64Array ? list.length > 0 : toArray(list).some(isTrue)) return curve;
  }
  if (!isNumber(length)) throw new GqlError(`no implicit conversion of ${className(length)} into Integer`);
  const count = Number(toInteger(length));
  if (count < 0) throw new GqlError("COALESCE_CURVE: the length must not be negative");
  if (count > MAX_LENGTH) throw new GqlError(`COALESCE_CURVE: the length must be at most ${MAX_LENGTH}`);
  return typeof otherwise === "number"
    ? new Float64Array(count).fill(otherwise)
    : Array.from({ length: count }, () => otherwise);
}

const MAX_LENGTH = 10 * 8760;

/** Running total. */
function cumulativeCurve(curve: Value): Value {
  let total: Value = 0;
  return mapOnce(listOf(curve, "length"), (value) => (total = add(total, value)));
}

/** As `mapCurve` for functions that must be called exactly once per point and answer floats. */
function mapOnce(curve: List, change: (value: Value) => Value): Value {
  return Float64Array.from({ length: curve.length }, (_, i) => change(curve[i]!) as number);
}

/** Circular moving average over a window of at most the curve's length. */
function smoothCurve(curve: Value, windowSize: Value): Value {
  if (isBlank(curve)) return NOTHING;
  const list = listOf(curve, "length");
  const { length } = list;
  if (!isNumber(windowSize))
    throw new GqlError(`SMOOTH_CURVE: the window must be a number, was ${describe(windowSize)}`);
  const window = Number(toInteger(Math.min(Number(windowSize), length)));
  if (window < 0) throw new GqlError(`SMOOTH_CURVE: the window must not be negative, was ${toText(windowSize)}`);
  const half = Math.floor(window / 2);
  // Point i of the curve with its end put in front; without a half window the whole curve is put in front.
  const shift = half === 0 ? 0 : length - half;
  const at = (i: number): number => toFloat(list[(shift + i) % length]!);
  let total = toFloat(sum(Array.from({ length: window }, (_, i) => at(i))));
  return Float64Array.from({ length }, (_, i) => {
    const value = total / window;
    total += at(i + window);
    total -= at(i);
    return value;
  });
}

export const CURVES: FunctionTable = {
  SUM_CURVES: fn((_, args) => sumCurves(args)),
  PRODUCT_CURVES: fn((_, [left, right]) => combine("PRODUCT_CURVES", left!, right!, multiply), 2),
  DIVIDE_CURVES: fn(
    (_, [left, right]) => combine("DIVIDE_CURVES", left!, right!, (a, b) => (isZero(b) ? 0 : divide(toFloat(a), b))),
    2,
  ),
  INVERT_CURVE: fn((_, [curve]) => {
    if (curve === null || equal(curve!, 0)) return NOTHING;
    return mapCurve(listOf(curve!, "map"), negate);
  }, 1),
  COALESCE_CURVE: fn((_, [curve, otherwise = 0, length = 8760n]) => coalesceCurve(curve!, otherwise, length), 1, 3),
  CLAMP_CURVE: fn((_, [curve, min, max]) => clampCurve(curve!, min!, max!), 3),
  CUMULATIVE_CURVE: fn((_, [curve]) => cumulativeCurve(curve!), 1),
  SMOOTH_CURVE: fn((_, [curve, window]) => smoothCurve(curve!, window!), 2),
};
