/** The table of storage backends. A URL's scheme selects the row. */
import type { Backend } from "./backend.ts";
import { eventStoreDb } from "./eventstoredb/backend.ts";
import { postgres } from "./postgres/backend.ts";
import { sqlite } from "./sqlite/backend.ts";

/** In the order in which messages list their schemes. */
export const BACKENDS: readonly Backend[] = [sqlite, postgres, eventStoreDb];

/** URL schemes of databases: they hold read models, and optionally events. */
export const DATABASE_SCHEMES: readonly string[] = schemes((backend) => backend.openReadDatabase !== null);
/** URL schemes of event stores. */
export const STORE_SCHEMES: readonly string[] = schemes(() => true);
/** URL schemes of databases on a server, which several processes and machines can share. */
export const SERVER_DATABASE_SCHEMES: readonly string[] = schemes(
  ({ openReadDatabase, pathOf }) => openReadDatabase !== null && pathOf === null,
);
export const SERVER_STORE_SCHEMES: readonly string[] = schemes(({ pathOf }) => pathOf === null);

function schemes(isIncluded: (backend: Backend) => boolean): readonly string[] {
  return BACKENDS.filter(isIncluded).flatMap((backend) => backend.schemes);
}

/** The backend of a URL. @throws RangeError if no backend has its scheme. */
export function backendOf(url: string): Backend {
  const backend = BACKENDS.find(({ schemes }) => schemes.some((scheme) => url.startsWith(scheme) && url !== scheme));
  if (backend !== undefined) return backend;
  throw new RangeError(`"${withoutPassword(url)}": expected a URL that starts with ${STORE_SCHEMES.join(" or ")}`);
}

/** Path of a file; null for stores on a server. */
export const pathOf = (url: string): string | null => backendOf(url).pathOf?.(url) ?? null;

/** Whether a store can only hold events. */
export const holdsOnlyEvents = (url: string): boolean => backendOf(url).openReadDatabase === null;

/** The URL of a store without its password, for messages. */
export const withoutPassword = (url: string): string =>
  url.replace(/^([a-z+]+:\/\/[^:@/]*):[^/]*@/, "$1:…@").replaceAll(/([?&]password=)[^&]*/g, "$1…");
