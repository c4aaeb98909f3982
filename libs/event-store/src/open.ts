/** Chooses the adapter by URL; each adapter documents its additional guarantees. */
import type { EventStore } from "./event-store.ts";
import type { ReadDatabase } from "./projections/read-database.ts";
import { openSqliteEventStore } from "./sqlite/event-store.ts";
import { openSqliteReadDatabase } from "./sqlite/read-database.ts";

/** URL schemes of databases, for configuration: they hold read models, and optionally events. */
export const DATABASE_SCHEMES = ["sqlite:", "postgres://", "postgresql://"] as const;
const EVENTSTOREDB_SCHEMES = ["esdb://", "esdb+discover://"] as const;
/** URL schemes of event stores. */
export const STORE_SCHEMES = [...DATABASE_SCHEMES, ...EVENTSTOREDB_SCHEMES] as const;

/** Whether a store can only hold events. */
export const isEventStoreDb = (url: string): boolean => EVENTSTOREDB_SCHEMES.some((scheme) => url.startsWith(scheme));

/** Whether a store opened with `inOrder` stores concurrent appends in the order of the calls. */
export const preservesOrder = (url: string): boolean => isEventStoreDb(url) || sqlitePath(url) !== null;

/**
 * Opens the event store of a URL: `sqlite:PATH` (`sqlite::memory:` for tests), `postgres://…`, `esdb://…`. `inOrder`
 * is for copies: each append then waits for earlier ones (see `preservesOrder`).
 */
export async function openEventStore(
  url: string,
  { inOrder = false }: { readonly inOrder?: boolean } = {},
): Promise<EventStore> {
  // Client libraries are loaded only if they are used.
  if (isEventStoreDb(url)) {
    const { openEventStoreDb } = await import("./eventstoredb/event-store.ts");
    return openEventStoreDb(url, inOrder);
  }
  const path = sqlitePath(url);
  if (path !== null) return openSqliteEventStore(path);
  const { openPostgresEventStore } = await import("./postgres/event-store.ts");
  return openPostgresEventStore(url);
}

/** Opens the database of read models, which may also hold the events. */
export async function openReadDatabase(url: string): Promise<ReadDatabase> {
  const path = sqlitePath(url);
  if (path !== null) return openSqliteReadDatabase(path);
  const { openPostgresReadDatabase } = await import("./postgres/read-database.ts");
  return openPostgresReadDatabase(url);
}

/** The URL of a store without its password, for messages. */
export const withoutPassword = (url: string): string =>
  url.replace(/^([a-z+]+:\/\/[^:@/]*):[^/]*@/, "$1:…@").replaceAll(/([?&]password=)[^&]*/g, "$1…");

/** The path of an SQLite URL; null for PostgreSQL. */
export function sqlitePath(url: string): string | null {
  const scheme = DATABASE_SCHEMES.find((scheme) => url.startsWith(scheme) && url.length > scheme.length);
  if (scheme === undefined)
    throw new RangeError(`"${withoutPassword(url)}": expected a URL that starts with ${DATABASE_SCHEMES.join(" or ")}`);
  return scheme === "sqlite:" ? url.slice(scheme.length) : null;
}
