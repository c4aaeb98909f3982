import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Recipe } from "./recipe.ts";

/**
 * The cache key of a result: recipes with equal keys have equal results. The key ignores the order of values, and
 * whether the user or balancing set them. `datasetHash` represents the model and the area's dataset.
 */
export function recipeHash(recipe: Recipe, datasetHash: string): string {
  const canonical = [
    datasetHash,
    recipe.endYear,
    sortedEntries({ ...recipe.balancedValues, ...recipe.userValues }),
    [...new Set(recipe.activeCouplings)].sort(),
    sortedEntries(recipe.orders),
    sortedEntries(recipe.curves).map(([key, curve]) => [key, curveHash(curve)]),
    recipe.scaling && sortedEntries<string | number | boolean>({ ...recipe.scaling }),
  ];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(canonical))));
}

function sortedEntries<T>(values: { readonly [key: string]: T }): [string, T][] {
  return Object.entries<T>(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Memoised by identity: a finished curve is never modified. */
const hashes = new WeakMap<Float64Array, string>();

function curveHash(curve: Float64Array): string {
  const cached = hashes.get(curve);
  if (cached !== undefined) return cached;
  const hash = bytesToHex(sha256(new Uint8Array(curve.buffer, curve.byteOffset, curve.byteLength)));
  hashes.set(curve, hash);
  return hash;
}
