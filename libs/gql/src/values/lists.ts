/** Lists, nested lists, and sets of values. A curve (`Float64Array`) is a list of its numbers. */
import type { Value } from "../world.ts";
import { isList, type List } from "./kinds.ts";

export const toArray = (list: List): readonly Value[] => (list instanceof Float64Array ? Array.from(list) : list);

const isFlat = (list: List): boolean => {
  if (list instanceof Float64Array) return true;
  for (const value of list) if (isList(value)) return false;
  return true;
};

/** The elements of nested lists, to any depth; the list itself when nothing is nested. */
export function flatten(list: List): readonly Value[] {
  if (isFlat(list)) return toArray(list);
  const flat: Value[] = [];
  pushFlat(flat, list);
  return flat;
}

function pushFlat(flat: Value[], list: List): void {
  for (let i = 0; i < list.length; i++) {
    const value = list[i]!;
    if (isList(value)) pushFlat(flat, value);
    else flat.push(value);
  }
}

/** As `flatten`, without nil. */
export function flattenCompact(list: List): readonly Value[] {
  const flat = flatten(list);
  return flat.includes(null) ? flat.filter((value) => value !== null) : flat;
}

/** So few are compared with each other; of more a set is made. */
const FEW = 8;

/** Without repetitions, first occurrences kept. */
export function unique(list: readonly Value[]): readonly Value[] {
  if (list.length < FEW && !list.some((value, i) => list.includes(value, i + 1))) return list;
  const set = new Set<Value>(list);
  return set.size === list.length ? list : [...set];
}

export const flattenUnique = (list: List): readonly Value[] => unique(flatten(list));

/** Flat lists that queries keep, without nil, names or repetitions: lists made of them need no further check. */
const objectLists = new WeakSet<readonly Value[]>();

/** Notes that a list is one of objects, flat and each there once; it must not change any more. */
export const noteObjects = (list: readonly Value[]): void => void objectLists.add(list);

export const isKnownObjects = (list: Value): list is readonly Value[] =>
  Array.isArray(list) && objectLists.has(list as readonly Value[]);

/** The elements of `a` that are in `b`, without repetitions, in the order of `a`. */
export function intersection(a: List, b: List): readonly Value[] {
  const inB = new Set<Value>(toArray(b));
  return unique(toArray(a).filter((value) => inB.has(value)));
}

/** The elements of `a` that are not in `b`; repetitions stay. */
export function difference(a: List, b: List): readonly Value[] {
  const inB = new Set<Value>(toArray(b));
  return toArray(a).filter((value) => !inB.has(value));
}
