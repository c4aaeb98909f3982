/** Events in one SQLite file. A single writer at a time makes the order of positions the order of commits. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import {
  checkAppend,
  DuplicateEventError,
  type EventStore,
  type ExpectedVersion,
  StoreUnavailableError,
  VersionConflictError,
} from "../event-store.ts";
import type { NewEvent, Position, RecordedEvent } from "../event.ts";
import { START } from "../event.ts";
import { Bell, follow } from "../follow.ts";
import { isConstraintError, openDatabase, reported } from "./database.ts";

const SCHEMA = `
  create table if not exists events (
    position integer primary key autoincrement,
    stream text not null,
    version integer not null,
    id text not null unique,
    type text not null,
    schema_version integer not null,
    time text not null,
    actor text not null,
    correlation_id text not null,
    causation_id text,
    data text not null,
    unique (stream, version)
  ) strict`;

interface Row {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly time: string;
  readonly actor: string;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  readonly data: string;
}

/** An append that waits for the next commit. */
interface Request {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly expectedVersion: ExpectedVersion;
  /** Their data as text. */
  readonly payloads: readonly string[];
  readonly resolve: (recorded: readonly RecordedEvent[]) => void;
  readonly reject: (error: unknown) => void;
}

export function openSqliteEventStore(path: string): EventStore {
  const database = openDatabase(path);
  reported("cannot create its table", () => database.exec(SCHEMA));
  return new SqliteEventStore(database);
}

class SqliteEventStore implements EventStore {
  readonly #database: DatabaseSync;
  readonly #versionOf: StatementSync;
  readonly #insert: StatementSync;
  readonly #stream: StatementSync;
  readonly #all: StatementSync;
  readonly #last: StatementSync;
  readonly #appended = new Bell();
  #waiting: Request[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#versionOf = database.prepare("select coalesce(max(version), 0) as version from events where stream = ?");
    this.#insert = database.prepare(
      `insert into events
         (stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#stream = database.prepare("select * from events where stream = ? and version > ? order by version");
    this.#all = database.prepare("select * from events where position > ? order by position limit ?");
    this.#last = database.prepare("select coalesce(max(position), 0) as position from events");
  }

  /** Appends that arrive together share a commit, and so the wait for the disk. */
  append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]> {
    return new Promise((resolve, reject) => {
      checkAppend(stream, events, expectedVersion);
      this.#checkOpen();
      const payloads = events.map(({ data }) => JSON.stringify(data));
      this.#waiting.push({ stream, events, payloads, expectedVersion, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    const requests = this.#waiting;
    this.#waiting = [];
    try {
      const settle = reported("cannot append", () => {
        this.#database.exec("begin immediate");
        const outcomes = requests.map((request) => this.#write(request));
        this.#database.exec("commit");
        return outcomes;
      });
      for (const answer of settle) answer();
      this.#appended.ring();
    } catch (error) {
      this.#rollBack();
      for (const { reject } of requests) reject(error);
    }
  }

  /** Writes one request inside of the open transaction; returns how to answer it once that is committed. */
  #write({ stream, events, payloads, expectedVersion, resolve, reject }: Request): () => void {
    const { version } = this.#versionOf.get(stream) as { version: number };
    if (expectedVersion !== "any" && expectedVersion !== version) {
      return () => reject(new VersionConflictError(stream, expectedVersion, version));
    }
    this.#database.exec("savepoint request");
    try {
      const recorded = events.map((event, index) => {
        return this.#writeEvent(stream, version + index + 1, event, payloads[index]!);
      });
      this.#database.exec("release request");
      return () => resolve(recorded);
    } catch (error) {
      if (!isConstraintError(error)) throw error;
      this.#database.exec("rollback to request");
      this.#database.exec("release request");
      return () => reject(new DuplicateEventError(stream, error));
    }
  }

  #writeEvent(stream: string, version: number, event: NewEvent, payload: string): RecordedEvent {
    const { lastInsertRowid } = this.#insert.run(
      stream,
      version,
      event.id,
      event.type,
      event.schemaVersion,
      event.time,
      event.actor,
      event.correlationId,
      event.causationId,
      payload,
    );
    return { ...event, stream, version, position: toPosition(Number(lastInsertRowid)) };
  }

  #rollBack(): void {
    // A full disk ends the transaction by itself; a closed database has none.
    if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec("rollback");
  }

  async readStream(stream: string, afterVersion = 0): Promise<readonly RecordedEvent[]> {
    return this.#read(() => this.#stream.all(stream, afterVersion));
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#read(() => this.#all.all(after === START ? 0 : Number(after), limit));
  }

  #read(rows: () => unknown): readonly RecordedEvent[] {
    this.#checkOpen();
    return (reported("cannot read", rows) as readonly Row[]).map(toRecorded);
  }

  async head(): Promise<Position> {
    this.#checkOpen();
    const { position } = reported("cannot read", () => this.#last.get()) as { position: number };
    return position === 0 ? START : toPosition(position);
  }

  #checkOpen(): void {
    if (!this.#database.isOpen) throw new StoreUnavailableError("it is closed");
  }

  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]> {
    return follow(this, this.#appended, after, signal);
  }

  async close(): Promise<void> {
    if (!this.#database.isOpen) return;
    this.#commit();
    this.#database.close();
  }
}

const DIGITS = String(Number.MAX_SAFE_INTEGER).length;

const toPosition = (position: number): Position => String(position).padStart(DIGITS, "0") as Position;

function toRecorded(row: Row): RecordedEvent {
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
