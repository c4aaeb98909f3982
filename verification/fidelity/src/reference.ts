/** The reference: a real model and the results that the reference implementation computed from it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

export interface Reference {
  /** Directory of the model's documents. */
  readonly model: string;
  /** Directory of the reference results. */
  readonly golden: string;
}

/**
 * Looks for `etsource/` and `golden/` in `ETESIAN_REFERENCE_DIR`, or in `../shared` next to the repository. Null when
 * they are absent.
 */
export function findReference(): Reference | null {
  const directory = resolve(
    process.env["ETESIAN_REFERENCE_DIR"] ?? join(import.meta.dirname, "..", "..", "..", "..", "shared"),
  );
  const reference = { model: join(directory, "etsource"), golden: join(directory, "golden") };
  return existsSync(reference.model) && existsSync(reference.golden) ? reference : null;
}

/** Names in a directory of results, sorted; empty if the directory is missing. */
export function listGolden({ golden }: Reference, folder: string): readonly string[] {
  const path = join(golden, folder);
  return existsSync(path) ? readdirSync(path).sort() : [];
}

/** Reads a result: gzipped JSON, in which infinite numbers may be written as `Infinity` (they become text). */
export function readGolden(reference: Reference, file: string): unknown {
  const text = gunzipSync(readFileSync(join(reference.golden, file))).toString("utf8");
  return JSON.parse(text.replaceAll(/(?<=[[:,]\s*)(-?Infinity|NaN)(?=\s*[,\]}])/g, '"$1"')) as unknown;
}
