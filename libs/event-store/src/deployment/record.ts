/**
 * A store's record of its deployment: the deployment's id, the store's own name, the last known heads of the others.
 */

/** The stores of a deployment. Those of events have the name of their file; one database may hold several. */
export const EVENT_STORE_NAMES = ["events", "saved-scenarios", "accounts", "curves"] as const;
export const STORE_NAMES = [...EVENT_STORE_NAMES, "keys", "read-models"] as const;
export type StoreName = (typeof STORE_NAMES)[number];

export const isStoreName = (name: string): name is StoreName => (STORE_NAMES as readonly string[]).includes(name);
export const holdsEvents = (name: StoreName): boolean => (EVENT_STORE_NAMES as readonly string[]).includes(name);

/** How far a store has come. */
export interface Mark {
  /** Greater after each restore or accepted loss; 0 before the first. Heads of different epochs cannot be compared. */
  readonly epoch: number;
  /** Grows with what is stored: the position of the last event; of stores without events a count of what was given out. */
  readonly head: number;
}

/** A mark of another store, as it was seen. */
export interface Noted extends Mark {
  /** ISO 8601. */
  readonly at: string;
}

/** The record in a database, file or namespace. */
export interface StoreRecord {
  /** Null: it was made by a version without identities, or is empty. */
  readonly deployment: string | null;
  /** The stores that it holds. */
  readonly stores: ReadonlyMap<StoreName, Mark>;
  /** Others of the deployment. */
  readonly noted: ReadonlyMap<StoreName, Noted>;
  /** The greatest number of each sequence that it has given out or heard of. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Where a record is kept. Each call connects for itself, and works beside a store that is open. */
export interface RecordKeeper {
  /** Null when there is no such store. Writes nothing. @throws StoreUnavailableError when it cannot be read. */
  read(): Promise<StoreRecord | null>;
  /** Makes it a store of the deployment; nothing happens where it is one of another already. */
  claim(deployment: string, name: StoreName): Promise<void>;
  /** Notes marks of other stores. */
  note(marks: ReadonlyMap<StoreName, Noted>): Promise<void>;
  /** Moves the head of a store without events. */
  tick(name: StoreName): Promise<void>;
  /** Begins an epoch of a store, in this deployment from now on, with these notes of the others in place of those it has. */
  accept(deployment: string, name: StoreName, epoch: number, noted: ReadonlyMap<StoreName, Noted>): Promise<void>;
}
