/** Functions with which inputs write: UPDATE and related functions. */
import { GqlError, keepCurves, type ModelObject, type Value } from "../world.ts";
import type { InputUpdate, Scope } from "../machine.ts";
import { Goal } from "../machine.ts";
import { isCallable, isList, isNumber, isObject, symbolOf, unexpectedValue, unknownMethod } from "../values/kinds.ts";
import { Lambda, wrongArguments } from "../values/callable.ts";
import { flattenCompact } from "../values/lists.ts";
import { add, multiply, power } from "../values/numbers.ts";
import { fn, noArguments, type FunctionTable } from "./function.ts";
import { keyOf } from "./objects.ts";

/** Computes the new stored value from the original and the given value. */
type UpdateStrategy = (original: Value, value: Value) => Value;

const absolute: UpdateStrategy = (_, value) => value;
const factor: UpdateStrategy = (original, value) => multiply(original, value);

/** How the current input changes values; it applies to every UPDATE of the input. */
function strategyOf(input: InputUpdate | null): UpdateStrategy {
  switch (input?.updateType) {
    case "%":
      return (original, value) => add(original, multiply(original, value));
    case "%y":
      return (original, value) => multiply(original, power(add(1, value), BigInt(input.years)));
    default:
      return absolute;
  }
}

/**
 * `(objects…, attribute, value)`: combines the value with each object's raw stored value, where nil counts as 0.0,
 * and assigns the result. A lambda is called for each object; of a list, only the first element is used. Throws
 * GqlError outside the query of an input.
 */
function update(scope: Scope, args: readonly Value[], strategy: UpdateStrategy): Value {
  // Queries cannot write, because they read years that other queries and scenarios share.
  if (scope.input === null) throw new GqlError("only the query of an input can update the model");
  const collection = flattenCompact(args.slice(0, -2));
  const value = args.at(-1) ?? null;
  const previous = scope.updating;
  try {
    for (const object of collection) {
      scope.updating = { collection, object };
      const attribute = keyOf(args.at(-2) ?? null);
      const element = firstElement(callIfLambda(value));
      const original = storedValue(scope, object, attribute);
      const newValue = strategy(original, element);
      keepCurves(scope.world, newValue);
      scope.present.lists.clear();
      scope.future.lists.clear();
      assign(scope, object, attribute, newValue);
    }
  } finally {
    scope.updating = previous;
  }
  return collection;
}

function callIfLambda(value: Value): Value {
  if (!isCallable(value)) return value;
  if (value instanceof Lambda) return value.call([]);
  throw wrongArguments(0, 1);
}

const firstElement = (value: Value): Value => (isList(value) ? (value[0] ?? null) : value);

/** The raw stored value; numbers as Float, nil as 0.0. */
function storedValue(scope: Scope, object: Value, attribute: string): Value {
  const value = read(scope, object, attribute);
  if (value === null) return 0;
  return isNumber(value) ? Number(value) : value;
}

function read(scope: Scope, object: Value, attribute: string): Value {
  if (object instanceof Map) return (object.get(symbolOf(attribute)) as Value | undefined) ?? null;
  if (object instanceof Goal) return attribute === "user_value" ? object.userValue : null;
  return scope.vocabulary.readStored(modelObject(object), attribute);
}

function assign(scope: Scope, object: Value, attribute: string, value: Value): void {
  if (object instanceof Map) {
    if (!object.has(symbolOf(attribute))) throw unknownMethod(attribute, object);
    object.set(symbolOf(attribute), value);
  } else if (object instanceof Goal) {
    if (attribute !== "user_value") throw unknownMethod(attribute, object);
    object.userValue = value;
  } else scope.vocabulary.assign(modelObject(object), attribute, value);
}

function modelObject(value: Value): ModelObject {
  if (isObject(value)) return value;
  throw unexpectedValue("an object of the graph", value);
}

export const UPDATES: FunctionTable = {
  UPDATE: fn((scope, args) => update(scope, args, strategyOf(scope.input))),
  UPDATE_WITH_FACTOR: fn((scope, args) => update(scope, args, factor)),
  UPDATE_ABSOLUTE: fn((scope, args) => update(scope, args, absolute)),
  EACH: fn((_, args) => args),
  UPDATE_OBJECT: noArguments((scope) => scope.updating?.object ?? null),
  UPDATE_COLLECTION: noArguments((scope) => scope.updating?.collection ?? []),
};
