/** Consistent snapshots of SQLite files. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreUnavailableError } from "../event-store.ts";
import { type Row, SNAPSHOT_PAGE, type StoreSnapshot } from "../snapshot.ts";
import { isBusy, openReader, withTranslatedErrors } from "./database.ts";
import { EventReader } from "./event-file.ts";
import { toRecorded } from "./event-store.ts";

/** Maximum wait for a file's lock (ms). It is short, because writers to files that are already locked must wait. */
const LOCK_MS = 100;
const LOCK_TIMEOUT_MS = 30_000;
const RETRY_MS = 50;

/**
 * Runs work while no process writes to any of the files, so that all connections opened by the work show the same
 * moment. Writers wait for the work, so it must be brief. @throws StoreUnavailableError if a file is missing, or a
 * process keeps writing to it.
 */
export async function withWriteLocks<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    const locks: DatabaseSync[] = [];
    try {
      if (paths.every((path) => lock(path, locks)) || performance.now() > deadline) {
        if (locks.length < paths.length) throw new StoreUnavailableError(`${paths[locks.length]} is being written to`);
        return await work();
      }
    } finally {
      for (const lock of locks) lock.close();
    }
  }
}

/** Locks a file and adds the connection that holds the lock; false while a process writes to it. */
function lock(path: string, locks: DatabaseSync[]): boolean {
  if (!existsSync(path)) throw new StoreUnavailableError(`${path} does not exist`);
  return withTranslatedErrors(path, () => {
    const database = new DatabaseSync(path, { timeout: LOCK_MS });
    try {
      database.exec("begin immediate");
      locks.push(database);
      return true;
    } catch (error) {
      database.close();
      if (isBusy(error)) return false;
      throw error;
    }
  });
}

export function openFileSnapshot(path: string): StoreSnapshot {
  if (!existsSync(path)) throw new StoreUnavailableError(`${path} does not exist`);
  const database = openReader(path);
  // The first read of a transaction determines the state that all later reads see.
  const tables = withTranslatedErrors(path, () => {
    database.exec("begin");
    return new Set(
      database
        .prepare("select name from sqlite_master")
        .all()
        .map((row) => row["name"]),
    );
  });
  return {
    async *events() {
      if (!tables.has("events")) return;
      const reader = withTranslatedErrors(path, () => new EventReader(database));
      for (let position = 0; ;) {
        const page = withTranslatedErrors(path, () => reader.readAll(position, SNAPSHOT_PAGE));
        const last = page.at(-1);
        if (last === undefined) return;
        yield page.map(toRecorded);
        ({ position } = last);
      }
    },
    async *rows(table) {
      if (!tables.has(table)) return;
      let page: Row[] = [];
      for (const row of database.prepare(`select * from "${table}"`).iterate()) {
        page.push({ ...row } as Row);
        if (page.length < SNAPSHOT_PAGE) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
    close: async () => database.close(),
  };
}
