/**
 * Events in one SQLite file. There is a single writer at a time, so positions are in commit order.
 *
 * Appends run in the file's thread; reads run in the calling thread. In WAL mode, a reader waits for no writer and
 * finds recent pages in memory, so reading takes less time than waking another thread.
 */
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  checkAppend,
  type Delay,
  type EventStore,
  type ExpectedVersion,
  readPages,
  type Snapshot,
  StoreUnavailableError,
} from "../event-store.ts";
import { type NewEvent, type Position, type RecordedEvent, START } from "../event.ts";
import { AppendSignal, follow } from "../following/follow.ts";
import { decode, encode } from "../stored-event.ts";
import { isBusy, openDatabase, openReader, withTranslatedErrors } from "./database.ts";
import { EventReader, type EventRow } from "./event-file.ts";
import { EVENT_MIGRATIONS } from "./event-migrations.ts";
import { type EventOperations, eventOperations } from "./operations.ts";
import { openInThread } from "./thread.ts";

/** Time for which a read retries while the file is locked for log recovery (ms). */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_MS = 10;

export async function openSqliteEventStore(path: string): Promise<EventStore> {
  if (path === ":memory:") {
    // A database in memory has no disk to wait for, and other connections cannot read it.
    const database = openDatabase(path, "events", EVENT_MIGRATIONS);
    return new SqliteEventStore(eventOperations(database, null), database, () => {});
  }
  const operations = await openInThread("events", path);
  const database = openReader(path);
  return new SqliteEventStore(operations, database, () => database.close());
}

class SqliteEventStore implements EventStore {
  readonly #operations: EventOperations;
  readonly #reader: EventReader;
  readonly #closeReader: () => void;
  readonly #appends = new AppendSignal();
  #closed: Promise<void> | null = null;

  constructor(operations: EventOperations, database: DatabaseSync, closeReader: () => void) {
    this.#operations = operations;
    this.#reader = new EventReader(database);
    this.#closeReader = closeReader;
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]> {
    checkAppend(stream, events, expectedVersion);
    this.#checkOpen();
    const first = await this.#operations.append(stream, events.map(encode), expectedVersion);
    if (first.isRepeated) {
      this.#appends.notify();
      return this.#readExactly(stream, first.version - 1, events.length);
    }
    const recorded = events.map((event, index) => {
      return { ...event, stream, version: first.version + index, position: toPosition(first.position + index) };
    });
    // There is one writer at a time, so positions have no gaps.
    this.#appends.notify({ after: toPosition(first.position - 1), events: recorded });
    return recorded;
  }

  async #readExactly(stream: string, afterVersion: number, count: number): Promise<readonly RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    while (events.length < count) events.push(...(await this.readStream(stream, afterVersion + events.length)));
    return events.slice(0, count);
  }

  async readStream(stream: string, afterVersion = 0): Promise<readonly RecordedEvent[]> {
    return (await this.#read(() => this.#reader.readStream(stream, afterVersion))).map(toRecorded);
  }

  streams(): AsyncIterable<string> {
    return readPages((after, limit) => this.#read(() => this.#reader.streams(after, limit)));
  }

  async findEvent(id: string): Promise<RecordedEvent | null> {
    const row = await this.#read(() => this.#reader.find(id));
    return row === null ? null : toRecorded(row);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    const rows = await this.#read(() => this.#reader.readAll(after === START ? 0 : Number(after), limit));
    return rows.map(toRecorded);
  }

  async head(): Promise<Position> {
    const position = await this.#read(() => this.#reader.head());
    return toPosition(position);
  }

  async #read<T>(work: () => T): Promise<T> {
    for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; await sleep(RETRY_MS)) {
      this.#checkOpen();
      try {
        return withTranslatedErrors("cannot read", work);
      } catch (error) {
        const isLocked = error instanceof StoreUnavailableError && isBusy(error.cause);
        if (!isLocked || performance.now() > deadline) throw error;
      }
    }
  }

  #checkOpen(): void {
    if (this.#closed !== null) throw new StoreUnavailableError("it is closed");
  }

  /** Written events are visible immediately, so no append delays readers. */
  async delays(): Promise<readonly Delay[]> {
    return [];
  }

  readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null> {
    return this.#read(() => this.#reader.readSnapshot(stream, schemaVersion));
  }

  writeSnapshot(stream: string, snapshot: Snapshot): Promise<void> {
    return this.#operations.writeSnapshot(stream, snapshot);
  }

  checkWritable(): Promise<void> {
    return this.#operations.checkWritable();
  }

  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    return follow(this, this.#appends, after, signal);
  }

  close(): Promise<void> {
    if (this.#closed === null) {
      // The thread's connection is closed last, so that it checkpoints the log.
      this.#closeReader();
      this.#closed = this.#operations.close();
    }
    return this.#closed;
  }
}

/** Number of digits in a position. */
export const DIGITS = String(Number.MAX_SAFE_INTEGER).length;

const toPosition = (position: number): Position =>
  position === 0 ? START : (String(position).padStart(DIGITS, "0") as Position);

export const toRecorded = (row: EventRow): RecordedEvent => decode(row, toPosition(row.position));
