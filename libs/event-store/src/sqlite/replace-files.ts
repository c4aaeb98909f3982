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
import { withTranslatedErrors } from "./database.ts";
import { checkFile } from "./integrity.ts";
import { deleteRecordedHead } from "./recorded-head.ts";

/** A file that replaces another. */
export interface Replacement {
  /** Null if no file replaces it; an existing file is renamed. */
  readonly from: string | null;
  readonly to: string;
}

/**
 * Copies files over others. Replaced files are renamed; returns their new names by path. Nothing changes if a copy is
 * damaged, or another process has one of the files open. @throws StoreUnavailableError
 */
export function replaceFiles(replacements: readonly Replacement[]): ReadonlyMap<string, string> {
  const copies = replacements.filter((item) => item.from !== null) as { from: string; to: string }[];
  const newNames = new Map<string, string>();
  try {
    for (const { from, to } of copies) {
      if (!existsSync(from)) throw new StoreUnavailableError(`${from} does not exist`);
      mkdirSync(dirname(resolve(to)), { recursive: true });
      copyFileSync(from, unfinishedPath(to));
      chmodSync(unfinishedPath(to), 0o600);
      checkpointFile(unfinishedPath(to));
    }
    const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
    for (const { to } of replacements) {
      if (!existsSync(to)) continue;
      checkUnused(to);
      newNames.set(to, `${to}.before-${time}`);
      renameSync(to, newNames.get(to)!);
    }
  } catch (error) {
    for (const [path, newName] of newNames) if (existsSync(newName)) renameSync(newName, path);
    for (const { to } of copies) rmSync(unfinishedPath(to), { force: true });
    throw error;
  }
  for (const { to } of replacements) {
    deleteRecordedHead(to);
    // An old log would be applied to the new file.
    for (const suffix of ["-wal", "-shm"]) rmSync(`${to}${suffix}`, { force: true });
  }
  for (const { to } of copies) renameSync(unfinishedPath(to), to);
  if (process.platform !== "win32") for (const { to } of copies) sync(dirname(resolve(to)));
  return newNames;
}

const unfinishedPath = (path: string): string => `${path}.unfinished`;

/** A file can leave WAL mode only while no other process has it open; afterwards, it is complete without its log. */
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
  withTranslatedErrors(path, () => {
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
