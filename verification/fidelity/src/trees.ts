/** Compares our results with the reference's, value by value. */
import { TOLERANCE } from "./compare.ts";
import type { Comparison, Mismatch } from "./report.ts";

/**
 * Compares two trees of maps, lists and values. Every value of either side counts once; numbers agree within 1e-9
 * relative, everything else when equal. A missing value, null, NaN and an empty list or map are equal.
 */
export function compareTrees(title: string, expected: unknown, actual: unknown): Comparison {
  const mismatches: Mismatch[] = [];
  let total = 0;
  let worst = 0;

  const visit = (path: string, expected: unknown, actual: unknown): void => {
    if (isTree(expected) || isTree(actual)) {
      const [left, right] = [entriesOf(expected), entriesOf(actual)];
      for (const key of new Set([...left.keys(), ...right.keys()]))
        visit(path === "" ? key : `${path}.${key}`, left.get(key), right.get(key));
      if (!isNothing(expected) && !isNothing(actual) && isTree(expected) !== isTree(actual))
        mismatches.push({ path, expected, actual, error: Number.POSITIVE_INFINITY });
      return;
    }
    const [expectedNumber, actualNumber] = [numberOf(expected), numberOf(actual)];
    if (isNothing(expectedNumber) && isNothing(actualNumber)) return;
    total++;
    const error = errorBetween(expectedNumber, actualNumber);
    worst = Math.max(worst, error === Number.POSITIVE_INFINITY ? 0 : error);
    if (error > TOLERANCE) mismatches.push({ path, expected, actual, error });
  };
  visit("", expected, actual);

  mismatches.sort((a, b) => b.error - a.error);
  return { title, matched: total - mismatches.length, total, mismatches, worst };
}

function errorBetween(expected: unknown, actual: unknown): number {
  if (expected === actual) return 0;
  if (typeof expected !== "number" || typeof actual !== "number") return Number.POSITIVE_INFINITY;
  const error = Math.abs(expected - actual) / Math.max(Math.abs(expected), Math.abs(actual));
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
}

function isTree(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(isTree(value) ? Object.entries(value) : []);
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || Number.isNaN(value) || (isTree(value) && Object.keys(value).length === 0)
  );
}

/** JSON has no infinity; it is written as the text "Infinity" or "null". */
function numberOf(value: unknown): unknown {
  return value === "Infinity" || value === "null" ? Number.POSITIVE_INFINITY : value;
}
