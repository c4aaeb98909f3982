/**
 * Events in EventStoreDB (KurrentDB), a stream of the server for each stream. Its log is in commit order: positions are places
 * in it. What the server does not have, uniqueness of ids and snapshots, is in streams beside (`~id-…`, `~snapshot-…`).
 */
import { jsonEvent, type JSONType } from "@eventstore/db-client";
import { KeyedQueue } from "@etesian/collections";
import { z } from "zod";
import {
  checkAppend,
  checkRoom,
  type Delay,
  DuplicateEventError,
  type EventStore,
  type ExpectedVersion,
  PAGE,
  type Snapshot,
  VersionConflictError,
} from "../event-store.ts";
import { type NewEvent, type Position, type RecordedEvent, START } from "../event.ts";
import { EMPTY, snapshotChecksum } from "../stored-event.ts";
import { Connection, INTERNAL, type ServerEvent, TooLateError } from "./connection.ts";
import { EventIds } from "./event-ids.ts";
import { chained, type End, endAt, logPosition, readAlone, Reader } from "./stored.ts";

/** Appends that may wait for others to the same stream, and for how long. */
const WAITING = { length: 1_000, waitMs: 30_000 };
/** Events of a stream that are read at a time. */
const CHUNK = 50;
/** Each time somebody else appended in between; more often is a mistake. */
const ATTEMPTS = 100;

const snapshotSchema = z.object({
  version: z.int(),
  schemaVersion: z.int(),
  state: z.string(),
  checksum: z.string(),
  /** Checksum of the event that it was made after. */
  chain: z.string(),
});

/** `url` is a connection string of the server: "esdb://host:2113?tls=false". */
export async function openEventStoreDb(url: string): Promise<EventStore> {
  const store = new EventStoreDbEventStore(new Connection(url));
  await store.head();
  return store;
}

