/**
 * Connections to PostgreSQL, which are checked out only here. A failure (a failover, a dropped connection, a timeout)
 * ends the current work and that connection, but never the process, and the pool does not lose the slot.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, Pool, type PoolClient, type QueryResultRow } from "pg";
import { StoreUnavailableError } from "../event-store.ts";

/** Time limits in milliseconds. */
export interface TimeLimits {
  /** Maximum wait for a connection: a new one, or one returned to the pool. */
  readonly connectMs: number;
  /** Maximum duration of a statement on the server. */
  readonly statementMs: number;
  /** Additional time for the response to arrive; afterwards the connection is considered dead. */
  readonly responseMs: number;
  /**
   * Maximum time between two statements of a transaction. The server rolls back the transaction of a client that has
   * exited or stopped, and releases its locks. By default `statementMs`.
   */
  readonly idleMs?: number;
}

/**
 * A network that drops packets is detected after six seconds. A command that was queued for five seconds, the limit in
 * `aggregates.ts`, therefore fails within twelve.
 */
const LIMITS: TimeLimits = { connectMs: 3_000, statementMs: 5_000, responseMs: 1_000 };

/** Number of 2 KB rows in a write check; in total, they are larger than nearly every change. */
const TRIAL_ROWS = 128;

const CONNECTIONS = 10;
const KEEP_ALIVE_MS = 10_000;

/** SQLSTATE when max_connections, or the limit of a role or database, is reached. */
const TOO_MANY_CONNECTIONS = "53300";
const RETRY_MS = 100;

/**
 * Settings that the store relies on, independent of the server's, database's and user's defaults. Each statement sees
 * all earlier commits; an acknowledged commit is on disk. A stricter setting, such as remote_apply, is kept.
 */
const SESSION_SETTINGS = `
  set default_transaction_isolation = 'read committed';
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

/** A checked-out connection. */
export interface Connection {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export class Connections {
  readonly #pool: Pool;
  readonly #connectMs: number;
  #closed: Promise<void> | null = null;

  constructor(url: string, { connectMs, statementMs, responseMs, idleMs = statementMs }: TimeLimits = LIMITS) {
    this.#connectMs = connectMs;
    this.#pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      query_timeout: statementMs + responseMs,
      idle_in_transaction_session_timeout: idleMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: "etesian",
      // The pool awaits the promise, although its types do not declare it.
      onConnect: (client) => client.query(SESSION_SETTINGS) as unknown as void,
    });
    // An idle connection that breaks is replaced at the next use; without a listener, its error would end the process.
    this.#pool.on("error", () => {});
  }

  /**
   * Executes one statement. @throws StoreUnavailableError if the server cannot be reached or cannot execute it now.
   */
  query<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#withConnection((connection) => connection.query<Row>(text, values));
  }

  /** Commits the work, or rolls it back if it throws. @throws StoreUnavailableError as in `query` */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#withConnection(async (connection) => {
      await connection.query("begin");
      try {
        const result = await work(connection);
        await connection.query("commit");
        return result;
      } catch (error) {
        if (isStatementError(error)) await connection.query("rollback");
        throw error;
      }
    });
  }

  /**
   * Rewrites a table's file. Returns whether deleted rows remain in it because an older transaction may still read
   * them. @throws StoreUnavailableError as in `query`
   */
  rewrite(table: string): Promise<boolean> {
    return this.#withConnection(async (connection, client) => {
      let rowsLeft = 0;
      // "0 dead row versions cannot be removed yet": the number is the same in every language of the server.
      const readRowsLeft = ({ detail }: { readonly detail?: string | undefined }): void =>
        void (rowsLeft += Number(/\d+/.exec(detail ?? "")?.[0] ?? 0));
      client.on("notice", readRowsLeft);
      try {
        await connection.query(`vacuum (full, verbose) "${table}"`);
      } finally {
        client.off("notice", readRowsLeft);
      }
      return rowsLeft > 0;
    });
  }

  /** A connection from the pool. If all of the server's connections are in use, this retries until the time limit. */
  async #connect(): Promise<PoolClient> {
    const deadline = performance.now() + this.#connectMs;
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        const isFull = error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS;
        // Every failure to connect (a wrong password, a closed or missing database) is a problem with the server.
        if (!isFull || performance.now() + RETRY_MS >= deadline) throw toUnavailableError(error as Error);
        await sleep(RETRY_MS);
      }
    }
  }

  async #withConnection<T>(work: (connection: Connection, client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let connectionError: Error | null = null;
    const onError = (error: Error): void => void (connectionError ??= error);
    // The pool does not listen to checked-out clients.
    client.on("error", onError);
    try {
      const query = async <Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query<QueryResultRow>(text, [...values])).rows as Row[];
      return await work({ query }, client);
    } catch (error) {
      if (error instanceof Error && !isStatementError(error)) onError(error);
      throw translateError(error);
    } finally {
      // A broken client is discarded; it may emit further errors, so the listener is not removed.
      if (connectionError === null) client.off("error", onError);
      client.release(connectionError ?? false);
    }
  }

  /**
   * Writes as much data as a change, to a table that is dropped with its transaction. The server needs the same disk
   * space as for events. @throws StoreUnavailableError as in `query`
   */
  async checkWritable(): Promise<void> {
    const table = `trial_${randomUUID().replaceAll("-", "")}`;
    await this.transaction(async (connection) => {
      // Short enough not to be compressed.
      await connection.query(
        `create table ${table} as select repeat('x', 1900) from generate_series(1, ${TRIAL_ROWS})`,
      );
      await connection.query(`drop table ${table}`);
    });
  }

  close(): Promise<void> {
    this.#closed ??= this.#pool.end();
    return this.#closed;
  }
}

/**
 * Whether an SQLSTATE indicates a problem with the server rather than the statement. Classes: connection (08), rollback
 * because of other work (40), resources such as disk and memory (53), operator intervention such as a shutdown or
 * timeout (57), system (58) and internal errors (XX). Codes: read-only standby (25006), a transaction idle for too
 * long (25P03).
 */
const isServerProblem = (sqlState: string): boolean => /^(08|40|53|57|58|XX|25006|25P03)/.test(sqlState);

/** Whether the connection can be reused: the server responded and does not disconnect. */
const isStatementError = (error: unknown): boolean =>
  error instanceof DatabaseError ? !/^(08|57P|25P03)/.test(error.code ?? "") : isOwnError(error);

/** Errors of the work itself. The driver reports lost connections and timeouts as plain errors, or with a code. */
const isOwnError = (error: unknown): boolean =>
  !(error instanceof Error) || (error.constructor !== Error && !("code" in error));

/** The server did not respond to a statement, which may have been executed. */
export class LostResponseError extends StoreUnavailableError {}

/** Converts an error of the server to `StoreUnavailableError`; other errors are unchanged. */
function translateError(error: unknown): unknown {
  if (error instanceof DatabaseError) return isServerProblem(error.code ?? "") ? toUnavailableError(error) : error;
  return isOwnError(error) ? error : new LostResponseError((error as Error).message || "no response", error);
}

const MISSING_DATABASE = "3D000";
const toUnavailableError = (error: Error): StoreUnavailableError => {
  const name =
    error instanceof DatabaseError && error.code === MISSING_DATABASE ? /"(.+)"/.exec(error.message)?.[1] : undefined;
  const advice = name === undefined ? "" : `; createdb ${name} creates it`;
  return new StoreUnavailableError(`${error.message || "no connection"}${advice}`, error);
};
