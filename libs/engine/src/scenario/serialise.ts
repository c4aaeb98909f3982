/** From values of the query language to what answers carry. */
import { GqlError, type ModelObject, type Value } from "@etesian/gql";
import type { Json } from "./answers.ts";

/**
 * A query's value as JSON. NaN is 0 as a result of its own and the text "null" inside lists and maps; infinities are the
 * text "null" everywhere; objects of the model (which no client should ask for) are their keys.
 */
export function toJson(value: Value): Json {
  return typeof value === "number" && Number.isNaN(value) ? 0 : nested(value);
}

function nested(value: Value): Json {
  if (typeof value === "number") return Number.isFinite(value) ? value : "null";
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "symbol") return value.description ?? "";
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (value instanceof Float64Array) return Array.from(value, nested);
  if (isList(value)) return value.map(nested);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [String(nested(key)), nested(item)]));
  if ("key" in value) return (value as ModelObject).key;
  throw new GqlError("a function is no result");
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

const WINDOWS = 6;
/** Curves whose sampled values are mostly larger than this lose their fractions. */
const LARGE = 300;
const SMALL_VALUES_OF_A_SMALL_CURVE = 12;

/**
 * An hourly curve as answers carry it, shortened for the wire: whole numbers where values are large, else three decimals,
 * both cut off toward zero. Raises `GqlError` when the value is no curve.
 */
export function curveToJson(value: Value): Json {
  if (!(value instanceof Float64Array) && !(value !== null && isList(value))) {
    throw new GqlError(`a curve is expected, not ${describe(value)}`);
  }
  const curve = Array.from(value as ArrayLike<Value>, (item) => {
    const number = typeof item === "bigint" ? Number(item) : item;
    if (typeof number === "number" && Number.isFinite(number)) return number;
    throw new GqlError(`a curve holds numbers, not ${describe(item)}`);
  });
  const shorten = isLarge(curve) ? Math.trunc : (number: number) => Math.trunc(number * 1000) / 1000;
  return curve.map(shorten);
}

/** Samples six stretches of a day over the curve. */
function isLarge(curve: readonly number[]): boolean {
  const perWindow = Math.floor(curve.length / WINDOWS);
  const perDay = Math.floor(curve.length / 365);
  if (perDay < 1) return false;
  let small = 0;
  for (let window = 0; window < WINDOWS; window++) {
    for (const value of curve.slice(window * perWindow, window * perWindow + perDay + 1)) {
      if (value !== 0 && Math.abs(value) < LARGE) small++;
    }
  }
  return small < SMALL_VALUES_OF_A_SMALL_CURVE;
}

function describe(value: Value): string {
  if (value === null) return "nil";
  return typeof value === "object" ? "an object" : `${typeof value} ${String(value)}`;
}
