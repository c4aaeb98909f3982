/** Migrates the tables of a PostgreSQL schema. Several processes may start simultaneously, so they take turns. */
import { DatabaseError } from "pg";
import { StoreUnavailableError } from "../event-store.ts";
import {
  type Migration,
  MigrationFailedError,
  type PendingMigration,
  pendingMigrations,
  SCHEMA_VERSIONS,
} from "../schema.ts";
import { type Connection, Connections } from "./connections.ts";

const LOCK = "hashtextextended('etesian schema', 0)";

/** Rewriting all events of a large store takes a long time, but a live process does not pause between statements. */
const DAY_MS = 24 * 3_600_000;
const LIMITS = { connectMs: 5_000, statementMs: DAY_MS, responseMs: 0, idleMs: 5_000 };
/** Maximum wait for a lock (ms): longer than the server keeps a dead process's lock. */
const LOCK_MS = 20_000;
/** Maximum wait for a lock (ms) on connections whose statements are limited to five seconds. */
const BRIEF_LOCK_MS = 4_000;
/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = "55P03";

/** The process that holds the lock, or the process with the oldest transaction, which may lock a table. */
const HOLDER = `
  select a.pid, a.application_name as application, coalesce(host(a.client_addr), 'this machine') as host, a.state,
         to_char(a.xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
         exists (select from pg_locks l
                  where l.pid = a.pid and l.granted and l.locktype = 'advisory' and l.objsubid = 1
                    and ((l.classid::bigint << 32) | l.objid::bigint) = ${LOCK}) as "hasLock"
    from pg_stat_activity a
   where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null
     and a.backend_type = 'client backend'
   order by "hasLock" desc, a.xact_start limit 1`;

interface Holder {
  readonly pid: number;
  readonly application: string | null;
  readonly host: string;
  readonly state: string | null;
  readonly since: string;
  readonly hasLock: boolean;
}

/**
 * Runs one transaction while no other process changes tables. @throws StoreUnavailableError after a timeout, naming the
 * process that holds the lock.
 */
async function changeTables(
  connections: Connections,
  lockMs: number,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  try {
    await connections.transaction(async (connection) => {
      await connection.query(`set local lock_timeout = ${lockMs}`);
      await connection.query(`select pg_advisory_xact_lock(${LOCK})`);
      await work(connection);
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const [holder] = await connections.query<Holder>(HOLDER);
    throw new StoreUnavailableError(describeTimeout(holder, lockMs), error);
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;

function describeTimeout(holder: Holder | undefined, lockMs: number): string {
  const timeoutText = `its tables could not be migrated within ${lockMs / 1000} s`;
  if (holder === undefined) return `${timeoutText}: another process held a lock and has ended. Start again`;
  const { pid, application, host, state, since, hasLock } = holder;
  const name = `process ${pid} of the database ("${application ?? "?"}" at ${host}, ${state ?? "?"}, since ${since})`;
  const activity = hasLock ? "is migrating them" : "has the oldest open transaction";
  return `${timeoutText}: ${name} ${activity}. Wait for it, or terminate it with: select pg_terminate_backend(${pid})`;
}

/**
 * Migrates a part of the schema. `startStatements` are executed at every start, in the same transaction; `lockMs`
 * shortens the waiting time in tests. @throws StoreUnavailableError after a timeout, naming the process that holds the
 * lock.
 * @throws MigrationFailedError if the server refuses a step
 */
export async function migrate(
  url: string,
  part: string,
  migrations: readonly Migration<string>[],
  startStatements: readonly string[] = [],
  lockMs: number = LOCK_MS,
): Promise<void> {
  const connections = new Connections(url, LIMITS);
  let currentMigration: PendingMigration<string> | null = null;
  try {
    await changeTables(connections, lockMs, async (connection) => {
      await connection.query(SCHEMA_VERSIONS);
      const [row] = await connection.query<{ version: number }>("select version from schema_versions where part = $1", [
        part,
      ]);
      const pending = pendingMigrations(part, row?.version ?? 0, migrations);
      for (const pendingMigration of pending) {
        currentMigration = pendingMigration;
        for (const step of pendingMigration.steps) await connection.query(step);
      }
      currentMigration = null;
      if (pending.length > 0) {
        await connection.query(
          "insert into schema_versions values ($1, $2) on conflict (part) do update set version = excluded.version",
          [part, migrations.length],
        );
      }
      for (const statement of startStatements) await connection.query(statement);
    });
  } catch (error) {
    if (currentMigration === null || !(error instanceof DatabaseError)) throw error;
    throw new MigrationFailedError(part, currentMigration, error);
  } finally {
    await connections.close();
  }
}

/** Creates tables if they are missing. @throws StoreUnavailableError as in `migrate`, after the same time */
export async function createTables(connections: Connections, statements: readonly string[]): Promise<void> {
  const deadline = performance.now() + LOCK_MS;
  for (;;) {
    try {
      return await changeTables(connections, BRIEF_LOCK_MS, async (connection) => {
        for (const statement of statements) await connection.query(statement);
      });
    } catch (error) {
      const isLocked = error instanceof StoreUnavailableError && isLockTimeout(error.cause);
      if (!isLocked || performance.now() + BRIEF_LOCK_MS > deadline) throw error;
    }
  }
}
