/** The record of a deployment in an SQLite file. */
import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordKeeper } from "../deployment/record.ts";
import { type Access, RECORD_MIGRATIONS, type Run, sqlRecord } from "../deployment/sql-record.ts";
import { StoreUnavailableError } from "../event-store.ts";
import { isBusy, openDatabase, openingError } from "./database.ts";

/** Maximum wait for another process's lock (ms). The lock is polled, so that this thread continues in between. */
const LOCK_TIMEOUT_MS = 5_000;
const RETRY_MS = 10;

export const sqliteRecord = (path: string): RecordKeeper => {
  const access: Access = {
    async read(work) {
      // An empty file has been created but not yet filled.
      if (!existsSync(path) || statSync(path).size === 0) return null;
      return withDatabase(
        path,
        () => new DatabaseSync(path, { readOnly: true, timeout: 0 }),
        async (database) => {
          const run = runIn(database);
          const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
          return work(run, new Set(tables.map(({ name }) => String(name))));
        },
      );
    },
    change: (work) =>
      withDatabase(
        path,
        () => {
          const database = openWithoutWaiting(path);
          if (database === null) throw new StoreUnavailableError(`${path} was deleted`);
          return database;
        },
        (database) => inTransaction(database, work),
      ),
    write: (work) =>
      withDatabase(
        path,
        () => openWithoutWaiting(path) ?? openDatabase(path, "deployment", RECORD_MIGRATIONS),
        (database) => inTransaction(database, work),
      ),
  };
  return sqlRecord(access);
};

/**
 * Opens a connection that waits neither for locks nor for the disk, because this thread serves requests; null if
 * there are no record tables yet. A note may be lost in a power cut, which only weakens the check.
 */
function openWithoutWaiting(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { timeout: 0 });
  const hasTables = database.prepare("select 1 from sqlite_master where name = 'noted_heads'").get() !== undefined;
  if (hasTables) {
    database.exec("pragma synchronous = normal");
    database.exec("pragma wal_autocheckpoint = 0");
    return database;
  }
  database.close();
  return null;
}

async function inTransaction(database: DatabaseSync, work: (run: Run) => Promise<void>): Promise<void> {
  database.exec("begin immediate");
  try {
    await work(runIn(database));
    database.exec("commit");
  } finally {
    if (database.isTransaction) database.exec("rollback");
  }
}

const runIn =
  (database: DatabaseSync): Run =>
  async <Row>({ text, values }: Parameters<Run>[0]) =>
    database
      .prepare(text)
      .all(Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]))) as unknown as readonly Row[];

async function withDatabase<T>(
  path: string,
  open: () => DatabaseSync,
  work: (database: DatabaseSync) => Promise<T>,
): Promise<T> {
  for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    let database: DatabaseSync | null = null;
    try {
      database = open();
      return await work(database);
    } catch (error) {
      const cause = error instanceof StoreUnavailableError ? error.cause : error;
      if (!isBusy(cause) || performance.now() > deadline) throw openingError(path, error);
    } finally {
      database?.close();
    }
  }
}
