/** The port of snapshots: a consistent view of a store while other processes write to it. */
import type { RecordedEvent } from "./event.ts";

/** A table row, by column. */
export interface Row {
  readonly [column: string]: string | number | null;
}

export interface StoreSnapshot {
  /** All events in commit order, page by page, each verified with its checksum. */
  events(): AsyncIterable<readonly RecordedEvent[]>;
  /** Rows of a table, page by page; none if there is no such table. */
  rows(table: string): AsyncIterable<readonly Row[]>;
  close(): Promise<void>;
}

export const SNAPSHOT_PAGE = 500;
