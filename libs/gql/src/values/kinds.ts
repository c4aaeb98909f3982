/** The kinds of values. */
import { GqlError, type ModelObject, type Value } from "../world.ts";
import { Lambda, PendingMessage } from "./callable.ts";

export type List = readonly Value[] | Float64Array;

export const isTrue = (value: Value): boolean => value !== null && value !== false;

export const isList = (value: Value): value is List => Array.isArray(value) || value instanceof Float64Array;

/** Integer or Float. */
export const isNumber = (value: Value): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** Symbol or String: a name of a node, a query, an attribute. */
export const isName = (value: Value): value is string | symbol =>
  typeof value === "symbol" || typeof value === "string";

export const isCallable = (value: Value): value is Lambda | PendingMessage =>
  value instanceof Lambda || value instanceof PendingMessage;

export const isObject = (value: Value): value is ModelObject =>
  typeof value === "object" &&
  value !== null &&
  (value as ModelObject).key !== undefined &&
  (value as ModelObject).kind !== undefined;

/** Text of a symbol or string. */
export const nameOf = (name: string | symbol): string => (typeof name === "symbol" ? name.description! : name);

export const symbolOf = (name: string): symbol => Symbol.for(name);

/** Describes the value for error messages: `nil`, `a number`, `the name wood_pellets`. */
export function describe(value: Value): string {
  if (value === null) return "nil";
  switch (typeof value) {
    case "boolean":
      return String(value);
    case "number":
    case "bigint":
      return "a number";
    case "string":
      return "a string";
    case "symbol":
      return `the name ${nameOf(value)}`;
    default:
      if (isList(value)) return "a list";
      if (value instanceof Map) return "a hash";
      if (isCallable(value)) return "a function";
      return `the ${(value as ModelObject).kind} ${(value as ModelObject).key}`;
  }
}

export function className(value: Value): string {
  if (value === null) return "nil";
  switch (typeof value) {
    case "boolean":
      return String(value);
    case "number":
      return "Float";
    case "bigint":
      return "Integer";
    case "string":
      return "String";
    case "symbol":
      return "Symbol";
    default:
      if (isList(value)) return "Array";
      if (value instanceof Map) return "Hash";
      if (value instanceof Lambda) return "Proc";
      if (value instanceof PendingMessage) return "Message";
      return `${(value as ModelObject).kind} ${(value as ModelObject).key}`;
  }
}

/** The error for a value without an attribute or method of this name. */
export function unknownMethod(name: string, receiver: Value): GqlError {
  return new GqlError(`${describe(receiver)} has no ${name}`);
}

/** The error for a value that is not of the required kind; `kind` includes the article, as in "a number". */
export function unexpectedValue(kind: string, value: Value): GqlError {
  return new GqlError(`expected ${kind}, found ${describe(value)}`);
}
