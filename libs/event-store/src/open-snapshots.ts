/** Opens consistent snapshots of several stores of any kind, for backups and checks. */
import type { EventStore } from "./event-store.ts";
import { type Position, START } from "./event.ts";
import { isEventStoreDb, openEventStore, sqlitePath } from "./open.ts";
import { SNAPSHOT_PAGE, type StoreSnapshot } from "./snapshot.ts";
import { openFileSnapshot, withWriteLocks } from "./sqlite/snapshot.ts";

/**
 * Opens snapshots of stores. All files are from one moment, as if the machine had stopped; so is a PostgreSQL
 * database. Snapshots of several servers are taken in the order of the list, some milliseconds apart. `still`: no
 * process writes to these files, and they may be read-only. @throws StoreUnavailableError if one is missing, or
 * cannot be locked.
 */
export async function openSnapshots(
  urls: readonly string[],
  { still = false }: { readonly still?: boolean } = {},
): Promise<ReadonlyMap<string, StoreSnapshot>> {
  const distinct = [...new Set(urls)];
  const files = distinct.map(pathOf).filter((path) => path !== null);
  const snapshots = new Map<string, StoreSnapshot>();
  const open = async (): Promise<void> => {
    for (const url of distinct) snapshots.set(url, await openSnapshot(url));
  };
  try {
    await (still ? open() : withWriteLocks(files, open));
    return snapshots;
  } catch (error) {
    for (const snapshot of snapshots.values()) await snapshot.close();
    throw error;
  }
}

const pathOf = (url: string): string | null => (isEventStoreDb(url) ? null : sqlitePath(url));

async function openSnapshot(url: string): Promise<StoreSnapshot> {
  if (isEventStoreDb(url)) return logUpToNow(await openEventStore(url));
  const path = sqlitePath(url);
  if (path !== null) return openFileSnapshot(path);
  const { openPostgresSnapshot } = await import("./postgres/snapshot.ts");
  return openPostgresSnapshot(url);
}

/** A log needs no snapshot: events before its current end never change. */
async function logUpToNow(store: EventStore): Promise<StoreSnapshot> {
  const head = await store.head();
  return {
    async *events() {
      for (let position: Position = START; position < head;) {
        const page = await store.readAll(position, SNAPSHOT_PAGE);
        const last = page.at(-1);
        if (last === undefined) return;
        yield page.filter((event) => event.position <= head);
        ({ position } = last);
      }
    },
    async *rows() {},
    close: () => store.close(),
  };
}
