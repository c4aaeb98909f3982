/** Compares an actual value with an expected one. */
import { isDeepStrictEqual } from "node:util";
import type { Pattern } from "./row.ts";

/** Describes the first difference; null if there is none. */
export function difference(
  expected: Pattern,
  actual: unknown,
  entries: ReadonlyMap<string, string>,
  path = "response",
): string | null {
  const describeDifference = (): string => `${path} is ${format(actual)}, expected ${format(expected)}`;
  if (expected instanceof RegExp)
    return typeof actual === "string" && expected.test(actual) ? null : describeDifference();
  if (typeof expected === "function") return expected(actual as never) ? null : describeDifference();
  const name = typeof expected === "string" ? /^\{(\w+)\}$/.exec(expected)?.[1] : undefined;
  if (name !== undefined) return String(actual) === entries.get(name) ? null : describeDifference();
  if (typeof expected !== "object" || expected === null)
    return isDeepStrictEqual(expected, actual) ? null : describeDifference();
  if (typeof actual !== "object" || actual === null || Array.isArray(expected) !== Array.isArray(actual))
    return describeDifference();
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return describeDifference();
  for (const [field, part] of Object.entries(expected)) {
    const problem = difference(
      part as Pattern,
      (actual as { readonly [field: string]: unknown })[field],
      entries,
      `${path}.${field}`,
    );
    if (problem !== null) return problem;
  }
  return null;
}

function format(value: unknown): string {
  if (typeof value === "function" || value instanceof RegExp) return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, 300);
}
