/** Opens stores by URL; each adapter documents its additional guarantees. */
import { backendOf, DATABASE_SCHEMES, withoutPassword } from "./backends.ts";
import type { EventStore } from "./event-store.ts";
import type { ReadDatabase } from "./projections/read-database.ts";

/**
 * Opens the event store at a URL: `sqlite:PATH` (`sqlite::memory:` for tests), `postgres://…`, `esdb://…`. `inOrder`
 * is for copies: each append then waits for earlier ones (see `Backend.preservesOrder`).
 */
export async function openEventStore(
  url: string,
  { inOrder = false }: { readonly inOrder?: boolean } = {},
): Promise<EventStore> {
  return backendOf(url).openEventStore(url, inOrder);
}

/** Opens the database of read models, which may also hold the events. */
export async function openReadDatabase(url: string): Promise<ReadDatabase> {
  const { openReadDatabase: open } = backendOf(url);
  if (open !== null) return open(url);
  throw new RangeError(`"${withoutPassword(url)}": expected a URL that starts with ${DATABASE_SCHEMES.join(" or ")}`);
}
