/**
 * Connections to PostgreSQL. The one place where a connection is checked out. A break (a failover, a network that drops
 * connections, a time limit) costs the work under way and that connection. It never costs the process or a place in the
 * pool.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, Pool, type PoolClient, type QueryResultRow } from "pg";
import { StoreUnavailableError } from "../event-store.ts";

/** Limits of time, in milliseconds. */
export interface TimeLimits {
  /** Waiting time for a connection: a new one, or one returned to the pool. */
  readonly connectMs: number;
  /** For a statement, on the server. */
  readonly statementMs: number;
  /** Beyond that, for the answer to arrive: after it the connection is taken for dead. */
  readonly answerMs: number;
  /**
   * Between two statements of a transaction. The server rolls back the transaction of a client that is gone or stopped,
   * and releases its locks. Absent: as long as a statement.
   */
  readonly idleMs?: number;
}

/**
 * A network that swallows packets is noticed after six seconds: a call that waited five for its turn is refused within
 * twelve.
 */
const LIMITS: TimeLimits = { connectMs: 3_000, statementMs: 5_000, answerMs: 1_000 };

/** Of 2 KB: together larger than nearly every change. */
const TRIAL_ROWS = 128;

const CONNECTIONS = 10;
const KEEP_ALIVE_MS = 10_000;

/** SQLSTATE of a server whose max_connections, or a role's or database's limit, is reached. */
const TOO_MANY_CONNECTIONS = "53300";
const RETRY_MS = 100;

/**
 * Settings that the store relies on, independent of the defaults of server, database and user. Each statement sees all
 * earlier commits; an acknowledged commit is on the disk. (A stricter setting, such as remote_apply, stays.)
 */
const SESSION = `
  set default_transaction_isolation = 'read committed';
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

/** A connection while it is checked out. */
export interface Connection {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export class Connections {
  readonly #pool: Pool;
  readonly #connectMs: number;
  #closed: Promise<void> | null = null;

  constructor(url: string, { connectMs, statementMs, answerMs, idleMs = statementMs }: TimeLimits = LIMITS) {
    this.#connectMs = connectMs;
    this.#pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      query_timeout: statementMs + answerMs,
      idle_in_transaction_session_timeout: idleMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: "etesian",
      // The pool waits for the promise, though its types do not say so.
      onConnect: (client) => client.query(SESSION) as unknown as void,
    });
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    this.#pool.on("error", () => {});
  }

  /** Executes one statement. @throws StoreUnavailableError when the server cannot be reached or cannot do it now. */
  query<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#use((connection) => connection.query<Row>(text, values));
  }

  /** Commits what the work did, or nothing when it throws. @throws StoreUnavailableError as for `query`. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#use(async (connection) => {
      await connection.query("begin");
      try {
        const result = await work(connection);
        await connection.query("commit");
        return result;
      } catch (error) {
        if (isOfStatement(error)) await connection.query("rollback");
        throw error;
      }
    });
  }

  /**
   * Rewrites a table's file. Returns whether deleted rows are left in it, since an older transaction may still read
   * them. @throws StoreUnavailableError as for `query`.
   */
  rewrite(table: string): Promise<boolean> {
    return this.#use(async (connection, client) => {
      let rowsLeft = 0;
      // "0 dead row versions cannot be removed yet": the number is the same in all languages of a server.
      const note = ({ detail }: { readonly detail?: string | undefined }): void =>
        void (rowsLeft += Number(/\d+/.exec(detail ?? "")?.[0] ?? 0));
      client.on("notice", note);
      try {
        await connection.query(`vacuum (full, verbose) "${table}"`);
      } finally {
        client.off("notice", note);
      }
      return rowsLeft > 0;
    });
  }

  /** A connection of the pool. A server whose places are all taken is asked again until the limit of time. */
  async #connect(): Promise<PoolClient> {
    const until = performance.now() + this.#connectMs;
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        const isFull = error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS;
        // Every failure to connect (a password, a database that is closed or gone) lies with the server.
        if (!isFull || performance.now() + RETRY_MS >= until) throw unavailable(error as Error);
        await sleep(RETRY_MS);
      }
    }
  }

  async #use<T>(work: (connection: Connection, client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let broken: Error | null = null;
    const note = (error: Error): void => void (broken ??= error);
    // While a client is checked out the pool does not listen.
    client.on("error", note);
    try {
      const query = async <Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query<QueryResultRow>(text, [...values])).rows as Row[];
      return await work({ query }, client);
    } catch (error) {
      if (error instanceof Error && !isOfStatement(error)) note(error);
      throw translateError(error);
    } finally {
      // A broken one is thrown away; it may complain again, so the listener stays.
      if (broken === null) client.off("error", note);
      client.release(broken ?? false);
    }
  }

  /**
   * Writes as much as a change does, to a table that is dropped with its transaction. The server needs disk space for
   * it as for events. @throws StoreUnavailableError as for `query`.
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
 * Whether an SQLSTATE is about the server and not about the statement. Classes: connection (08), rolled back for other
 * work (40), resources such as disk and memory (53), operator intervention such as a shutdown or time limit (57). Also
 * system (58) and internal errors (XX). Codes: read-only standby (25006), a transaction idle for too long (25P03).
 */
const isTrouble = (sqlState: string): boolean => /^(08|40|53|57|58|XX|25006|25P03)/.test(sqlState);

/** Whether the connection can be used again: the server answered, and does not hang up. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof DatabaseError ? !/^(08|57P|25P03)/.test(error.code ?? "") : isOurs(error);

/** Errors of the work itself. The driver reports lost connections and time limits as plain errors, or with a code. */
const isOurs = (error: unknown): boolean =>
  !(error instanceof Error) || (error.constructor !== Error && !("code" in error));

/** The server did not answer what it was sent: it may have been done. */
export class LostAnswerError extends StoreUnavailableError {}

/** An error about the server as `StoreUnavailableError`; others as they are. */
function translateError(error: unknown): unknown {
  if (error instanceof DatabaseError) return isTrouble(error.code ?? "") ? unavailable(error) : error;
  return isOurs(error) ? error : new LostAnswerError((error as Error).message || "no answer", error);
}

const MISSING_DATABASE = "3D000";
const unavailable = (error: Error): StoreUnavailableError => {
  const name =
    error instanceof DatabaseError && error.code === MISSING_DATABASE ? /"(.+)"/.exec(error.message)?.[1] : undefined;
  const advice = name === undefined ? "" : `; createdb ${name} creates it`;
  return new StoreUnavailableError(`${error.message || "no connection"}${advice}`, error);
};
