/** The record of a deployment in a PostgreSQL database. */
import type { RecordKeeper } from "../deployment/record.ts";
import { RECORD_MIGRATIONS, type Run, sqlRecord } from "../deployment/sql-record.ts";
import { type Connection, Connections } from "./connections.ts";
import { migrate } from "./migrate.ts";

const TABLES = "select tablename as name from pg_tables where schemaname = current_schema()";

export const postgresRecord = (url: string): RecordKeeper =>
  sqlRecord({
    read: (work) =>
      withConnections(url, async (connections) => {
        const tables = await connections.query<{ name: string }>(TABLES);
        return work(runIn(connections), new Set(tables.map(({ name }) => name)));
      }),
    change: (work) =>
      withConnections(url, (connections) => connections.transaction((connection) => work(runIn(connection)))),
    async write(work) {
      await withConnections(url, async (connections) => {
        const tables = await connections.query<{ name: string }>(TABLES);
        if (!tables.some(({ name }) => name === "noted_heads")) await migrate(url, "deployment", RECORD_MIGRATIONS);
        await connections.transaction((connection) => work(runIn(connection)));
      });
    },
  });

const runIn =
  (connection: Connection): Run =>
  ({ text, values }) =>
    connection.query(text, values);

async function withConnections<T>(url: string, work: (connections: Connections) => Promise<T>): Promise<T> {
  const connections = new Connections(url);
  try {
    return await work(connections);
  } finally {
    await connections.close();
  }
}
