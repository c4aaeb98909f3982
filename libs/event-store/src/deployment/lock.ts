/** Allows only one process at a time to inspect and identify the stores in a data directory. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreUnavailableError } from "../event-store.ts";
import { isBusy, openingError } from "../sqlite/database.ts";

const LOCK_TIMEOUT_MS = 20_000;
const RETRY_MS = 10;

/** Runs work while holding the directory's lock, which SQLite releases when the process ends. */
export async function withDirectoryLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(resolve(directory), { recursive: true });
  const path = join(resolve(directory), "deployment.lock");
  for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    let database: DatabaseSync | null = null;
    try {
      database = tryLock(path);
      if (database !== null) return await work();
    } finally {
      database?.close();
    }
    if (performance.now() > deadline) {
      throw new StoreUnavailableError(
        `another process has held the lock on ${directory} for ${LOCK_TIMEOUT_MS / 1000} s`,
      );
    }
  }
}

/** Null while another process has the lock. */
function tryLock(path: string): DatabaseSync | null {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    const failure = openingError(path, error, "lock");
    database?.close();
    if (isBusy(error)) return null;
    throw failure;
  }
}
