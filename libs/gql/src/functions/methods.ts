/** `receiver.name(…)`: methods of lists, numbers, strings, hashes and objects. */
import { GqlError, type ModelObject, type Value, type World } from "../world.ts";
import { Goal, type Scope } from "../machine.ts";
import {
  isList,
  isNumber,
  isObject,
  isTrue,
  type List,
  nameOf,
  symbolOf,
  unexpectedValue,
  unknownMethod,
} from "../values/kinds.ts";
import type { Lambda, Selector } from "../values/callable.ts";
import { flatten, toArray, unique } from "../values/lists.ts";
import {
  absolute,
  ceil,
  equal,
  extreme,
  floor,
  isZero,
  order,
  round,
  sum,
  toFloat,
  toInteger,
} from "../values/numbers.ts";
import { toText } from "../values/text.ts";

export interface Arguments {
  readonly args: readonly Value[];
  readonly block: Lambda | null;
}

type MethodOf<T> = (receiver: T, call: Arguments) => Value;

/** The block's result for an element. Throws GqlError without a block. */
function callBlock({ block }: Arguments, ...args: readonly Value[]): Value {
  if (block === null) throw new GqlError("expected a block {|x| …}");
  return block.yield(args);
}

const argumentAt = ({ args }: Arguments, index = 0): Value => args[index] ?? null;

const elements = (list: List): readonly Value[] => toArray(list);

const matches =
  (call: Arguments) =>
  (value: Value): boolean =>
    isTrue(call.block === null ? value : callBlock(call, value));

const LISTS: Readonly<Record<string, MethodOf<List>>> = {
  sum: (list, call) => sum(call.block === null ? list : elements(list).map((value) => callBlock(call, value))),
  max: (list) => extreme(list, 1),
  min: (list) => extreme(list, -1),
  first: (list) => list[0] ?? null,
  last: (list) => list[list.length - 1] ?? null,
  length: (list) => BigInt(list.length),
  size: (list) => BigInt(list.length),
  count: (list, call) => BigInt(call.block === null ? list.length : elements(list).filter(matches(call)).length),
  select: (list, call) => elements(list).filter((value) => isTrue(callBlock(call, value))),
  filter: (list, call) => elements(list).filter((value) => isTrue(callBlock(call, value))),
  reject: (list, call) => elements(list).filter((value) => !isTrue(callBlock(call, value))),
  map: (list, call) => elements(list).map((value) => callBlock(call, value)),
  flat_map: (list, call) => elements(list).flatMap((value) => flattenOnce(callBlock(call, value))),
  detect: (list, call) => elements(list).find((value) => isTrue(callBlock(call, value))) ?? null,
  find: (list, call) => elements(list).find((value) => isTrue(callBlock(call, value))) ?? null,
  "any?": (list, call) => elements(list).some(matches(call)),
  "all?": (list, call) => elements(list).every(matches(call)),
  "none?": (list, call) => !elements(list).some(matches(call)),
  each_with_object: (list, call) => {
    const memo = argumentAt(call);
    for (const value of elements(list)) callBlock(call, value, memo);
    return memo;
  },
  sort: (list) => elements(list).toSorted(order),
  sort_by: (list, call) =>
    elements(list)
      .map((value) => ({ value, sortKey: callBlock(call, value) }))
      .toSorted((a, b) => order(a.sortKey, b.sortKey))
      .map(({ value }) => value),
  "include?": (list, call) => elements(list).some((value) => equal(value, argumentAt(call))),
  "empty?": (list) => list.length === 0,
  flatten: (list) => flatten(list),
  compact: (list) => elements(list).filter((value) => value !== null),
  uniq: (list) => unique(elements(list)),
  reverse: (list) => elements(list).toReversed(),
  to_a: (list) => list,
};

const flattenOnce = (value: Value): readonly Value[] => (isList(value) ? toArray(value) : [value]);

const NUMBERS: Readonly<Record<string, MethodOf<number | bigint>>> = {
  round: (number, call) => round(number, call.args[0] ?? 0n),
  floor: (number, call) => floor(number, call.args[0] ?? 0n),
  ceil: (number, call) => ceil(number, call.args[0] ?? 0n),
  truncate: (number) => toInteger(number),
  abs: (number) => absolute(number),
  to_f: (number) => toFloat(number),
  to_i: (number) => toInteger(number),
  "zero?": (number) => isZero(number),
  "positive?": (number) => number > 0,
  "negative?": (number) => number < 0,
  "nan?": (number) => Number.isNaN(number),
};

