/**
 * Arithmetic and comparison. Integers (bigint) stay integers: int/int rounds down and int/0 throws; with a Float
 * operand the result is a Float. Some operators also accept strings or lists. Other values throw, including nil.
 */
import { CompensatedSum } from "@etesian/numeric";
import { GqlError, type Value } from "../world.ts";
import { describe, isList, isNumber, type List, unexpectedValue } from "./kinds.ts";
import { difference } from "./lists.ts";
import { toText } from "./text.ts";

type Numeric = number | bigint;

const DIVIDED_BY_ZERO = "divided by 0";
/** Maximum length of a repeated list: a thousand hourly curves, 80 MB. */
const MAX_LIST_LENGTH = 10_000_000;
/**
 * Maximum number of values in a sum over a repeated list, which takes a second or two: a hundred thousand hourly
 * curves.
 */
export const MAX_SUMMED = 1_000_000_000;

function operand(value: Value): Numeric {
  if (isNumber(value)) return value;
  throw unexpectedValue("a number", value);
}

export function add(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (isNumber(a)) {
    const c = operand(b);
    return typeof a === "bigint" && typeof c === "bigint" ? a + c : Number(a) + Number(c);
  }
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (isList(a) && isList(b)) return join(a, b);
  throw unexpectedValue("a number, string or list", a);
}

export function subtract(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (isNumber(a)) {
    const c = operand(b);
    return typeof a === "bigint" && typeof c === "bigint" ? a - c : Number(a) - Number(c);
  }
  if (isList(a) && isList(b)) return difference(a, b);
  throw unexpectedValue("a number", a);
}

/** A list times a number repeats the list, by the number's integer part. */
export function multiply(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a * b;
  if (isList(a)) return repeat(a, b);
  if (!isNumber(a)) throw unexpectedValue("a number", a);
  const c = operand(b);
  return typeof a === "bigint" && typeof c === "bigint" ? a * c : Number(a) * Number(c);
}

function repeat(list: List, times: Value): List {
  const count = repetitions(list, times, MAX_LIST_LENGTH);
  if (!(list instanceof Float64Array)) return Array.from({ length: count }, () => list).flat(1);
  const curve = new Float64Array(count * list.length);
  for (let n = 0; n < count; n++) curve.set(list, n * list.length);
  return curve;
}

/** How many times a list is repeated. Throws GqlError if the result would have more than `maxLength` values. */
export function repetitions(list: List, times: Value, maxLength: number): number {
  if (!isNumber(times)) throw unexpectedValue("a number", times);
  const count = Math.trunc(Number(times));
  if (count >= 0 && count * list.length <= maxLength && count <= maxLength) return count;
  throw new GqlError(
    `a list of ${list.length} values cannot be repeated ${toText(times)} times: expected a number of at least 0, and at most ${maxLength} values in total`,
  );
}

