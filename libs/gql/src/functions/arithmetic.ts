/**
 * Sums, products, extremes, rounding, units. Unless documented otherwise, arguments are flattened and nil is dropped.
 */
import { HOURS_PER_YEAR, MJ_PER_MWH, SECONDS_PER_HOUR } from "@etesian/numeric";
import { GqlError, type Value } from "../world.ts";
import { isList, isName, isNumber, nameOf } from "../values/kinds.ts";
import { flatten, flattenCompact } from "../values/lists.ts";
import {
  absolute,
  ceil,
  divide,
  extreme,
  extremePoint,
  floor,
  isZero,
  multiply,
  negate,
  order,
  round,
  Sum,
  toFloat,
} from "../values/numbers.ts";
import { fn, type FunctionTable } from "./function.ts";

export function sumOf(value: Value): number | bigint {
  const total = new Sum();
  total.addFlat(value);
  return total.result;
}

export const productOf = (args: readonly Value[]): Value => multiplyFlat(1n, args);

/** Largest product of integers, because the time of a multiplication grows with its operands. */
const MAX_PRODUCT = 2n ** 16_384n;

/** Multiplies a product by all values of nested lists, from left to right, skipping nil. */
function multiplyFlat(product: Value, value: Value): Value {
  if (!isList(value)) return value === null ? product : multiply(product, value);
  let result = product;
  for (let i = 0; i < value.length; i++) {
    result = multiplyFlat(result, value[i]!);
    if (typeof result === "bigint" && (result > MAX_PRODUCT || result < -MAX_PRODUCT))
      throw new GqlError("the product of the integers is too large");
  }
  return result;
}

/** The first flattened argument divided by the second; 0.0 if one of them is nil or zero. */
export function quotientOf(args: readonly Value[]): number {
  const values = flatten(args);
  return quotient(values[0] ?? null, values[1] ?? null);
}

function quotient(a: Value, b: Value): number {
  if (a === null || b === null || isZero(a) || isZero(b)) return 0;
  return toFloat(a) / Number(b);
}

function countElements(args: readonly Value[]): bigint {
  return BigInt(flatLength(args));
}

function flatLength(value: Value): number {
  if (value instanceof Float64Array) return value.length;
  if (!isList(value)) return value === null ? 0 : 1;
  let length = 0;
  for (let i = 0; i < value.length; i++) length += flatLength(value[i]!);
  return length;
}

/** The negated first value; every value must be a number. */
function negateArgument(args: readonly Value[]): Value {
  return flatten(args).map(negate)[0] ?? null;
}

/** Largest or smallest of all values; each curve is reduced first. */
function extremeOf(args: readonly Value[], sign: 1 | -1): Value {
  const onlyArgument = args.length === 1 ? args[0] : null;
  if (onlyArgument instanceof Float64Array) return extreme(onlyArgument, sign);
  const values = args.map((arg) => (arg instanceof Float64Array ? (extremePoint(arg, sign) ?? arg) : arg));
  return extreme(flattenCompact(values), sign);
}

/** Larger or smaller of two values, which are usually numbers. */
function extremeOfTwo(a: Value, b: Value, sign: 1 | -1): Value {
  if (typeof a !== "number" || typeof b !== "number") return extremeOf([a, b], sign);
  return order(b, a) * sign > 0 ? b : a;
}

function squareRoot(value: Value): number {
  if (!isNumber(value)) throw new GqlError("SQRT: only numbers have a square root");
  if (value < 0) throw new GqlError(`SQRT: ${value} is negative`);
  return Math.sqrt(Number(value));
}

/** The conversions of UNIT: euros to billions of euros, MJ to PJ, MJ to MWh … */
const UNITS: Readonly<Record<string, (value: Value) => Value>> = {
  percentage: (value) => multiply(value, 100),
  billions: (value) => toFloat(value) / 1e9,
  millions: (value) => toFloat(value) / 1e6,
  pj: (value) => toFloat(value) / 1e9,
  mwh: (value) => divide(value, MJ_PER_MWH),
  // The reference defines `per_mwh` twice, and the second definition (per MJ a year) wins.
  per_mwh: (value) => multiply(multiply(value, MJ_PER_MWH), HOURS_PER_YEAR),
  pj_from_mw: (value) => multiply(multiply(value, HOURS_PER_YEAR / 1e6), 3.6),
};

function convertToUnit(value: Value, unit: Value): Value {
  const convert = isName(unit) ? UNITS[nameOf(unit).toLowerCase()] : undefined;
  if (convert === undefined) throw new GqlError(`UNIT: expected one of ${Object.keys(UNITS).join(", ")}`);
  return convert(value);
}

export const ARITHMETIC: FunctionTable = {
  SUM: { ...fn((_, args) => sumOf(args)), callWithOne: (_, value) => sumOf(value) },
  PRODUCT: { ...fn((_, args) => productOf(args)), callWithTwo: (_, a, b) => multiplyFlat(multiplyFlat(1n, a), b) },
  DIVIDE: {
    ...fn((_, args) => quotientOf(args)),
    callWithTwo: (_, a, b) => (isList(a) || isList(b) ? quotientOf([a, b]) : quotient(a, b)),
  },
  COUNT: fn((_, args) => countElements(args)),
  AVG: fn((_, args) => divide(sumOf(args), countElements(args))),
  NEG: fn((_, args) => negateArgument(args)),
  MAX: { ...fn((_, args) => extremeOf(args, 1)), callWithTwo: (_, a, b) => extremeOfTwo(a, b, 1) },
  MIN: { ...fn((_, args) => extremeOf(args, -1)), callWithTwo: (_, a, b) => extremeOfTwo(a, b, -1) },
  ABS: fn((_, args) => flattenCompact(args).map(absolute)),
  SQRT: fn((_, args) => flattenCompact(args).map(squareRoot)),
  ROUND: fn((_, [value, digits = 0n]) => round(value!, digits), 1, 2),
  FLOOR: fn((_, [value, digits = 0n]) => floor(value!, digits), 1, 2),
  CEIL: fn((_, [value, digits = 0n]) => ceil(value!, digits), 1, 2),
  INVERSE: fn((_, [value = null]) => divide(1, value)),
  UNIT: {
    ...fn((_, [value = null, unit = null]) => convertToUnit(value, unit)),
    callWithTwo: (_, value, unit) => convertToUnit(value, unit),
  },
};

/** Named constants; bigints are integers in the language. */
export const CONSTANTS: Readonly<Record<string, Value>> = {
  MWH_TO_GJ: 3.6,
  HOURS_PER_YEAR,
  MAN_HOURS_PER_MAN_YEAR: 1800,
  MAN_YEAR_PER_MJ_INSULATION_PER_YEAR: 0.0000000122916,
  SECS_PER_HOUR: SECONDS_PER_HOUR,
  SECS_PER_YEAR: 31_536_000,
  KG_PER_TONNE: 1000n,
  LITER_PER_BARREL: 159n,
  MJ_TO_MHW: 3600n,
  MJ_PER_KWH: 3.6,
  MJ_PER_MWH: 3600n,
  BILLIONS: 1e9,
  MJ_TO_PJ: 1e9,
  MILLIONS: 1e6,
  THOUSANDS: 1000,
  EURO_SIGN: "&euro;",
  MONTHS_PER_YEAR: 12,
  INFINITY: Infinity,
  FLOAT_HACK: 1,
};
