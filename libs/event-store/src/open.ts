/** Chooses the adapter by URL; see each of them for what it promises beyond the port. */
import type { EventStore } from "./event-store.ts";
import type { ReadDatabase } from "./projections/read-database.ts";
import { openSqliteEventStore } from "./sqlite/event-store.ts";
import { openSqliteReadDatabase } from "./sqlite/read-database.ts";

/** How the URLs of databases begin, for configuration: they hold read models, and events beside them. */
export const DATABASE_SCHEMES = ["sqlite:", "postgres://", "postgresql://"] as const;
const EVENTSTOREDB_SCHEMES = ["esdb://", "esdb+discover://"] as const;
/** How the URLs of event stores begin. */
export const STORE_SCHEMES = [...DATABASE_SCHEMES, ...EVENTSTOREDB_SCHEMES] as const;

/** Whether a store holds events and nothing else. */
export const isEventStoreDb = (url: string): boolean => EVENTSTOREDB_SCHEMES.some((scheme) => url.startsWith(scheme));

/** Whether a store that was opened `inOrder` stores appends asked for at the same time in the order in which they are asked for. */
export const preservesOrder = (url: string): boolean => isEventStoreDb(url) || sqlitePath(url) !== null;

/**
 * Opens the event store of a URL: `sqlite:PATH` (`sqlite::memory:` for tests), `postgres://…`, `esdb://…`. `inOrder` is for copies:
 * see `preservesOrder`; there each append waits for those before it.
 */
export async function openEventStore(
  url: string,
  { inOrder = false }: { readonly inOrder?: boolean } = {},
): Promise<EventStore> {
  // Clients of servers are loaded only where a server is used.
  if (isEventStoreDb(url)) {
    const { openEventStoreDb } = await import("./eventstoredb/event-store.ts");
    return openEventStoreDb(url, inOrder);
  }
  const path = sqlitePath(url);
  if (path !== null) return openSqliteEventStore(path);
  const { openPostgresEventStore } = await import("./postgres/event-store.ts");
  return openPostgresEventStore(url);
}

/** Opens the database of read models; it may be the one of the events. */
export async function openReadDatabase(url: string): Promise<ReadDatabase> {
  const path = sqlitePath(url);
  if (path !== null) return openSqliteReadDatabase(path);
  const { openPostgresReadDatabase } = await import("./postgres/read-database.ts");
  return openPostgresReadDatabase(url);
}

/** The URL of a store as it may be printed. */
export const withoutPassword = (url: string): string =>
  url.replace(/^([a-z+]+:\/\/[^:@/]*):[^/]*@/, "$1:…@").replaceAll(/([?&]password=)[^&]*/g, "$1…");

/** Path of an SQLite URL, null for PostgreSQL. */
export function sqlitePath(url: string): string | null {
  const scheme = DATABASE_SCHEMES.find((scheme) => url.startsWith(scheme) && url.length > scheme.length);
  if (scheme === undefined)
    throw new RangeError(`"${withoutPassword(url)}": expected a URL that starts with ${DATABASE_SCHEMES.join(" or ")}`);
  return scheme === "sqlite:" ? url.slice(scheme.length) : null;
}
