/** Copies of an SQLite file that are whole, made while others write to it, and back again. */
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
import { reportTrouble } from "./database.ts";
import { checkFile } from "./integrity.ts";
import { forgetHead } from "./noted-head.ts";

const PATIENCE_MS = 5_000;

/** Copying the file and its log is a race with whoever writes; this is a snapshot, on the disk when it returns. */
export function backUp(path: string, to: string): void {
  if (!existsSync(path)) throw new StoreUnavailableError(`${path} does not exist`);
  if (existsSync(to)) throw new StoreUnavailableError(`${to} exists already`);
  mkdirSync(dirname(resolve(to)), { recursive: true });
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { force: true });
  // For the owner alone, as the file itself is; SQLite fills a file that is empty.
  closeSync(openSync(unfinished, "a", 0o600));
  withDatabase(path, (database) => database.prepare("vacuum into ?").run(unfinished));
  withDatabase(unfinished, (database) => checkFile(database, unfinished));
  settle(unfinished, to);
}

/** Puts a copy in the place of a file that nobody has open; what was there is kept beside it, and its name returned. */
export function restore(from: string, path: string): string | null {
  if (!existsSync(from)) throw new StoreUnavailableError(`${from} does not exist`);
  withDatabase(from, (database) => checkFile(database, from, true));
  mkdirSync(dirname(resolve(path)), { recursive: true });
  const unfinished = `${path}.unfinished`;
  copyFileSync(from, unfinished);
  chmodSync(unfinished, 0o600);
  const before = existsSync(path) ? putAside(path) : null;
  forgetHead(path);
  // A log without its file would be taken for that of the new one.
  for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
  settle(unfinished, path);
  return before;
}

function putAside(path: string): string {
  withDatabase(path, (database) => {
    try {
      // Only a file that nobody else has open can leave its log; afterwards it is whole without.
      database.exec("pragma journal_mode = delete");
    } catch (error) {
      throw new StoreUnavailableError(`${path} is in use, or cannot be written: stop Etesian first`, error);
    }
  });
  const aside = `${path}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  renameSync(path, aside);
  return aside;
}

function withDatabase(path: string, work: (database: DatabaseSync) => void): void {
  reportTrouble(path, () => {
    const database = new DatabaseSync(path, { timeout: PATIENCE_MS });
    try {
      work(database);
    } finally {
      database.close();
    }
  });
}

/** Gives a file its name when its contents are on the disk, and the name, too. */
function settle(unfinished: string, path: string): void {
  sync(unfinished);
  renameSync(unfinished, path);
  if (process.platform !== "win32") sync(dirname(resolve(path)));
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
