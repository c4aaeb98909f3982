import type { Backend } from "../backend.ts";
import { openSqliteEventStore } from "./event-store.ts";
import { openSqliteReadDatabase } from "./read-database.ts";
import { sqliteRecord } from "./record.ts";
import { openFileSnapshot } from "./snapshot.ts";

const SCHEME = "sqlite:";
const pathOf = (url: string): string => url.slice(SCHEME.length);

/** Files, and `sqlite::memory:` for tests. Loaded immediately, because most programs use it. */
export const sqlite: Backend = {
  name: "sqlite",
  schemes: [SCHEME],
  pathOf,
  preservesOrder: true,
  openEventStore: (url) => openSqliteEventStore(pathOf(url)),
  openReadDatabase: (url) => openSqliteReadDatabase(pathOf(url)),
  openSnapshot: async (url) => openFileSnapshot(pathOf(url)),
  openRecord: async (url) => sqliteRecord(pathOf(url)),
  createDatabase: async () => {},
};
