/** The port of snapshots: a store as it is at one moment, while others go on writing to it. */
import type { RecordedEvent } from "./event.ts";

/** A row of a table, by column. */
export interface Row {
  readonly [column: string]: string | number | null;
}

export interface StoreSnapshot {
  /** All events in the order of their commits, page by page, each compared with its checksum. */
  events(): AsyncIterable<readonly RecordedEvent[]>;
  /** Rows of a table, page by page; none where there is no such table. */
  rows(table: string): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}

export const SNAPSHOT_PAGE = 500;
