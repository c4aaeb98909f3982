/**
 * Whether a JSON value is nested deeper than `levels` (a primitive has none). The check stops at that depth, so that
 * client input cannot exhaust the stack.
 */
export function isNestedDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((item) => isNestedDeeperThan(levels - 1, item));
}