class EventStoreDbEventStore implements EventStore {
  readonly #connection: Connection;
  readonly #ids: EventIds;
  /** Who appends to one stream from one process does so in turn, instead of retrying against others. */
  readonly #turns = new KeyedQueue<string>(WAITING);

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#ids = new EventIds(connection);
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]> {
    checkAppend(stream, events, expectedVersion);
    return this.#turns.run(stream, () => this.#append(stream, events, expectedVersion));
  }

  async #append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]> {
    if (/^[$~]/.test(stream))
      throw new RangeError(`append to ${stream}: names do not begin with $ or ~ in EventStoreDB`);
    for (let attempt = 1; ; attempt++) {
      const end = await this.#endOf(stream);
      const after = expectedVersion === "any" ? await this.#placeFor(stream, events[0]!, end) : expectedVersion;
      if (after !== end.version) return this.#repeated(stream, events, after, expectedVersion, end);
      const { events: prepared, end: next } = chained(stream, end, events);
      checkRoom(stream, next.version, next.bytes);
      await this.#ids.claim(stream, events, after);
      try {
        await this.#connection.append(stream, prepared, after);
        // Of two who append the same at once, both succeed; one of them has stored it.
        return await this.#readExactly(stream, after, events.length);
      } catch (error) {
        if (!(error instanceof TooLateError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Whom any version is right gets the end; who asks again, the place where it was stored. */
  async #placeFor(stream: string, { id }: NewEvent, end: End): Promise<number> {
    const stored = await this.#ids.find(id);
    return stored?.streamId === stream ? Number(stored.revision) : end.version;
  }

  /** What is stored already, when it is the same append. */
  async #repeated(
    stream: string,
    events: readonly NewEvent[],
    after: number,
    expected: ExpectedVersion,
    end: End,
  ): Promise<readonly RecordedEvent[]> {
    const isShorter = after + events.length > end.version;
    const stored = isShorter ? [] : await this.#readExactly(stream, after, events.length);
    if (stored.length > 0 && stored.every(({ id }, index) => id === events[index]!.id)) return stored;
    throw expected === "any"
      ? new DuplicateEventError(stream)
      : new VersionConflictError(stream, expected, end.version);
  }

  async #readExactly(stream: string, after: number, count: number): Promise<readonly RecordedEvent[]> {
    const reader = new Reader();
    return (await this.#connection.forwards(stream, after, count)).map((event) => reader.read(event));
  }

  async #endOf(stream: string): Promise<End> {
    const [last] = await this.#connection.backwards(stream, 1);
    return last === undefined ? { ...EMPTY, bytes: 0 } : endAt(last);
  }

  readStream(stream: string, afterVersion = 0): Promise<readonly RecordedEvent[]> {
    const reader = new Reader();
    return page(this.#after(stream, afterVersion), (event) => reader.read(event));
  }

  /** A few at a time: events may be large, and a page ends when it is. */
  async *#after(stream: string, version: number): AsyncGenerator<ServerEvent, void, undefined> {
    for (let after = version; ; after += CHUNK) {
      const events = await this.#connection.forwards(stream, after, CHUNK);
      yield* events;
      if (events.length < CHUNK) return;
    }
  }

  /** Reads everything: the server has no list of streams in order. */
  async streams(after: string, limit: number): Promise<readonly string[]> {
    const names = new Set<string>();
    for await (const { streamId } of this.#connection.all(null, true)) names.add(streamId);
    const later = [...names].filter((name) => Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0);
    return later.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, limit);
  }

  async findEvent(id: string): Promise<RecordedEvent | null> {
    const event = await this.#ids.find(id);
    return event === null ? null : readAlone(event);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return page(this.#connection.all(logPosition(after), true), readAlone, limit);
  }

  async head(): Promise<Position> {
    for await (const event of this.#connection.all(null, false)) return readAlone(event).position;
    return START;
  }

  /** Its log is written by one process in order: nobody keeps readers behind. */
  async delays(): Promise<readonly Delay[]> {
    return [];
  }

  async *follow(after: Position, signal: AbortSignal): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
    for await (const event of this.#connection.follow(logPosition(after), signal)) yield [readAlone(event)];
  }

  async readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null> {
    const [latest] = await this.#connection.backwards(snapshotsOf(stream), 1);
    if (latest === undefined) return null;
    const { version, state, checksum, chain, ...written } = snapshotSchema.parse(latest.data);
    const isTrue =
      written.schemaVersion === schemaVersion &&
      checksum === snapshotChecksum(stream, version, schemaVersion, state) &&
      chain === (await this.#checksumAt(stream, version));
    return isTrue ? { version, schemaVersion, state: JSON.parse(state) as unknown } : null;
  }

  async writeSnapshot(stream: string, { version, schemaVersion, state }: Snapshot): Promise<void> {
    const chain = await this.#checksumAt(stream, version);
    if (chain === null) return;
    const text = JSON.stringify(state);
    const checksum = snapshotChecksum(stream, version, schemaVersion, text);
    await this.#note(snapshotsOf(stream), "SnapshotTaken", { version, schemaVersion, state: text, checksum, chain });
  }

  async #checksumAt(stream: string, version: number): Promise<string | null> {
    const [event] = await this.#connection.forwards(stream, version - 1, 1);
    return event === undefined ? null : endAt(event).checksum;
  }

  async checkWritable(): Promise<void> {
    await this.#note(`${INTERNAL}writable`, "LookedAt", {});
  }

  /** Adds to a stream of which the latest event alone counts. */
  async #note(stream: string, type: string, data: JSONType): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const [last] = await this.#connection.backwards(stream, 1);
      const length = last === undefined ? 0 : Number(last.revision) + 1;
      try {
        await this.#connection.append(stream, [jsonEvent({ type, data })], length);
        return;
      } catch (error) {
        if (!(error instanceof TooLateError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}

const snapshotsOf = (stream: string): string => `${INTERNAL}snapshot-${stream}`;

/** As many events as a page takes. */
async function page(
  events: AsyncIterable<ServerEvent>,
  read: (event: ServerEvent) => RecordedEvent,
  limit: number = PAGE.events,
): Promise<readonly RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  let bytes = 0;
  if (limit === 0) return found;
  for await (const event of events) {
    found.push(read(event));
    bytes += Buffer.byteLength(JSON.stringify(event.data));
    if (found.length === limit || bytes >= PAGE.bytes) break;
  }
  return found;
}
