/**
 * Whether lists and objects of a JSON value are nested deeper than so many levels (a plain value has none). Looks no
 * deeper than that, so that nothing a client sends can exhaust the stack.
 */
export function isNestedDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((item) => isNestedDeeperThan(levels - 1, item));
}
