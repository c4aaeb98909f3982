/**
 * Events in one SQLite file. A single writer at a time makes the order of positions the order of commits.
 *
 * Appends go through the file's thread, reads do not: in WAL mode a reader waits for no writer, finds recent pages in
 * memory, and is done in less time than it takes to wake another thread.
 */
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { checkAppend, type EventStore, type ExpectedVersion, StoreUnavailableError } from "../event-store.ts";
import { type NewEvent, type Position, type RecordedEvent, START } from "../event.ts";
import { Bell, follow } from "../follow.ts";
import { isBusy, openDatabase, openReader, reported } from "./database.ts";
import { EVENT_MIGRATIONS, EventReader, type EventRow } from "./event-file.ts";
import { type EventOperations, eventOperations } from "./operations.ts";
import { openInThread } from "./thread.ts";

/** How long a read asks again when it finds the file locked, which happens while its log is put in order. */
const PATIENCE_MS = 2_000;
const ASK_AGAIN_MS = 10;

export async function openSqliteEventStore(path: string): Promise<EventStore> {
  if (path === ":memory:") {
    // Nothing to wait for, and no second connection could see it.
    const database = openDatabase(path, "events", EVENT_MIGRATIONS);
    return new SqliteEventStore(eventOperations(database), database, () => {});
  }
  const operations = await openInThread("events", path);
  const database = openReader(path);
  return new SqliteEventStore(operations, database, () => database.close());
}

class SqliteEventStore implements EventStore {
  readonly #operations: EventOperations;
  readonly #reader: EventReader;
  readonly #closeReader: () => void;
  readonly #appended = new Bell();
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
    const encoded = events.map((event) => ({ ...event, data: JSON.stringify(event.data) }));
    const first = await this.#operations.append(stream, encoded, expectedVersion);
    this.#appended.ring();
    return events.map((event, index) => {
      return { ...event, stream, version: first.version + index, position: toPosition(first.position + index) };
    });
  }

  async readStream(stream: string, afterVersion = 0): Promise<readonly RecordedEvent[]> {
    return (await this.#read(() => this.#reader.readStream(stream, afterVersion))).map(toRecorded);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    const rows = await this.#read(() => this.#reader.readAll(after === START ? 0 : Number(after), limit));
    return rows.map(toRecorded);
  }

  async head(): Promise<Position> {
    const position = await this.#read(() => this.#reader.head());
    return position === 0 ? START : toPosition(position);
  }

  async #read<T>(work: () => T): Promise<T> {
    for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(ASK_AGAIN_MS)) {
      this.#checkOpen();
      try {
        return reported("cannot read", work);
      } catch (error) {
        const locked = error instanceof StoreUnavailableError && isBusy(error.cause);
        if (!locked || performance.now() > deadline) throw error;
      }
    }
  }

  #checkOpen(): void {
    if (this.#closed !== null) throw new StoreUnavailableError("it is closed");
  }

  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    return follow(this, this.#appended, after, signal);
  }

  close(): Promise<void> {
    if (this.#closed === null) {
      // The thread's connection goes last, so that what is then written back to the file is written there.
      this.#closeReader();
      this.#closed = this.#operations.close();
    }
    return this.#closed;
  }
}

const DIGITS = String(Number.MAX_SAFE_INTEGER).length;

const toPosition = (position: number): Position => String(position).padStart(DIGITS, "0") as Position;

function toRecorded(row: EventRow): RecordedEvent {
  return {
    id: row.id,
    type: row.type,
    schemaVersion: row.schema_version,
    time: row.time,
    actor: row.actor,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    data: JSON.parse(row.data) as unknown,
    stream: row.stream,
    version: row.version,
    position: toPosition(row.position),
  };
}
