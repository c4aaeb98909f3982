/** The port of storage backends: the properties and openers that programs need besides the ports of open stores. */
import type { RecordKeeper } from "./deployment/record.ts";
import type { EventStore } from "./event-store.ts";
import type { ReadDatabase } from "./projections/read-database.ts";
import type { StoreSnapshot } from "./snapshot.ts";

/** A kind of database. Methods load its client library on first use. */
export interface Backend {
  /** Its name in backup manifests: "sqlite". */
  readonly name: string;
  /** Prefixes of its URLs. */
  readonly schemes: readonly string[];
  /** Path of a store's file; null if stores are on a server, which several machines can share. */
  readonly pathOf: ((url: string) => string) | null;
  /** Whether a store opened with `inOrder` stores concurrent appends in the order of the calls. */
  readonly preservesOrder: boolean;
  /** `inOrder` is for copies: each append waits for earlier ones if `preservesOrder` requires it. */
  openEventStore(url: string, inOrder: boolean): Promise<EventStore>;
  /** Null if its stores can only hold events. */
  readonly openReadDatabase: ((url: string) => Promise<ReadDatabase>) | null;
  /** A consistent view while other processes write. @throws StoreUnavailableError if there is no store. */
  openSnapshot(url: string): Promise<StoreSnapshot>;
  /** The record of the store's deployment. */
  openRecord(url: string): Promise<RecordKeeper>;
  /** Creates the database of a URL if it is missing and the backend does not do so when it opens the store. */
  createDatabase(url: string): Promise<void>;
}
