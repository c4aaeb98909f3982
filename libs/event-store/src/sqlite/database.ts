/** An SQLite file that survives power loss: what was committed is on the disk. Shared by events and read models. */
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../event-store.ts";

const BUSY_MS = 5_000;

/** `path` is a file, made with its folders when absent, or ":memory:". */
export function openDatabase(path: string): DatabaseSync {
  return reported(`cannot open ${path}`, () => {
    if (path !== ":memory:") mkdirSync(dirname(resolve(path)), { recursive: true });
    const database = new DatabaseSync(path, { timeout: BUSY_MS });
    database.exec("pragma journal_mode = wal");
    database.exec("pragma synchronous = full");
    return database;
  });
}

/** Runs work on a database; its errors come out as `StoreUnavailableError`. */
export function reported<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isSqliteError(error)) throw new StoreUnavailableError(`${what}: ${error.message}`, error);
    throw error;
  }
}

interface SqliteError extends Error {
  readonly errcode: number;
}

const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";

const CONSTRAINT = 19;

/** Whether a statement was refused for a constraint of its table; the transaction around it lives on. */
export const isConstraintError = (error: unknown): boolean =>
  // The lower byte is the error, the upper ones its variety.
  isSqliteError(error) && (error.errcode & 0xff) === CONSTRAINT;
