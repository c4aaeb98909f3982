/**
 * A store's record of its deployment: the deployment's id, the store's own name, and the last known heads of the
 * other stores.
 */

/** The stores of a deployment; one database may hold several. */
export const STORE_NAMES = ["events", "keys", "read-models"] as const;
export type StoreName = (typeof STORE_NAMES)[number];

export const isStoreName = (name: string): name is StoreName => (STORE_NAMES as readonly string[]).includes(name);

/** The progress of a store. */
export interface StoreProgress {
  /** Increases with each restore or accepted loss; 0 before the first. Heads of different epochs cannot be compared. */
  readonly epoch: number;
  /** Increases with the contents: the position of the last event, or a counter for stores without events. */
  readonly head: number;
}

/** The last known progress of another store. */
export interface RecordedProgress extends StoreProgress {
  /** ISO 8601. */
  readonly at: string;
}

/** The record in a database, file or namespace. */
export interface StoreRecord {
  /** Null if the store is empty, or was created by a version without identities. */
  readonly deployment: string | null;
  /** The stores that it holds. */
  readonly stores: ReadonlyMap<StoreName, StoreProgress>;
  /** Other stores of the deployment. */
  readonly notes: ReadonlyMap<StoreName, RecordedProgress>;
  /** The largest number of each sequence that it has assigned or seen. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Access to a record. Each call opens its own connection, and works while the store is open. */
export interface RecordKeeper {
  /** Null if there is no store. Writes nothing. @throws StoreUnavailableError if it cannot be read. */
  read(): Promise<StoreRecord | null>;
  /** Adds the store to the deployment; no effect if it belongs to one already. */
  claim(deployment: string, name: StoreName): Promise<void>;
  /** Records the progress of other stores. */
  note(marks: ReadonlyMap<StoreName, RecordedProgress>): Promise<void>;
  /** Advances the head of a store without events. */
  tick(name: StoreName): Promise<void>;
  /** Starts a new epoch of a store in this deployment, and replaces its notes of other stores. */
  accept(
    deployment: string,
    name: StoreName,
    epoch: number,
    notes: ReadonlyMap<StoreName, RecordedProgress>,
  ): Promise<void>;
}
