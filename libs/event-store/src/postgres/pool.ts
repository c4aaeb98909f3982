/** Connections to PostgreSQL, and its errors as ours. */
import { DatabaseError, Pool } from "pg";
import { StoreUnavailableError } from "../event-store.ts";

const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;

export function openPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    application_name: "etesian",
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => {});
  return pool;
}

/** Runs work on a pool; when the server cannot be reached or cannot write, that is a `StoreUnavailableError`. */
export async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const trouble = error instanceof DatabaseError ? isTrouble(error.code ?? "") : isConnectionError(error);
    throw trouble ? new StoreUnavailableError((error as Error).message || "no connection", error) : error;
  }
}

/**
 * Whether an SQLSTATE is about the server and not about the statement: connection (08), resources such as disk and
 * memory (53), operator intervention such as a shutdown or time limit (57), system errors (58), read-only standby
 * (25006).
 */
const isTrouble = (sqlState: string): boolean => /^(08|53|57|58|25006)/.test(sqlState);

/** The driver reports lost connections and time limits as plain errors, the system as errors with a code. */
const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && (error.constructor === Error || "code" in error);

/** Creates tables and functions. Several processes may start at once, so one after the other. */
export async function createSchema(pool: Pool, statements: readonly string[]): Promise<void> {
  await reported(async () => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock(hashtextextended('etesian schema', 0))");
      for (const statement of statements) await client.query(statement);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  });
}
