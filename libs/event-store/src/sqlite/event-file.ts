/** Reads and writes events in an SQLite file: one writer at a time, and concurrent readers. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { commandOf } from "@etesian/service-kit/commands";
import {
  checkStreamLimits,
  DuplicateEventError,
  type ExpectedVersion,
  PAGE,
  type Snapshot,
  StoreUnavailableError,
  VersionConflictError,
} from "../event-store.ts";
import {
  Chain,
  checksumOf,
  DamagedEventError,
  EMPTY,
  type EventRecord,
  snapshotChecksum,
  type StoredEvent,
  type StreamHead,
} from "../stored-event.ts";
import { isConstraintError } from "./database.ts";

/** An event and its position among all events. */
export interface EventRow extends StoredEvent {
  readonly position: number;
}

/** The position of an append's first event; its other events follow directly. */
export interface AppendPosition {
  readonly version: number;
  readonly position: number;
  /** Whether the same append was stored before. */
  readonly isRepeated: boolean;
}

const COLUMNS = `position, stream, version, id, type, schema_version as schemaVersion, time, actor,
  correlation_id as correlationId, causation_id as causationId, data, checksum`;

interface HeadRow extends StreamHead {
  readonly bytes: number;
}

const HEAD = "select version, checksum, bytes from streams where stream = ?";

/** Writes inside an open transaction, which the caller rolls back if a method throws. */
export class EventWriter {
  readonly #head: StatementSync;
  readonly #moveHead: StatementSync;
  readonly #insert: StatementSync;
  readonly #ids: StatementSync;
  readonly #find: StatementSync;
  readonly #snapshot: StatementSync;

