/** Keeps the newest backups in a directory of backups named by their time. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST } from "./manifest.ts";

/** A time in UTC as a directory's name, "2026-11-27T03-15-00Z": sorts by time, and is valid on every file system. */
export const nameOf = (time: Date): string =>
  time
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

/** Deletes the oldest complete backups of a directory beyond the newest `keep`; returns their names. */
export function deleteOlder(directory: string, keep: number): readonly string[] {
  const completeNames = readdirSync(directory)
    .filter((name) => NAME.test(name) && existsSync(join(directory, name, MANIFEST)))
    .toSorted();
  const oldestNames = completeNames.slice(0, Math.max(0, completeNames.length - keep));
  for (const name of oldestNames) rmSync(join(directory, name), { recursive: true });
  return oldestNames;
}
