/** Attributes of objects: V, M, GET, FILTER. */
import type { GraphName, Value } from "../world.ts";
import type { Code, Frame, Scope } from "../machine.ts";
import { isCallable, isList, isName, isObject, isTrue, type List, nameOf, unexpectedValue } from "../values/kinds.ts";
import { Lambda } from "../values/callable.ts";
import { flatten, unique } from "../values/lists.ts";
import { toText } from "../values/text.ts";
import { mapCurve } from "./curves.ts";
import { binary, fn, reusable, type FunctionTable } from "./function.ts";
import { send } from "./methods.ts";
import { lookUp } from "./objects.ts";

/** The value of an attribute argument (name, quoted expression, message, lambda) for an object. */
export function get(scope: Scope, object: Value, attribute: Value): Value {
  if (!isCallable(attribute)) return scope.evaluateOn(object, toText(attribute));
  if (attribute instanceof Lambda) return attribute.arity === 0 ? attribute.callOn(object) : attribute.call([object]);
  return send(scope, object, attribute.selector, { args: attribute.args, block: null });
}

/** The attribute of every object: a list, or one object's bare value (0.0 for nil or false); 0.0 without objects. */
export function mapAll(objects: readonly Value[], valueOf: (object: Value) => Value): Value {
  const { length } = objects;
  if (length === 0) return 0;
  if (length === 1) return orZero(valueOf(objects[0]!));
  return objects.map((object) => valueOf(object));
}

/** Like `mapAll`, for a compiled attribute. */
export function mapCode(objects: readonly Value[], code: Code, frame: Frame): Value {
  const { length } = objects;
  if (length === 0) return 0;
  if (length === 1) return orZero(code(frame, objects[0]!));
  return objects.map((object) => code(frame, object));
}

export const orZero = (value: Value): Value => (isTrue(value) ? value : 0);

/**
 * V() and MV(): the value of an attribute, or a lookup if the last argument is not an attribute. A name or text is an
 * attribute unless a node has that key.
 */
export function value(scope: Scope, graph: GraphName, args: readonly Value[]): Value {
  const last = args.at(-1) ?? null;
  const objects = args.slice(0, -1);
  if (args.length === 1) return objectsFromLastArgument(scope, graph, last);
  if (!isCallable(last) && (!isName(last) || scope.world.node(graph, nameOf(last)) !== undefined))
    return lookUp(scope, graph, args);
  return valueOf(lookUp(scope, graph, objects), objects.length, (object) => get(scope, object, last));
}

function objectsFromLastArgument(scope: Scope, graph: GraphName, last: Value): Value {
  if (isCallable(last)) return [];
  if (!isName(last)) return [last];
  const node = scope.world.node(graph, nameOf(last));
  return node === undefined ? [] : [node];
}

/** Without objects, a single argument returns 0.0, and several return an empty list. */
export function valueOf(objects: readonly Value[], count: number, read: (object: Value) => Value): Value {
  return count === 1 || objects.some(isTrue) ? mapAll(objects, read) : [];
}

/**
 * M(): the attribute of each element. Unlike the reference, M() does not change the given list, so that queries do not
 * depend on earlier ones.
 */
function mapList(scope: Scope, elements: Value, attribute: Value): Value {
  const list: List = isList(elements) ? elements : [elements];
  const read = (element: Value): Value => get(scope, element, attribute);
  const values: List = list instanceof Float64Array ? mapCurve(list, read) : flatten(list).map(read);
  return values.length <= 1 ? orZero(values[0] ?? null) : values;
}

/** The distinct nodes and edges for which the condition holds. */
export function filter(collection: Value, condition: Code, frame: Frame, isDistinct: boolean): readonly Value[] {
  if (!isList(collection)) throw unexpectedValue("a list", collection);
  const elements = isDistinct ? (collection as readonly Value[]) : flatten(collection);
  const matching: Value[] = [];
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i]!;
    if (!isQueryable(element)) throw unexpectedValue("an object of the graph", element);
    if (isTrue(condition(frame, element))) matching.push(element);
  }
  return isDistinct ? matching : unique(matching);
}

const isQueryable = (element: Value): boolean =>
  isObject(element) && (element.kind === "node" || element.kind === "edge" || element.kind === "graph");

const map = binary(mapList);

export const ATTRIBUTES: FunctionTable = {
  V: fn((scope, args) => value(scope, "energy", args)),
  VALUE: fn((scope, args) => value(scope, "energy", args)),
  MV: fn((scope, args) => value(scope, "molecules", args)),
  M: map,
  MAP: map,
  ATTR: map,
  A: map,
  GET: binary(get),
  FILTER: reusable(
    binary((scope, collection, condition) => {
      const text = toText(condition);
      const conditionCode: Code = (_, element) => scope.evaluateOn(element, text);
      return filter(collection, conditionCode, { scope, locals: [] }, false);
    }),
  ),
};