/** Concatenates lists; the result is a curve if both are, or if one is and the other is empty. */
function join(a: List, b: List): List {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  if (!(a instanceof Float64Array && b instanceof Float64Array)) return [...a, ...b];
  const joined = new Float64Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

export function divide(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a / b;
  if (!isNumber(a)) throw unexpectedValue("a number", a);
  const c = operand(b);
  if (typeof a !== "bigint" || typeof c !== "bigint") return Number(a) / Number(c);
  if (c === 0n) throw new GqlError(DIVIDED_BY_ZERO);
  const quotient = a / c;
  return a % c !== 0n && a < 0n !== c < 0n ? quotient - 1n : quotient;
}

/** Remainder with the sign of the divisor. */
export function modulo(a: Value, b: Value): Value {
  if (!isNumber(a)) throw unexpectedValue("a number", a);
  const c = operand(b);
  if (typeof a === "bigint" && typeof c === "bigint") {
    if (c === 0n) throw new GqlError(DIVIDED_BY_ZERO);
    const remainder = a % c;
    return remainder !== 0n && remainder < 0n !== c < 0n ? remainder + c : remainder;
  }
  const [x, y] = [Number(a), Number(c)];
  const remainder = x % y;
  return remainder !== 0 && remainder < 0 !== y < 0 ? remainder + y : remainder;
}

/** Integer powers of integers are exact; a negative exponent yields a Float. */
export function power(a: Value, b: Value): Value {
  if (!isNumber(a)) throw unexpectedValue("a number", a);
  const c = operand(b);
  if (typeof a !== "bigint" || typeof c !== "bigint" || c < 0n) return Number(a) ** Number(c);
  if (c > MAX_EXPONENT) throw new GqlError(`the exponent ${c} is too large (at most ${MAX_EXPONENT})`);
  return a ** c;
}

const MAX_EXPONENT = 1024n;

export function negate(value: Value): Value {
  if (!isNumber(value)) throw unexpectedValue("a number", value);
  return -value;
}

export const isZero = (value: Value): boolean => {
  if (!isNumber(value)) throw unexpectedValue("a number", value);
  return value === 0 || value === 0n;
};

/**
 * Order of two numbers, strings or symbols: negative, zero, positive, or NaN with a NaN operand; undefined for values
 * without order.
 */
function rank(a: Value, b: Value): number | undefined {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : equal(a, b) ? 0 : NaN;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "symbol" && typeof b === "symbol") return rank(a.description!, b.description!);
  return undefined;
}

const notComparable = (a: Value, b: Value): GqlError =>
  new GqlError(`${showOperand(a)} and ${showOperand(b)} cannot be compared`);

/** Order for `<` and related operators; NaN compares as false. Throws GqlError for values without order. */
export function compare(a: Value, b: Value): number {
  const order = rank(a, b);
  if (order !== undefined) return order;
  throw isNumber(a) || typeof a === "string" || typeof a === "symbol"
    ? notComparable(a, b)
    : unexpectedValue("a number or string", a);
}

/** Order for MAX, MIN and sorting. Throws GqlError for values without order, NaN included. */
export function order(a: Value, b: Value): number {
  const comparison = rank(a, b);
  if (comparison === undefined || Number.isNaN(comparison)) throw notComparable(a, b);
  return comparison;
}

const showOperand = (value: Value): string =>
  value === null || isNumber(value) ? toText(value) || "nil" : describe(value);

/** Equality of numbers, strings, symbols and objects; lists and hashes are compared by content. */
export function equal(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a === "bigint") return typeof b === "number" && a === integerEqualTo(b);
  if (typeof a === "number") return typeof b === "bigint" && b === integerEqualTo(a);
  if (isList(a)) {
    if (!isList(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!equal(a[i]!, b[i]!)) return false;
    return true;
  }
  if (a instanceof Map) {
    if (!(b instanceof Map) || a.size !== b.size) return false;
    for (const [key, value] of a) if (!b.has(key) || !equal(value, b.get(key) as Value)) return false;
    return true;
  }
  return false;
}

/** The integer equal to a float, or undefined. */
const integerEqualTo = (value: number): bigint | undefined => (Number.isInteger(value) ? BigInt(value) : undefined);

/**
 * Sum with compensation of rounding errors (Neumaier), like the reference's sums of lists: ten times 0.1 is exactly
 * 1.0. Integers are summed exactly until the first Float; the empty sum is the integer 0. Throws for other values.
 */
export class Sum {
  #integers = 0n;
  #floats: CompensatedSum | null = null;

  add(value: Value): void {
    if (typeof value === "number") this.#addFloat(value);
    else if (typeof value !== "bigint") operand(value);
    else if (this.#floats === null) this.#integers += value;
    else this.#addFloat(Number(value));
  }

  #addFloat(value: number): void {
    this.#float().add(value);
  }

