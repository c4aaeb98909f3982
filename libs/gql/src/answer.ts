/** Results of gqueries in the API's form. */
import { CalculationFault, HOURS_PER_YEAR } from "@etesian/numeric";
import type { Gquery } from "./library.ts";
import { GqlError, type Value } from "./world.ts";
import {
  className,
  isCallable,
  isList,
  isNumber,
  isObject,
  type List,
  nameOf,
  unexpectedValue,
} from "./values/kinds.ts";
import { absolute, multiply, toInteger } from "./values/numbers.ts";
import { toText } from "./values/text.ts";

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The results of a gquery; a failed year has the value null and an error. */
export interface GqueryAnswer {
  readonly present: JsonValue;
  readonly future: JsonValue;
  readonly unit: string | null;
  readonly errors: { readonly present: string | null; readonly future: string | null };
}

/** Unit of gqueries that return nodes, which the API rejects. */
const NODES = "nodes";

/** Unit of gqueries that return an hourly curve: rounded, and only for the future. */
const CURVE = "curve";

/** Throws GqlError for gqueries with unit `nodes`, which cannot be requested. */
export function answer(gquery: Gquery, evaluate: (year: "present" | "future") => Value): GqueryAnswer {
  const { key, unit } = gquery;
  if (unit === NODES) throw new GqlError(`${key} may not be requested via the API`);
  const valueOrError = (serve: () => JsonValue): { value: JsonValue; error: string | null } => {
    try {
      return { value: serve(), error: null };
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
      return { value: null, error: error.message };
    }
  };
  const present = valueOrError(() => (unit === CURVE ? [] : serialise(evaluate("present"))));
  const future = valueOrError(() => {
    const value = evaluate("future");
    return unit === CURVE ? shortenCurve(withoutNaN(value)) : serialise(value);
  });
  return {
    present: present.value,
    future: future.value,
    unit,
    errors: { present: present.error, future: future.error },
  };
}

const withoutNaN = (value: Value): Value => (Number.isNaN(value) ? 0 : value);

/**
 * A value as JSON. NaN becomes 0.0, and infinities become the string "null"; in lists and hashes, NaN also becomes
 * "null". Symbols become strings, integers plain numbers. Objects of the model, which have no JSON form, become
 * `{ "unserialisable": "node", "key": … }`.
 */
export function serialise(value: Value): JsonValue {
  return toJson(withoutNaN(value));
}

function toJson(value: Value): JsonValue {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : "null";
    case "bigint":
      return Number(value);
    case "symbol":
      return nameOf(value);
    case "boolean":
    case "string":
      return value;
    default:
      if (value === null) return null;
      if (value instanceof Float64Array) return numbersToJson(value);
      if (isList(value)) return value.map(toJson);
      if (value instanceof Map)
        return Object.fromEntries(
          Array.from(value as ReadonlyMap<Value, Value>, ([key, item]) => [toText(key), toJson(item)]),
        );
      if (isObject(value)) return { unserialisable: value.kind, key: value.key };
      return { unserialisable: isCallable(value) ? value.kind : className(value) };
  }
}

function numbersToJson(values: Float64Array): JsonValue[] {
  const result: JsonValue[] = listOfSameLength(values);
  for (let i = 0; i < result.length; i++) result[i] = toJson(values[i]!);
  return result;
}

/** Number of inspected windows, one day every two months. */
const WINDOWS = 6;
const SMALL_VALUE_LIMIT = 300;
const MIN_SMALL_VALUES = 12;

/**
 * Rounds a curve towards zero, to integers or three decimals. Three decimals apply when the first days of every
 * second month contain at least twelve values between 0 and 300 (exclusive, either sign), or the list has fewer than
 * 365 elements. Throws GqlError when the result is not a list of numbers.
 */
function shortenCurve(value: Value): JsonValue {
  if (value instanceof Map && value.size === 0) return [];
  if (!isList(value)) throw unexpectedValue("a list", value);
  if (value instanceof Float64Array) return shortenNumbers(value);
  const isLarge = isMostlyLarge(value);
  return value.map((x) => (isLarge ? truncate(number(x)) : truncate(multiply(number(x), 1000n)) / 1000));
}

/** The most recently rounded curves: many queries of a request return the same curve, and curves never change. */
const shortenedCurves = new Map<Float64Array, readonly number[]>();
/** Maximum number of cached curves; each takes 70 KB, as does the curve from which it was rounded. */
const MAX_SHORTENED_CURVES = 32;

/** Rounds a list of floats, the common case. */
function shortenNumbers(values: Float64Array): readonly number[] {
  const cached = shortenedCurves.get(values);
  if (cached !== undefined) return cached;
  const scale = isMostlyLarge(values) ? 1 : 1000;
  const result = listOfSameLength(values);
  for (let i = 0; i < result.length; i++) {
    const value = values[i]! * scale;
    result[i] = (Number.isFinite(value) ? wholePart(value) : truncate(value)) / scale;
  }
  if (shortenedCurves.size === MAX_SHORTENED_CURVES) shortenedCurves.delete(shortenedCurves.keys().next().value!);
  shortenedCurves.set(values, result);
  return result;
}

/** V8 copies a list of doubles as one block of memory. The values are arbitrary: each copy is overwritten. */
const YEAR_TEMPLATE: readonly number[] = Array.from(new Float64Array(HOURS_PER_YEAR).fill(0.5));

/**
 * A list of the same length, to be overwritten. An array created by length has holes in V8, and its transfer to
 * another thread takes five to ten times as long.
 */
const listOfSameLength = (values: Float64Array): number[] =>
  values.length === HOURS_PER_YEAR ? YEAR_TEMPLATE.slice() : Array.from(values);

/** The integer part as a plain number, since results contain no other numbers. */
function truncate(value: Value): number {
  return typeof value === "number" && Number.isFinite(value) ? wholePart(value) : Number(toInteger(value));
}

/** Adding 0 converts −0 to 0. */
const wholePart = (value: number): number => Math.trunc(value) + 0;

function isMostlyLarge(curve: List): boolean {
  const window = Math.floor(curve.length / WINDOWS);
  const day = Math.floor(curve.length / 365);
  if (window === 0 || day < 1) return false;
  let smallValues = 0;
  for (let w = 0; w < WINDOWS; w++) {
    for (let i = w * window; i <= w * window + day && i < curve.length; i++) {
      const size = absolute(curve[i]!) as number | bigint;
      if (size > 0 && size < SMALL_VALUE_LIMIT) smallValues++;
    }
  }
  return smallValues < MIN_SMALL_VALUES;
}

function number(value: Value): number | bigint {
  if (isNumber(value)) return value;
  throw unexpectedValue("a number", value);
}
