/** Chooses the adapter by URL; see each of them for what it promises beyond the port. */
import type { EventStore } from "./event-store.ts";
import { openPostgresEventStore } from "./postgres/event-store.ts";
import { openPostgresReadDatabase } from "./postgres/read-database.ts";
import type { ReadDatabase } from "./projections/read-database.ts";
import { openSqliteEventStore } from "./sqlite/event-store.ts";
import { openSqliteReadDatabase } from "./sqlite/read-database.ts";

/** How the URLs of stores begin, for configuration. */
export const STORE_SCHEMES = ["sqlite:", "postgres://", "postgresql://"] as const;

/** Opens the event store of a URL: `sqlite:PATH` (`sqlite::memory:` for tests), `postgres://…`. */
export async function openEventStore(url: string): Promise<EventStore> {
  const path = sqlitePath(url);
  return path === null ? openPostgresEventStore(url) : openSqliteEventStore(path);
}

/** Opens the database of read models; it may be the one of the events. */
export async function openReadDatabase(url: string): Promise<ReadDatabase> {
  const path = sqlitePath(url);
  return path === null ? openPostgresReadDatabase(url) : openSqliteReadDatabase(path);
}

/** Path of an SQLite URL, null for PostgreSQL. */
export function sqlitePath(url: string): string | null {
  const scheme = STORE_SCHEMES.find((scheme) => url.startsWith(scheme) && url.length > scheme.length);
  if (scheme === undefined)
    throw new RangeError(`store "${url}": expected a URL that starts with ${STORE_SCHEMES.join(" or ")}`);
  return scheme === "sqlite:" ? url.slice(scheme.length) : null;
}