  #float(): CompensatedSum {
    if (this.#floats === null) {
      this.#floats = new CompensatedSum();
      this.#floats.add(Number(this.#integers));
    }
    return this.#floats;
  }

  /** Adds every value of a curve, `times` times. */
  addCurve(curve: Float64Array, times = 1): void {
    if (curve.length === 0 || times <= 0) return;
    if (this.#floats === null && this.#integers === 0n) this.#floats = sumOfCurve(curve, times).copy();
    else this.#float().addAll(curve, times);
  }

  /** Adds every element of nested lists except nil. */
  addFlat(value: Value): void {
    if (typeof value === "number") this.#addFloat(value);
    else if (value instanceof Float64Array) this.addCurve(value);
    else if (isList(value)) for (let i = 0; i < value.length; i++) this.addFlat(value[i]!);
    else if (value !== null) this.add(value);
  }

  get result(): number | bigint {
    return this.#floats === null ? this.#integers : this.#floats.total;
  }
}

/** Cached facts about a curve: curves are never modified, and many queries need the same facts. */
interface CurveFacts {
  sum?: { readonly times: number; readonly total: CompensatedSum };
  max?: number | null;
  min?: number | null;
}

const factsByCurve = new WeakMap<Float64Array, CurveFacts>();

function factsOf(curve: Float64Array): CurveFacts {
  let facts = factsByCurve.get(curve);
  if (facts === undefined) factsByCurve.set(curve, (facts = {}));
  return facts;
}

/** The sum of a curve, `times` times. The caller must not modify the result. */
function sumOfCurve(curve: Float64Array, times: number): CompensatedSum {
  const facts = factsOf(curve);
  if (facts.sum?.times !== times) {
    const total = new CompensatedSum();
    total.addAll(curve, times);
    facts.sum = { times, total };
  }
  return facts.sum.total;
}

/** Sum of a flat list. Throws for nil and other values that are not numbers. */
export function sum(list: List): number | bigint {
  const total = new Sum();
  if (list instanceof Float64Array) total.addCurve(list);
  else for (let i = 0; i < list.length; i++) total.add(list[i]!);
  return total.result;
}

export function toFloat(value: Value): number {
  if (isNumber(value)) return Number(value);
  if (value === null) return 0;
  if (typeof value === "string") return Number.parseFloat(value) || 0;
  throw unexpectedValue("a number", value);
}

/** The prefix of a string that Ruby's `to_i` parses, without fraction, exponent or infinity. */
const LEADING_INTEGER = /^\s*([-+]?\d+(?:_\d+)*)/;

/** Truncates towards zero. Throws for NaN and infinities. A string that does not start with an integer is 0. */
export function toInteger(value: Value): bigint {
  if (typeof value === "bigint") return value;
  if (value === null) return 0n;
  if (typeof value === "number") return exactInteger(Math.trunc(value));
  if (typeof value === "string") return BigInt(LEADING_INTEGER.exec(value)?.[1]!.replaceAll("_", "") ?? 0);
  throw unexpectedValue("a number", value);
}