  constructor(database: DatabaseSync) {
    this.#head = database.prepare(HEAD);
    this.#moveHead = database.prepare(
      `insert into streams (stream, version, checksum, bytes) values (?, ?, ?, ?) on conflict (stream)
       do update set version = excluded.version, checksum = excluded.checksum, bytes = excluded.bytes`,
    );
    this.#insert = database.prepare(
      `insert into events
         (stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data, checksum)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#ids = database.prepare(
      "select id, position from events where stream = ? and version > ? order by version limit ?",
    );
    this.#find = database.prepare("select version from events where id = ? and stream = ?");
    this.#snapshot = database.prepare(
      `insert into snapshots (stream, version, schema_version, state, checksum, chain)
       select stream, version, ?, ?, ?, checksum from events where stream = ? and version = ?
       on conflict (stream) do update set version = excluded.version, schema_version = excluded.schema_version,
         state = excluded.state, checksum = excluded.checksum, chain = excluded.chain`,
    );
  }

  append(stream: string, events: readonly EventRecord[], expectedVersion: ExpectedVersion): AppendPosition {
    const head = (this.#head.get(stream) as HeadRow | undefined) ?? { ...EMPTY, bytes: 0 };
    const after = expectedVersion === "any" ? this.#versionBefore(stream, events) : expectedVersion;
    if (after !== null && after !== head.version) {
      const position = this.#positionOf(stream, events, after);
      if (position !== null) return { version: after + 1, position, isRepeated: true };
      if (expectedVersion === "any") throw new DuplicateEventError(stream);
      throw new VersionConflictError(stream, after, head.version);
    }
    const bytes = head.bytes + events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
    checkStreamLimits(stream, head.version + events.length, bytes);
    let { version, checksum } = head;
    let position = 0;
    for (const event of events) {
      version += 1;
      checksum = checksumOf(checksum, stream, version, event);
      position = this.#write(stream, version, event, checksum);
    }
    this.#moveHead.run(stream, version, checksum, bytes);
    return { version: head.version + 1, position: position - events.length + 1, isRepeated: false };
  }

  /** The version before the first event if that event is already in the stream; otherwise null. */
  #versionBefore(stream: string, [first]: readonly EventRecord[]): number | null {
    const row = this.#find.get(first!.id, stream);
    return row === undefined ? null : Number(row["version"]) - 1;
  }

  /** The position of the first of these events if the events after a version already have their ids; otherwise null. */
  #positionOf(stream: string, events: readonly EventRecord[], after: number): number | null {
    const rows = this.#ids.all(stream, after, events.length) as { id: string; position: number }[];
    const isSame = rows.length === events.length && rows.every(({ id }, index) => id === events[index]!.id);
    return isSame ? rows[0]!.position : null;
  }

  #write(stream: string, version: number, event: EventRecord, checksum: string): number {
    try {
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
        event.data,
        checksum,
      );
      return Number(lastInsertRowid);
    } catch (error) {
      if (!isConstraintError(error)) throw error;
      if (/events\.id\b/.test((error as Error).message)) throw new DuplicateEventError(stream);
      throw new DamagedEventError(stream, version, "it exists, but the head of its stream is before it");
    }
  }

  /** Stores a snapshot, replacing the previous one. */
  writeSnapshot(stream: string, { version, schemaVersion, state }: Snapshot): void {
    const text = JSON.stringify(state);
    this.#snapshot.run(schemaVersion, text, snapshotChecksum(stream, version, schemaVersion, text), stream, version);
  }
}

/** Reads events and verifies them. @throws DamagedEventError if they differ from the stored ones. */
export class EventReader {
  readonly #head: StatementSync;
  readonly #checksum: StatementSync;
  readonly #stream: StatementSync;
  readonly #all: StatementSync;
  readonly #last: StatementSync;
  readonly #byId: StatementSync;
  readonly #nextIds: StatementSync;
  readonly #idAt: StatementSync;
  readonly #snapshot: StatementSync;
  readonly #streams: StatementSync;

  constructor(database: DatabaseSync) {
    this.#head = database.prepare(HEAD);
    // Reads both B-trees, so that a stream missing from one of them is found in the other.
    this.#streams = database.prepare(
      `select stream from streams where stream > ?1 union select stream from events where stream > ?1
       order by stream limit ?2`,
    );
    this.#checksum = database.prepare("select checksum from events where stream = ? and version = ?");
    this.#stream = database.prepare(
      `select ${COLUMNS} from events where stream = ? and version > ? and version <= ? order by version`,
    );
    this.#all = database.prepare(`select ${COLUMNS} from events where position > ? order by position limit ?`);
    this.#last = database.prepare("select coalesce(max(position), 0) as position from events");
    this.#byId = database.prepare(`select ${COLUMNS} from events where id = ?`);
    // Reads the index and not the table, so that `#checkIndex` can compare them.
    this.#nextIds = database.prepare(
      `select * from (select id, position from events where id < ?1 order by id desc limit 1)
       union all select * from (select id, position from events where id > ?1 order by id limit 1)`,
    );
    this.#idAt = database.prepare("select id from events where position = ?");
    this.#snapshot = database.prepare(
      `select s.version, s.schema_version as schemaVersion, s.state, s.checksum from snapshots s
         join events e on e.stream = s.stream and e.version = s.version and e.checksum = s.chain
        where s.stream = ? and s.schema_version = ?`,
    );
  }

  /** Reads one page. */
  readStream(stream: string, afterVersion: number): readonly EventRow[] {
    const head = this.#head.get(stream) as HeadRow | undefined;
    if (head === undefined) {
      // Looks in a different B-tree, so that the loss of the head alone is detected.
      const first = this.#checksum.get(stream, afterVersion + 1);
      if (first === undefined) return [];
      throw new DamagedEventError(stream, afterVersion + 1, "its stream has no head");
    }
    this.#checkEnd(stream, head.version);
    if (afterVersion >= head.version) return [];
    const chain = new Chain(stream, this.#headBefore(stream, afterVersion + 1));
    const { rows, hasMore } = takePage(this.#stream.iterate(stream, afterVersion, head.version), PAGE.events);
    for (const row of rows) chain.add(row);
    if (!hasMore) chain.end(head);
    return rows;
  }

  /** @throws DamagedEventError for an event after the head, unless an append has moved the head since it was read. */
  #checkEnd(stream: string, version: number): void {
    if (this.#checksum.get(stream, version + 1) === undefined) return;
    const head = this.#head.get(stream) as HeadRow | undefined;
    if (head !== undefined && head.version > version) return;
    throw new DamagedEventError(stream, version + 1, "it is after the head of its stream");
  }

  /** One page of at most `limit` events. */
  readAll(after: number, limit: number): readonly EventRow[] {
    const { rows } = takePage(this.#all.iterate(after, limit), limit);
    for (const [index, row] of rows.entries()) {
      // There is one writer at a time, so positions have no gaps.
      if (row.position !== after + 1 + index)
        throw new DamagedEventError(row.stream, row.version, "events before it are missing");
      this.#check(row);
    }
    return rows;
  }

  streams(after: string, limit: number): readonly string[] {
    return (this.#streams.all(after, limit) as { stream: string }[]).map(({ stream }) => stream);
  }

  find(id: string): EventRow | null {
    const row = this.#byId.get(id) as EventRow | undefined;
    if (row === undefined) {
      this.#checkIndex(id);
      return null;
    }
    if (row.id !== id) throw new DamagedEventError(row.stream, row.version, `it was found as ${id}, but is ${row.id}`);
    this.#check(row);
    return row;
  }

  /** Verifies the index around an id that was not found: a search for a modified entry ends next to that entry. */
  #checkIndex(id: string): void {
    const neighbours = this.#nextIds.all(id) as { id: string; position: number }[];
    for (const neighbour of neighbours) {
      const stored = this.#idAt.get(neighbour.position) as { id: string } | undefined;
      if (stored?.id === neighbour.id) continue;
      throw new StoreUnavailableError(
        `the index of ids is damaged near ${id}. Inspect it with: ${commandOf("events")} check; restore a backup`,
      );
    }
  }

  #check(row: EventRow): void {
    new Chain(row.stream, this.#headBefore(row.stream, row.version)).add(row);
  }

  /** The event before a version. */
  #headBefore(stream: string, version: number): StreamHead {
    if (version === 1) return EMPTY;
    const row = this.#checksum.get(stream, version - 1) as { checksum: string } | undefined;
    if (row === undefined) throw new DamagedEventError(stream, version - 1, "it is missing");
    return { version: version - 1, checksum: row.checksum };
  }

  /** Position of the latest event; 0 if there is none. */
  head(): number {
    return (this.#last.get() as { position: number }).position;
  }

  /** Null if the snapshot is missing, damaged, or does not match the stored events, because it can be rebuilt. */
  readSnapshot(stream: string, schemaVersion: number): Snapshot | null {
    const row = this.#snapshot.get(stream, schemaVersion) as
      | { version: number; state: string; checksum: string }
      | undefined;
    if (row === undefined) return null;
    if (row.checksum !== snapshotChecksum(stream, row.version, schemaVersion, row.state)) return null;
    return { version: row.version, schemaVersion, state: JSON.parse(row.state) as unknown };
  }
}

/** Rows within the limits of a page, and whether there are more. */
function takePage(
  rows: Iterable<unknown>,
  limit: number,
): { readonly rows: readonly EventRow[]; readonly hasMore: boolean } {
  const pageRows: EventRow[] = [];
  let bytes = 0;
  for (const row of rows as Iterable<EventRow>) {
    if (pageRows.length === limit || bytes >= PAGE.bytes) return { rows: pageRows, hasMore: true };
    pageRows.push(row);
    bytes += row.data.length;
  }
  return { rows: pageRows, hasMore: false };
}
