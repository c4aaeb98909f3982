/** Opens consistent snapshots of several stores of any kind, for backups and checks. */
import { backendOf, pathOf } from "./backends.ts";
import type { StoreSnapshot } from "./snapshot.ts";
import { withWriteLocks } from "./sqlite/snapshot.ts";

/**
 * Opens snapshots of stores. The snapshots of all files are from one moment, and so are all tables of a PostgreSQL
 * database. Snapshots of several servers are taken in the order of the list, a few milliseconds apart. `areClosed`: no
 * process has these files open, and they may be read-only. @throws StoreUnavailableError if a store is missing, or a
 * file cannot be locked.
 */
export async function openSnapshots(
  urls: readonly string[],
  { areClosed = false }: { readonly areClosed?: boolean } = {},
): Promise<ReadonlyMap<string, StoreSnapshot>> {
  const distinctUrls = [...new Set(urls)];
  const files = distinctUrls.map(pathOf).filter((path) => path !== null);
  const snapshots = new Map<string, StoreSnapshot>();
  const open = async (): Promise<void> => {
    for (const url of distinctUrls) snapshots.set(url, await backendOf(url).openSnapshot(url));
  };
  try {
    await (areClosed ? open() : withWriteLocks(files, open));
    return snapshots;
  } catch (error) {
    for (const snapshot of snapshots.values()) await snapshot.close();
    throw error;
  }
}
