/** An SQLite file that survives power loss: committed data are on the disk. Shared by events and read models. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../event-store.ts";
import { type Migration, pendingMigrations, SCHEMA_VERSIONS } from "../schema.ts";

/** How long a connection waits for the lock of another while its tables are made. */
const OPENING_MS = 5_000;
/** The same afterwards. Short, since waiting blocks its thread; callers with time retry. */
const BUSY_MS = 20;

/** One change of the tables: SQL, or what SQL cannot say. */
export type Step = string | ((database: DatabaseSync) => void);

/** `path` is a file, made with its folders when absent, or ":memory:". Brings the tables of a part up to date. */
export function openDatabase(path: string, part: string, migrations: readonly Migration<Step>[]): DatabaseSync {
  return reportOpening(path, () => {
    if (path !== ":memory:") makeFile(path);
    const database = new DatabaseSync(path, { timeout: OPENING_MS });
    try {
      database.exec("pragma journal_mode = wal");
      database.exec("pragma synchronous = full");
      database.exec("pragma cell_size_check = on");
      migrateAtOnce(database, part, migrations);
      database.exec(`pragma busy_timeout = ${BUSY_MS}`);
      return database;
    } catch (error) {
      // Before it is closed: closing frees disk space, whose lack may be the trouble.
      const trouble = openingError(path, error);
      database.close();
      throw trouble;
    }
  });
}

/** Scenarios may be private: only the owner of the file reads it. Its log gets the same permissions. */
function makeFile(path: string): void {
  mkdirSync(dirname(resolve(path)), { recursive: true });
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

/**
 * Returns a check that a path still is the file it is now. A deleted or replaced file can be written to as before, but
 * the data are lost. @throws StoreUnavailableError from that function, when it is not.
 */
export function watchFile(path: string): () => void {
  const opened = statSync(path).ino;
  return () => {
    if (statSync(path, { throwIfNoEntry: false })?.ino !== opened) {
      throw new StoreUnavailableError(`${path} was deleted or replaced while it was open: start again`);
    }
  };
}

/** A second connection to a file that is open, which only reads: in WAL mode it waits for no writer. */
export function openReader(path: string): DatabaseSync {
  return reportOpening(path, () => {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec("pragma query_only = on");
      database.exec("pragma cell_size_check = on");
      // Opens its log, too, so that a failure shows here.
      database.exec("select 1 from sqlite_master");
      return database;
    } catch (error) {
      // Before it is closed: closing frees disk space, whose lack may be the trouble.
      const trouble = openingError(path, error);
      database.close();
      throw trouble;
    }
  });
}

function migrateAtOnce(database: DatabaseSync, part: string, migrations: readonly Migration<Step>[]): void {
  database.exec("begin immediate");
  try {
    migrate(database, part, migrations);
    database.exec("commit");
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

/** Brings the tables of a part up to date, inside of a transaction. @throws SchemaTooNewError */
export function migrate(database: DatabaseSync, part: string, migrations: readonly Migration<Step>[]): void {
  database.exec(SCHEMA_VERSIONS);
  const row = database.prepare("select version from schema_versions where part = ?").get(part);
  const pending = pendingMigrations(part, Number(row?.["version"] ?? 0), migrations);
  for (const { steps } of pending) {
    for (const step of steps) {
      if (typeof step === "string") database.exec(step);
      else step(database);
    }
  }
  if (pending.length > 0) {
    database
      .prepare("insert into schema_versions values (?, ?) on conflict (part) do update set version = excluded.version")
      .run(part, migrations.length);
  }
}

/** Runs work on a database; its errors come out as `StoreUnavailableError`. */
export function reportTrouble<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateError(what, error);
  }
}

/** The same while a file is opened. */
function reportOpening<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw openingError(path, error);
  }
}

/** SQLite does not say why a file cannot be opened; the machine does. To be asked before a connection to it is closed. */
export function openingError(path: string, error: unknown, what = "open"): unknown {
  const refusal = codeOf(error) === CANNOT_OPEN ? refusalOf(path) : null;
  return translateError(refusal === null ? `cannot ${what} ${path}` : `cannot ${what} ${path} (${refusal})`, error);
}

/** Why files cannot be opened there. The file itself is left alone: closing it would give up locks that others have on it. */
function refusalOf(path: string): string | null {
  try {
    closeSync(openSync(dirname(path), "r"));
    accessSync(existsSync(path) ? path : dirname(path), constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** An error of SQLite as `StoreUnavailableError`; others as they are. */
export const translateError = (what: string, error: unknown): unknown =>
  isSqliteError(error) ? new StoreUnavailableError(`${what}: ${error.message}`, error) : error;

interface SqliteError extends Error {
  readonly errcode: number;
}

const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";

/** The lower byte is the error, the upper ones its variety; null for errors that are not SQLite's. */
const codeOf = (error: unknown): number | null => (isSqliteError(error) ? error.errcode & 0xff : null);

const BUSY = 5;
const CANNOT_OPEN = 14;
const CORRUPT = 11;
const CONSTRAINT = 19;

/** Whether another connection holds the lock that a statement needs: nothing happened, it may be tried again. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

/** Whether a statement was refused for a constraint of its table; the transaction around it lives on. */
export const isConstraintError = (error: unknown): boolean => codeOf(error) === CONSTRAINT;

/** Whether the file cannot be written at all: no room, no permission, a broken disk. Not where one row is at fault. */
export const isFileError = (error: unknown): boolean =>
  isSqliteError(error) && ![CONSTRAINT, CORRUPT].includes(codeOf(error) ?? 0);