function exactInteger(value: number): bigint {
  if (!Number.isFinite(value)) throw new GqlError(Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
  return BigInt(value);
}

/** Maximum digits that rounding replaces before the decimal point: more than any float has. */
const MAX_DIGITS = 1024;

/** The digits argument of a rounding function. */
function digitsOf(digits: Value): number {
  if (!isNumber(digits)) throw unexpectedValue("a number of digits", digits);
  const count = Number(toInteger(digits));
  if (count < -MAX_DIGITS) throw new GqlError(`cannot round to ${count} digits: expected at least -${MAX_DIGITS}`);
  return count;
}

const halfAwayFromZero = (x: number): number => {
  const rounded = Math.trunc(x);
  return Math.abs(x - rounded) >= 0.5 ? rounded + Math.sign(x) : rounded;
};

/**
 * Rounds half away from zero. The result is an integer if `digits` ≤ 0, otherwise of the value's type. Throws for NaN
 * and infinities if the result is an integer.
 */
export function round(value: Value, digits: Value): Value {
  if (!isNumber(value)) throw unexpectedValue("a number", value);
  const n = digitsOf(digits);
  if (typeof value === "bigint") return n >= 0 ? value : roundInteger(value, n);
  if (n === 0) return exactInteger(halfAwayFromZero(value));
  if (n < 0) return roundInteger(exactInteger(Math.trunc(value)), n);
  return roundScaled(value, n, (x, p) => {
    let f = halfAwayFromZero(x * p);
    if (x > 0 && (f + 0.5) / p <= x) f += 1;
    if (x < 0 && (f - 0.5) / p >= x) f -= 1;
    return f / p;
  });
}

export function floor(value: Value, digits: Value): Value {
  if (!isNumber(value)) throw unexpectedValue("a number", value);
  const n = digitsOf(digits);
  if (typeof value === "bigint") return n >= 0 ? value : floorInteger(value, n);
  if (n <= 0) return floorInteger(exactInteger(Math.floor(value)), n);
  return roundScaled(value, n, (x, p) => {
    const f = Math.floor(x * p);
    return (f + 1) / p <= x ? (f + 1) / p : f / p;
  });
}

export function ceil(value: Value, digits: Value): Value {
  if (!isNumber(value)) throw unexpectedValue("a number", value);
  const n = digitsOf(digits);
  if (typeof value === "bigint") return n >= 0 ? value : -floorInteger(-value, n);
  if (n <= 0) return -floorInteger(-exactInteger(Math.ceil(value)), n);
  return roundScaled(value, n, (x, p) => {
    const f = Math.ceil(x * p);
    return (f - 1) / p >= x ? (f - 1) / p : f / p;
  });
}

/** Rounds with `roundTo` at 10^digits; a number without further digits is returned unchanged. */
function roundScaled(x: number, digits: number, roundTo: (x: number, power: number) => number): number {
  if (!Number.isFinite(x) || x === 0) return x;
  const exponent = Math.floor(Math.log2(Math.abs(x))) + 1;
  const room = exponent > 0 ? Math.trunc(exponent / 4) : Math.trunc(exponent / 3) - 1;
  return digits >= 17 - room ? x : roundTo(x, 10 ** digits);
}

function floorInteger(value: bigint, digits: number): bigint {
  if (digits === 0) return value;
  const unit = 10n ** BigInt(-digits);
  return value - (modulo(value, unit) as bigint);
}

function roundInteger(value: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(-digits);
  const magnitude = value < 0n ? -value : value;
  const rounded = ((magnitude + unit / 2n) / unit) * unit;
  return value < 0n ? -rounded : rounded;
}

export function absolute(value: Value): Value {
  if (typeof value === "number") return Math.abs(value);
  if (typeof value === "bigint") return value < 0n ? -value : value;
  throw unexpectedValue("a number", value);
}

export function clamp(value: Value, min: number | bigint, max: number | bigint): Value {
  return order(value, min) < 0 ? min : order(value, max) > 0 ? max : value;
}

/** Largest (`sign` 1) or smallest (−1) element; nil for an empty list. Throws for NaN with another value. */
export function extreme(list: List, sign: 1 | -1): Value {
  if (list instanceof Float64Array) {
    if (list.length === 1) return list[0]!;
    const extreme = extremePoint(list, sign);
    if (extreme !== null) return extreme;
  }
  if (list.length === 0) return null;
  let best = list[0]!;
  for (let i = 1; i < list.length; i++) if (order(list[i]!, best) * sign > 0) best = list[i]!;
  return best;
}

/** Largest or smallest value of a curve; null if it is empty or contains NaN. */
export function extremePoint(curve: Float64Array, sign: 1 | -1): number | null {
  if (curve.length === 0) return null;
  const facts = factsOf(curve);
  return sign > 0 ? (facts.max ??= findExtreme(curve, 1)) : (facts.min ??= findExtreme(curve, -1));
}

function findExtreme(curve: Float64Array, sign: 1 | -1): number | null {
  let best = curve[0]!;
  let hasNaN = best !== best;
  for (let i = 1; i < curve.length; i++) {
    const x = curve[i]!;
    if (sign > 0 ? x > best : x < best) best = x;
    else if (x !== x) hasNaN = true;
  }
  return hasNaN ? null : best;
}
