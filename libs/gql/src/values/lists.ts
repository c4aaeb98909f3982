/** Lists, nested lists, and sets of values. A curve (`Float64Array`) is a list of its numbers. */
import type { Value } from "../world.ts";
import { isList, type List } from "./kinds.ts";

export const toArray = (list: List): readonly Value[] => (list instanceof Float64Array ? Array.from(list) : list);

const isFlat = (list: List): boolean => {
  if (list instanceof Float64Array) return true;
  for (const value of list) if (isList(value)) return false;
  return true;
};

/** The elements of nested lists, at any depth; the list itself if nothing is nested. */
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

/** Like `flatten`, without nil. */
export function flattenCompact(list: List): readonly Value[] {
  const flat = flatten(list);
  return flat.includes(null) ? flat.filter((value) => value !== null) : flat;
}

/** Maximum number of elements that are compared with each other; for more, a set is used. */
const MAX_COMPARED = 8;

/** The list without repetitions; the first occurrences remain. */
export function unique(list: readonly Value[]): readonly Value[] {
  if (list.length < MAX_COMPARED && !list.some((value, i) => list.includes(value, i + 1))) return list;
  const set = new Set<Value>(list);
  return set.size === list.length ? list : [...set];
}

export const flattenUnique = (list: List): readonly Value[] => unique(flatten(list));

/** Cached flat lists without nil, names or repetitions: lists derived from them need no further check. */
const objectLists = new WeakSet<readonly Value[]>();

/** Marks a flat list of distinct objects; it must not change afterwards. */
export const markObjects = (list: readonly Value[]): void => void objectLists.add(list);

export const isObjectList = (list: Value): list is readonly Value[] =>
  Array.isArray(list) && objectLists.has(list as readonly Value[]);

/** The elements of `a` that are in `b`, without repetitions, in the order of `a`. */
export function intersection(a: List, b: List): readonly Value[] {
  const inB = new Set<Value>(toArray(b));
  return unique(toArray(a).filter((value) => inB.has(value)));
}

/** The elements of `a` that are not in `b`; repetitions are kept. */
export function difference(a: List, b: List): readonly Value[] {
  const inB = new Set<Value>(toArray(b));
  return toArray(a).filter((value) => !inB.has(value));
}
