/** Durable SQLite files: committed data survive power loss. Used by events and read models. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../event-store.ts";
import { type Migration, MigrationFailedError, pendingMigrations, SCHEMA_VERSIONS } from "../schema.ts";

/** Maximum wait for another connection's lock while tables are created (ms). */
const OPENING_MS = 5_000;
/** Maximum wait afterwards (ms), which is short because waiting blocks the thread; callers retry. */
const BUSY_MS = 20;

/** One change to the tables: SQL, or a function. */
export type Step = string | ((database: DatabaseSync) => void);

/** Opens a database and migrates a part's tables. `path` is a file, created with folders if missing, or `:memory:`. */
export const openDatabase = (path: string, part: string, migrations: readonly Migration<Step>[]): DatabaseSync =>
  openFile(path, (database) => migrateInTransaction(database, part, migrations));

/** Opens a database without migrating tables. `prepare` may wait longer for other connections' locks. */
export function openFile(path: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  return withOpeningErrors(path, () => {
    if (path !== ":memory:") createFile(path);
    const database = new DatabaseSync(path, { timeout: OPENING_MS });
    try {
      database.exec("pragma journal_mode = wal");
      database.exec("pragma synchronous = full");
      database.exec("pragma cell_size_check = on");
      prepare(database);
      database.exec(`pragma busy_timeout = ${BUSY_MS}`);
      return database;
    } catch (error) {
      // Before it is closed: closing frees disk space, and a full disk may be the cause.
      const failure = openingError(path, error);
      database.close();
      throw failure;
    }
  });
}

/** Scenarios may be private, so only the owner can read the file. Its log gets the same permissions. */
function createFile(path: string): void {
  mkdirSync(dirname(resolve(path)), { recursive: true });
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

/**
 * Returns a function that verifies that a path still refers to the same file. Writes to a deleted or replaced file
 * succeed, but their data are lost. @throws StoreUnavailableError from that function when the file has changed.
 */
export function watchFile(path: string): () => void {
  const inode = statSync(path).ino;
  return () => {
    if (statSync(path, { throwIfNoEntry: false })?.ino !== inode) {
      throw new StoreUnavailableError(`${path} was deleted or replaced while it was open: start again`);
    }
  };
}

/** Opens a second, read-only connection to an open file: in WAL mode, it waits for no writer. */
export function openReader(path: string): DatabaseSync {
  return withOpeningErrors(path, () => {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec("pragma query_only = on");
      database.exec("pragma cell_size_check = on");
      // Opens the log as well, so that its errors are thrown here.
      database.exec("select 1 from sqlite_master");
      return database;
    } catch (error) {
      // Before it is closed: closing frees disk space, and a full disk may be the cause.
      const failure = openingError(path, error);
      database.close();
      throw failure;
    }
  });
}

/** Migrates the tables of a part in its own transaction. */
export function migrateInTransaction(
  database: DatabaseSync,
  part: string,
  migrations: readonly Migration<Step>[],
): void {
  database.exec("begin immediate");
  try {
    migrate(database, part, migrations);
    database.exec("commit");
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

/** Migrates the tables of a part inside a transaction. @throws SchemaTooNewError @throws MigrationFailedError */
export function migrate(database: DatabaseSync, part: string, migrations: readonly Migration<Step>[]): void {
  database.exec(SCHEMA_VERSIONS);
  const row = database.prepare("select version from schema_versions where part = ?").get(part);
  const pending = pendingMigrations(part, Number(row?.["version"] ?? 0), migrations);
  for (const pendingMigration of pending) {
    try {
      for (const step of pendingMigration.steps) {
        if (typeof step === "string") database.exec(step);
        else step(database);
      }
    } catch (error) {
      if (!isSqliteError(error) || !REFUSALS.includes(error.errcode & 0xff)) throw error;
      throw new MigrationFailedError(part, pendingMigration, error);
    }
  }
  if (pending.length > 0) {
    database
      .prepare("insert into schema_versions values (?, ?) on conflict (part) do update set version = excluded.version")
      .run(part, migrations.length);
  }
}

/** Runs work on a database and converts its errors to `StoreUnavailableError`. */
export function withTranslatedErrors<T>(operation: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateError(operation, error);
  }
}

/** Opens a file and converts its errors to `StoreUnavailableError`. */
function withOpeningErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw openingError(path, error);
  }
}

/**
 * Adds the reason why a file cannot be opened, which the system reports but SQLite does not. Must be called before the
 * connection is closed.
 */
export function openingError(path: string, error: unknown, operation = "open"): unknown {
  const refusal = codeOf(error) === CANNOT_OPEN ? refusalOf(path) : null;
  return translateError(
    refusal === null ? `cannot ${operation} ${path}` : `cannot ${operation} ${path} (${refusal})`,
    error,
  );
}

/**
 * Why files in the directory cannot be opened. The file itself is not opened: closing it would release the locks of
 * other connections.
 */
function refusalOf(path: string): string | null {
  try {
    closeSync(openSync(dirname(path), "r"));
    accessSync(existsSync(path) ? path : dirname(path), constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Converts an SQLite error to `StoreUnavailableError`; other errors are unchanged. */
export const translateError = (operation: string, error: unknown): unknown =>
  isSqliteError(error) ? new StoreUnavailableError(`${operation}: ${error.message}`, error) : error;

interface SqliteError extends Error {
  readonly errcode: number;
}

const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";

/** The lower byte is the primary error code; null for errors that are not SQLite's. */
const codeOf = (error: unknown): number | null => (isSqliteError(error) ? error.errcode & 0xff : null);

const BUSY = 5;
const CANNOT_OPEN = 14;
const CORRUPT = 11;
const CONSTRAINT = 19;
/** Primary error codes of a refused statement: 1 is a generic error. Other codes concern the file. */
const REFUSALS: readonly number[] = [1, CONSTRAINT];

/** Whether another connection holds the needed lock: nothing was changed, and the statement may be retried. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

/** Whether a statement violated a constraint; its transaction continues. */
export const isConstraintError = (error: unknown): boolean => codeOf(error) === CONSTRAINT;

/**
 * Whether an error affects all writes to the file: full disk, missing permission, broken disk. False for violated
 * constraints and for damaged pages.
 */
export const isFileError = (error: unknown): boolean =>
  isSqliteError(error) && ![CONSTRAINT, CORRUPT].includes(codeOf(error) ?? 0);