const TEXTS: Readonly<Record<string, MethodOf<string | symbol>>> = {
  to_sym: (text) => symbolOf(nameOf(text)),
  length: (text) => BigInt(nameOf(text).length),
  "empty?": (text) => nameOf(text) === "",
  "start_with?": (text, call) => nameOf(text).startsWith(toText(argumentAt(call))),
  "end_with?": (text, call) => nameOf(text).endsWith(toText(argumentAt(call))),
  "include?": (text, call) => nameOf(text).includes(toText(argumentAt(call))),
};

/** `gsub(/…/, "…")`, only for strings; the pattern is already compiled. */
export function substitute(receiver: Value, pattern: RegExp | string, replacement: Value): Value {
  if (typeof receiver !== "string") throw unexpectedValue("a string", receiver);
  return receiver.replaceAll(pattern, () => toText(replacement));
}

const HASHES: Readonly<Record<string, MethodOf<ReadonlyMap<Value, Value>>>> = {
  keys: (hash) => [...hash.keys()],
  values: (hash) => [...hash.values()],
  length: (hash) => BigInt(hash.size),
  size: (hash) => BigInt(hash.size),
  "empty?": (hash) => hash.size === 0,
  "key?": (hash, call) => hash.has(argumentAt(call)),
  to_a: (hash) => [...hash].map(([key, value]) => [key, value]),
};

const GOALS: Readonly<Record<string, MethodOf<Goal>>> = {
  "is_set?": (goal) => goal.userValue !== null,
  user_value: (goal) => goal.userValue,
};

/** Methods of every value. */
const ANY_VALUE: Readonly<Record<string, MethodOf<Value>>> = {
  to_s: (value) => toText(value),
  "nil?": (value) => value === null,
  "present?": (value) => !isBlank(value),
  "blank?": (value) => isBlank(value),
};

const isBlank = (value: Value): boolean =>
  !isTrue(value) || (isList(value) && value.length === 0) || (typeof value === "string" && value.trim() === "");

const NIL: Readonly<Record<string, MethodOf<null>>> = { to_f: () => 0, to_i: () => 0n, to_a: () => [] };

/** Methods of objects defined by the language; the vocabulary defines all others. */
const OBJECT_METHODS: Readonly<Record<string, (object: ModelObject, world: World) => Value>> = {
  key: (object) => symbolOf(object.key),
  // Here a node and its API are the same object.
  node: (object) => object,
  node_api: (object) => object,
  query: (object) => object,
  inputs: (object, world) => world.slots(object, "input"),
  outputs: (object, world) => world.slots(object, "output"),
  input_slots: (object, world) => world.slots(object, "input"),
  output_slots: (object, world) => world.slots(object, "output"),
  input_edges: (object, world) => world.edges(object, "input"),
  output_edges: (object, world) => world.edges(object, "output"),
};

/** Names of methods of values other than objects. */
export const METHOD_NAMES: ReadonlySet<string> = new Set([
  ...[LISTS, NUMBERS, TEXTS, HASHES, GOALS, ANY_VALUE, NIL].flatMap((methods) => Object.keys(methods)),
  "gsub",
]);

const ownEntry = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Calls a method of a value. Throws GqlError when the value has no such method. */
export function send(scope: Scope, receiver: Value, selector: Selector, call: Arguments): Value {
  const { name } = selector;
  if (isObject(receiver)) {
    if (receiver instanceof Goal) return invoke(ownEntry(GOALS, name), receiver, call, name);
    if (receiver.kind === "graph" && name === "goals") return [...scope.goals.values()];
    if (receiver.kind === "graph" && name === "graph") return receiver;
    if (call.args.length > 0) return selector.method(receiver, call.args);
    const objectMethod =
      receiver.kind === "node" || name === "key" || name === "query" ? ownEntry(OBJECT_METHODS, name) : undefined;
    return objectMethod === undefined ? selector.attribute(receiver) : objectMethod(receiver, scope.world);
  }
  if (isList(receiver)) return invoke(ownEntry(LISTS, name), receiver, call, name);
  if (isNumber(receiver)) return invoke(ownEntry(NUMBERS, name), receiver, call, name);
  if (typeof receiver === "string" || typeof receiver === "symbol")
    return invoke(ownEntry(TEXTS, name), receiver, call, name);
  if (receiver instanceof Map) return invoke(ownEntry(HASHES, name), receiver as ReadonlyMap<Value, Value>, call, name);
  if (receiver === null) return invoke(ownEntry(NIL, name), receiver, call, name);
  return invoke<Value>(undefined, receiver, call, name);
}

function invoke<T extends Value>(method: MethodOf<T> | undefined, receiver: T, call: Arguments, name: string): Value {
  const implementation: MethodOf<T> | undefined = method ?? ownEntry(ANY_VALUE, name);
  if (implementation === undefined) throw unknownMethod(name, receiver);
  return implementation(receiver, call);
}
