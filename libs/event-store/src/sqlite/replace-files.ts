/** Replaces several SQLite files together, and keeps the previous ones under new names. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../event-store.ts";
import { translatingErrors } from "./database.ts";
import { checkFile } from "./integrity.ts";
import { deleteRecordedHead } from "./recorded-head.ts";

/** A file that replaces another one. */
export interface Replacement {
  /** Null if no file replaces it; an existing one is renamed. */
  readonly from: string | null;
  readonly to: string;
}

/**
 * Copies files over others. Replaced files are renamed, and the new names returned by path. Nothing changes if a copy
 * is damaged, or another process has one of the files open. @throws StoreUnavailableError
 */
export function replaceFiles(replacements: readonly Replacement[]): ReadonlyMap<string, string> {
  const incoming = replacements.filter((each) => each.from !== null) as { from: string; to: string }[];
  const kept = new Map<string, string>();
  try {
    for (const { from, to } of incoming) {
      if (!existsSync(from)) throw new StoreUnavailableError(`${from} does not exist`);
      mkdirSync(dirname(resolve(to)), { recursive: true });
      copyFileSync(from, unfinished(to));
      chmodSync(unfinished(to), 0o600);
      checkpointFile(unfinished(to));
    }
    const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
    for (const { to } of replacements) {
      if (!existsSync(to)) continue;
      checkUnused(to);
      kept.set(to, `${to}.before-${time}`);
      renameSync(to, kept.get(to)!);
    }
  } catch (error) {
    for (const [path, aside] of kept) if (existsSync(aside)) renameSync(aside, path);
    for (const { to } of incoming) rmSync(unfinished(to), { force: true });
    throw error;
  }
  for (const { to } of replacements) {
    deleteRecordedHead(to);
    // An old log would be applied to the new file.
    for (const suffix of ["-wal", "-shm"]) rmSync(`${to}${suffix}`, { force: true });
  }
  for (const { to } of incoming) renameSync(unfinished(to), to);
  if (process.platform !== "win32") for (const { to } of incoming) sync(dirname(resolve(to)));
  return kept;
}

const unfinished = (path: string): string => `${path}.unfinished`;

/** A file can only leave WAL mode while no other process has it open; afterwards it is complete without its log. */
function checkUnused(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma journal_mode = delete");
  } catch (error) {
    throw new StoreUnavailableError(`${path} is in use, or cannot be written: stop Etesian first`, error);
  } finally {
    database.close();
  }
}

/** Merges the log of a closed file into it, verifies it, and syncs it to disk. */
export function checkpointFile(path: string): void {
  translatingErrors(path, () => {
    const database = new DatabaseSync(path);
    try {
      database.exec("pragma journal_mode = delete");
      checkFile(database, path);
    } finally {
      database.close();
    }
  });
  deleteRecordedHead(path);
  sync(path);
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
