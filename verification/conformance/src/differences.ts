/** Compares an actual value with an expected one. */
import { isDeepStrictEqual } from "node:util";
import type { Pattern } from "./row.ts";

/** Describes the first difference; null if there is none. */
export function difference(
  expected: Pattern,
  actual: unknown,
  kept: ReadonlyMap<string, string>,
  at = "answer",
): string | null {
  const unlike = (): string => `${at} is ${shown(actual)}, expected ${shown(expected)}`;
  if (expected instanceof RegExp) return typeof actual === "string" && expected.test(actual) ? null : unlike();
  if (typeof expected === "function") return expected(actual as never) ? null : unlike();
  const name = typeof expected === "string" ? /^\{(\w+)\}$/.exec(expected)?.[1] : undefined;
  if (name !== undefined) return String(actual) === kept.get(name) ? null : unlike();
  if (typeof expected !== "object" || expected === null) return isDeepStrictEqual(expected, actual) ? null : unlike();
  if (typeof actual !== "object" || actual === null || Array.isArray(expected) !== Array.isArray(actual))
    return unlike();
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) return unlike();
  for (const [field, part] of Object.entries(expected)) {
    const found = difference(
      part as Pattern,
      (actual as { readonly [field: string]: unknown })[field],
      kept,
      `${at}.${field}`,
    );
    if (found !== null) return found;
  }
  return null;
}

function shown(value: unknown): string {
  if (typeof value === "function" || value instanceof RegExp) return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, 300);
}
