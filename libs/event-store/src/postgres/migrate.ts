/** Brings the tables of a PostgreSQL schema up to date. Several processes may start at once, so one after the other. */
import { type Migration, pendingMigrations, SCHEMA_VERSIONS } from "../schema.ts";
import { Connections } from "./connections.ts";

const ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtextextended('etesian schema', 0))";

/** Rewriting all events of a large store takes its time. */
const A_DAY_MS = 24 * 3_600_000;
const LIMITS = { connectMs: 5_000, statementMs: A_DAY_MS, answerMs: 0 };

/** `always` are statements for every start, in the same transaction. */
export async function migrate(
  url: string,
  part: string,
  migrations: readonly Migration<string>[],
  always: readonly string[] = [],
): Promise<void> {
  const connections = new Connections(url, LIMITS);
  try {
    await connections.transaction(async (connection) => {
      await connection.query(ONE_AT_A_TIME);
      await connection.query(SCHEMA_VERSIONS);
      const [row] = await connection.query<{ version: number }>("select version from schema_versions where part = $1", [
        part,
      ]);
      const pending = pendingMigrations(part, row?.version ?? 0, migrations);
      for (const { steps } of pending) for (const step of steps) await connection.query(step);
      if (pending.length > 0) {
        await connection.query(
          "insert into schema_versions values ($1, $2) on conflict (part) do update set version = excluded.version",
          [part, migrations.length],
        );
      }
      for (const statement of always) await connection.query(statement);
    });
  } finally {
    await connections.close();
  }
}

/** Creates tables, once. */
export async function create(connections: Connections, statements: readonly string[]): Promise<void> {
  await connections.transaction(async (connection) => {
    await connection.query(ONE_AT_A_TIME);
    for (const statement of statements) await connection.query(statement);
  });
}
