/** Read models in an SQLite file, usually together with the events. */
import type { ReadDatabase } from "../projections/read-database.ts";
import { OPENERS } from "./operations.ts";
import { openInThread } from "./thread.ts";

export async function openSqliteReadDatabase(path: string): Promise<ReadDatabase> {
  const operations = path === ":memory:" ? OPENERS.readModels(path) : await openInThread("readModels", path);
  return {
    ...operations,
    query: async <Row>(statement: Parameters<ReadDatabase["query"]>[0]) =>
      (await operations.query(statement)) as readonly Row[],
  };
}
