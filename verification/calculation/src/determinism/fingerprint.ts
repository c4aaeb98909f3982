/**
 * All results of a recipe as digests of raw bits: numbers that print alike but differ in the last bit have different
 * digests.
 */
import { createHash, type Hash } from "node:crypto";
import { CalculationError, type Solution } from "@etesian/engine";
import type { Recipe } from "@etesian/sliders";
import type { Workbench } from "@etesian/workbench/scenarios";

/** Digests by subject: a query and year, a load, the price; for a refusal its message. */
export type Fingerprint = { readonly [name: string]: string };

/** Solves the recipe; if the engine refuses it, returns the refusal's fingerprint. */
export function solveOrRefusal({ engine, dataset }: Workbench, recipe: Recipe): Solution | Fingerprint {
  try {
    return engine.solve(dataset, recipe);
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    return { refused: digest(error.message) };
  }
}

/** Evaluates the queries in the given order, then digests all hourly loads and the price. */
export function fingerprint(solution: Solution, queries: readonly string[]): Fingerprint {
  const hashes: { [name: string]: string } = {};
  for (const key of queries) {
    for (const year of ["present", "future"] as const) hashes[`${key} ${year}`] = digest(resultOf(solution, key, year));
    hashes[`${key} as answered`] = digest(JSON.stringify(solution.query(key)));
  }
  const { hours } = solution;
  if (hours !== null) {
    for (const { name, order } of Object.values(hours.markets)) {
      for (const { key, load } of order.participants) hashes[`load of ${key} in ${name}`] = digest(load);
    }
    hashes["price"] = digest(hours.price());
  }
  return hashes;
}

function resultOf({ evaluation }: Solution, key: string, year: "present" | "future"): unknown {
  try {
    return evaluation.query(key, year);
  } catch (error) {
    // A query that cannot be evaluated has the reason as its result. These two error types would be defects of the
    // engine.
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error;
    return `${error.name}: ${error.message}`;
  }
}

function digest(value: unknown): string {
  const hash = createHash("md5");
  addValue(hash, value);
  return hash.digest("base64");
}

/** Types are distinct: an Integer 0, a Float 0 and nil are three values; a curve is digested by its numbers. */
function addValue(hash: Hash, value: unknown): void {
  if (typeof value === "number") {
    hash.update("f").update(new Uint8Array(Float64Array.of(value).buffer));
  } else if (value instanceof Float64Array) {
    hash.update(`c${value.length}`).update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (Array.isArray(value)) {
    if (value.every((item) => typeof item === "number")) return addValue(hash, Float64Array.from(value));
    hash.update(`l${value.length}`);
    for (const item of value as readonly unknown[]) addValue(hash, item);
  } else if (value instanceof Map) {
    hash.update(`m${value.size}`);
    for (const [key, item] of value as ReadonlyMap<unknown, unknown>) {
      addValue(hash, key);
      addValue(hash, item);
    }
  } else if (typeof value === "object" && value !== null) {
    hash.update(`o${"key" in value ? String(value.key) : value.constructor.name}`);
  } else {
    hash.update(`${typeof value} ${String(value)}`);
  }
}

/** Differences: everything in `actual` has to be in `expected`, bit for bit. */
export function differences(actual: Fingerprint, expected: Fingerprint): readonly string[] {
  const problems = Object.keys(actual).filter((name) => actual[name] !== expected[name]);
  const missingNames = Object.keys(expected).filter((name) => name.startsWith("load of ") && !(name in actual));
  return [...problems, ...missingNames.map((name) => `${name} (missing)`)];
}
