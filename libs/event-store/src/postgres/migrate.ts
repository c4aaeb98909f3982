/** Brings the tables of a PostgreSQL schema up to date. Several processes may start at once, so one after the other. */
import { type Migration, pendingMigrations, SCHEMA_VERSIONS } from "../schema.ts";
import type { Connections } from "./connections.ts";

const ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtextextended('etesian schema', 0))";

export async function migrate(
  connections: Connections,
  part: string,
  migrations: readonly Migration<string>[],
): Promise<void> {
  await connections.transaction(async (connection) => {
    await connection.query(ONE_AT_A_TIME);
    await connection.query(SCHEMA_VERSIONS);
    const [row] = await connection.query<{ version: number }>("select version from schema_versions where part = $1", [
      part,
    ]);
    for (const { steps } of pendingMigrations(part, row?.version ?? 0, migrations)) {
      for (const step of steps) await connection.query(step);
    }
    await connection.query(
      "insert into schema_versions values ($1, $2) on conflict (part) do update set version = excluded.version",
      [part, migrations.length],
    );
  });
}

/** Creates tables, once. */
export async function create(connections: Connections, statements: readonly string[]): Promise<void> {
  await connections.transaction(async (connection) => {
    await connection.query(ONE_AT_A_TIME);
    for (const statement of statements) await connection.query(statement);
  });
}
