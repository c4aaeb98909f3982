/** Structural equality. */

/**
 * Whether two plain values, lists or records of these are equal. Numbers are compared by their bits, other objects by
 * identity.
 */
export function areEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => areEqual(item, b[index]));
  if (Object.getPrototypeOf(a) !== Object.prototype || Object.getPrototypeOf(b) !== Object.prototype) return false;
  const [recordA, recordB] = [a as { readonly [key: string]: unknown }, b as { readonly [key: string]: unknown }];
  const keys = Object.keys(recordA);
  return (
    keys.length === Object.keys(recordB).length &&
    keys.every((key) => Object.hasOwn(recordB, key) && areEqual(recordA[key], recordB[key]))
  );
}

/** Whether two maps have the same keys with equal values. */
export function haveEqualEntries<K, V>(
  one: ReadonlyMap<K, V>,
  other: ReadonlyMap<K, V>,
  areEqualValues: (a: V, b: V) => boolean,
): boolean {
  if (one.size !== other.size) return false;
  for (const [key, value] of one) {
    const otherValue = other.get(key);
    if (otherValue === undefined || !areEqualValues(value, otherValue)) return false;
  }
  return true;
}
