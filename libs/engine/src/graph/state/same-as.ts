/** Structural equality. */

/** Whether plain values, lists and records of such are equal; numbers by their bits, other objects by identity. */
export function sameAs(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameAs(item, b[index]));
  if (Object.getPrototypeOf(a) !== Object.prototype || Object.getPrototypeOf(b) !== Object.prototype) return false;
  const [one, other] = [a as { readonly [key: string]: unknown }, b as { readonly [key: string]: unknown }];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameAs(one[key], other[key]))
  );
}

/** Whether two maps have the same keys with values that are the `same`. */
export function sameEntries<K, V>(
  one: ReadonlyMap<K, V>,
  other: ReadonlyMap<K, V>,
  same: (a: V, b: V) => boolean,
): boolean {
  if (one.size !== other.size) return false;
  for (const [key, value] of one) {
    const its = other.get(key);
    if (its === undefined || !same(value, its)) return false;
  }
  return true;
}
