/** Compares a calculated value with a reference value. */
import { createHash } from "node:crypto";
import { sum } from "@etesian/numeric";
import type { Json } from "@etesian/engine";

/** Required agreement, relative to the larger of the two numbers. */
export const TOLERANCE = 1e-9;

/**
 * Relative difference of two values of the same shape: 0 when equal; for lists and maps, the largest difference of
 * their items. Infinity when anything but a number differs. Reference curves with more than 200 items are digests.
 */
export function difference(expected: Json, actual: Json): number {
  if (typeof expected === "number" && typeof actual === "number") return relativeDifference(expected, actual);
  if (expected === null || typeof expected !== "object") return expected === actual ? 0 : Infinity;
  if (Array.isArray(expected)) return listDifference(expected, actual);
  if (actual === null || typeof actual !== "object") return Infinity;
  const reference = expected as { readonly [key: string]: Json };
  if (reference["curve"] === true) return digestDifference(reference, actual);
  if (reference["unserialisable"] !== undefined) return objectDifference(reference, actual);
  if (Array.isArray(actual)) return Infinity;
  const items = actual as { readonly [key: string]: Json };
  const keys = Object.keys(reference);
  if (keys.length !== Object.keys(items).length) return Infinity;
  return maximumOf(keys.map((key) => (key in items ? difference(reference[key]!, items[key]!) : Infinity)));
}

function relativeDifference(expected: number, actual: number): number {
  if (expected === actual) return 0;
  const difference = Math.abs(expected - actual) / Math.max(Math.abs(expected), Math.abs(actual));
  return Number.isNaN(difference) ? Infinity : difference;
}

function listDifference(expected: readonly Json[], actual: Json): number {
  if (!Array.isArray(actual) || actual.length !== expected.length) return Infinity;
  return maximumOf(expected.map((item, index) => difference(item, actual[index] as Json)));
}

/** Compares a long list with a digest: count, sums, extremes and two days of values. */
function digestDifference(digest: { readonly [key: string]: Json }, actual: Json): number {
  if (!Array.isArray(actual) || actual.length !== digest["n"]) return Infinity;
  const values = actual as readonly number[];
  const bytes = new Uint8Array(Float64Array.from(values).buffer);
  if (createHash("sha256").update(bytes).digest("hex") === digest["sha256"]) return 0;
  return maximumOf([
    difference(digest["sum"]!, sum(values)),
    difference(digest["sumsq"]!, sum(values.map((value) => value * value))),
    difference(digest["min"]!, Math.min(...values)),
    difference(digest["max"]!, Math.max(...values)),
    difference(digest["first24"]!, values.slice(0, 24)),
    difference(digest["july24"]!, values.slice(4344, 4368)),
  ]);
}

/** Objects of the model are compared by key; the reference's keys must equal ours. */
function objectDifference(reference: { readonly [key: string]: Json }, actual: Json): number {
  const objects = Array.isArray(actual) ? (actual as readonly Json[]) : [actual];
  const keys = objects.map((object) => (object as { readonly key?: Json } | null)?.key);
  const expectedKeys = reference["keys"];
  return Array.isArray(expectedKeys) &&
    expectedKeys.length === keys.length &&
    expectedKeys.every((key, index) => key === keys[index])
    ? 0
    : Infinity;
}

const maximumOf = (differences: readonly number[]): number => differences.reduce((a, b) => Math.max(a, b), 0);
