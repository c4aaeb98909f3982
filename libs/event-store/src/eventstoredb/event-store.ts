/**
 * Events in EventStoreDB (KurrentDB), with one server stream per stream. The server's log is in commit order, and
 * positions refer to it. Additional streams provide features that the server lacks: unique ids (`~id-…`), snapshots
 * (`~snapshot-…`) and large data (`~data-…`).
 */
import { jsonEvent, type JSONType } from "@eventstore/db-client";
import { systemClock } from "@etesian/clock";
import { KeyedQueue } from "@etesian/collections";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  checkAppend,
  checkStreamLimits,
  type Delay,
  DuplicateEventError,
  type EventStore,
  type ExpectedVersion,
  PAGE,
  type Snapshot,
  StoreUnavailableError,
  VersionConflictError,
} from "../event-store.ts";
import { type NewEvent, type Position, type RecordedEvent, START } from "../event.ts";
import { DamagedEventError, EMPTY, snapshotChecksum } from "../stored-event.ts";
import { Connection, INTERNAL, type ServerEvent, LateAppendError } from "./connection.ts";
import { EventIds } from "./event-ids.ts";
import { findData, storeData, readChunks, writeChunks } from "./large-data.ts";
import {
  dataReferenceOf,
  type StreamEnd,
  endAt,
  logPosition,
  positionOf,
  prepare,
  Reader,
  versionOf,
} from "./stored.ts";

/** Maximum appends queued per stream, and their maximum waiting time. */
const QUEUE_LIMITS = { length: 1_000, waitMs: 30_000 };
/** Number of events read from a stream at a time. */
const CHUNK = 50;
/** One attempt for each concurrent append by another process; more indicates a bug. */
const ATTEMPTS = 100;
/** Larger states (bytes) are stored separately; JSON inside JSON may double in length. */
const LARGE_STATE = 256 * 1024;

const snapshotSchema = z.object({
  version: z.int(),
  schemaVersion: z.int(),
  state: z.string(),
  /** Where a large state is stored. */
  stateIn: z.object({ stream: z.string(), bytes: z.int() }).optional(),
  checksum: z.string(),
  /** Checksum of the last event covered by the snapshot. */
  chain: z.string(),
});

/**
 * `url` is the server's connection string: "esdb://host:2113?tls=false". `inOrder`: concurrent appends are sent, and
 * therefore logged, in the order of the calls.
 */
export async function openEventStoreDb(url: string, inOrder: boolean): Promise<EventStore> {
  const connection = new Connection(url);
  try {
    await connection.probe();
  } catch (error) {
    connection.close();
    throw error;
  }
  return new EventStoreDbEventStore(connection, inOrder);
}

/** An append's turn among concurrent appends: it is sent after the earlier ones. */
interface SendTurn {
  readonly earlierSends: Promise<void> | null;
  readonly markSent: () => void;
}

class EventStoreDbEventStore implements EventStore {
  readonly #connection: Connection;
  readonly #ids: EventIds;
  /** Queues appends of this process to one stream, instead of letting them retry against each other. */
  readonly #appendQueue = new KeyedQueue<string>(QUEUE_LIMITS, systemClock);

  /** Resolves when all earlier appends are sent; null if their order is irrelevant. */
  #allSent: Promise<void> | null;

  constructor(connection: Connection, inOrder: boolean) {
    this.#connection = connection;
    this.#allSent = inOrder ? Promise.resolve() : null;
    this.#ids = new EventIds(connection);
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]> {
    checkAppend(stream, events, expectedVersion);
    const sending = Promise.withResolvers<void>();
    // If an append fails, later appends that wait for it are not sent and fail as well. If none waits, this handler
    // prevents an unhandled rejection.
    sending.promise.catch(() => {});
    const turn: SendTurn = { earlierSends: this.#allSent, markSent: sending.resolve };
    if (this.#allSent !== null) this.#allSent = sending.promise;
    try {
      const recorded = await this.#appendQueue.run(stream, () =>
        this.#connection.withDeadline(() => this.#append(stream, events, expectedVersion, turn)),
      );
      sending.resolve();
      return recorded;
    } catch (error) {
      sending.reject(error);
      throw error;
    }
  }

  async #append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
    { earlierSends, markSent }: SendTurn,
  ): Promise<readonly RecordedEvent[]> {
    if (/^[$~]/.test(stream))
      throw new RangeError(`append to ${stream}: stream names in EventStoreDB must not begin with $ or ~`);
    for (let attempt = 1; ; attempt++) {
      const end = await this.#endOf(stream);
      const after = expectedVersion === "any" ? await this.#versionFor(stream, events[0]!, end) : expectedVersion;
      if (after !== end.version) return this.#findRepeatedAppend(stream, events, after, expectedVersion, end);
      const { events: prepared, end: next, large } = prepare(stream, end, events);
      checkStreamLimits(stream, next.version, next.bytes);
      for (const data of large) await storeData(this.#connection, data);
      await this.#ids.claim(stream, events, after);
      if (earlierSends !== null) await earlierSends;
      try {
        const appending = this.#connection.append(stream, prepared, after);
        markSent();
        await appending;
        // If two callers append the same events concurrently, both succeed; only one of them has stored them.
        return await this.#readBack(stream, after, events);
      } catch (error) {
        if (!(error instanceof LateAppendError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /**
   * The version to append after: the end of the stream for "any", or the version before the stored events for a
   * repeated append.
   */
  async #versionFor(stream: string, { id }: NewEvent, end: StreamEnd): Promise<number> {
    const stored = await this.#ids.find(id);
    return stored?.streamId === stream ? Number(stored.revision) : end.version;
  }

  /** The stored events of the same append. @throws DuplicateEventError or VersionConflictError if it is not stored */
  async #findRepeatedAppend(
    stream: string,
    events: readonly NewEvent[],
    after: number,
    expected: ExpectedVersion,
    end: StreamEnd,
  ): Promise<readonly RecordedEvent[]> {
    const stored = after + events.length > end.version ? [] : await this.#read(stream, after, events.length);
    if (haveSameIds(stored, events)) return stored;
    throw expected === "any"
      ? new DuplicateEventError(stream)
      : new VersionConflictError(stream, expected, end.version);
  }

  /** Reads events that the server has acknowledged. */
  async #readBack(stream: string, after: number, events: readonly NewEvent[]): Promise<readonly RecordedEvent[]> {
    const stored = await this.#read(stream, after, events.length);
    if (haveSameIds(stored, events)) return stored;
    // A new leader may not have them yet, or a previous leader may not know that it was replaced.
    throw new StoreUnavailableError(`an append to ${stream} cannot be read yet`);
  }

  /** Up to `count` events of a stream after a version. */
  async #read(stream: string, after: number, count: number): Promise<readonly RecordedEvent[]> {
    const read = this.#createVerifier();
    const recorded: RecordedEvent[] = [];
    for (const event of await this.#connection.readForwards(stream, after, count))
      recorded.push((await read(event)).event);
    return recorded;
  }

  /** Returns a function that reads and verifies the events of one stream in order. */
  #createVerifier(): (event: ServerEvent) => Promise<VerifiedEvent> {
    const reader = new Reader();
    return async (event) => {
      const data = await this.#dataOf(event);
      return { event: reader.read(event, data), bytes: Buffer.byteLength(data) };
    };
  }

  readonly #readSingle = (event: ServerEvent): Promise<VerifiedEvent> => this.#createVerifier()(event);

  /** An event's data as JSON, from wherever they are stored. */
  async #dataOf(event: ServerEvent): Promise<string> {
    const reference = dataReferenceOf(event);
    if (reference === null) return JSON.stringify(event.data);
    const data = await findData(this.#connection, reference);
    if (data === null)
      throw new DamagedEventError(event.streamId, versionOf(event), "its data differ from the stored ones");
    return data.toString();
  }

  async #endOf(stream: string): Promise<StreamEnd> {
    const [last] = await this.#connection.readBackwards(stream, 1);
    return last === undefined ? { ...EMPTY, bytes: 0 } : endAt(last);
  }

  readStream(stream: string, afterVersion = 0): Promise<readonly RecordedEvent[]> {
    return this.#connection.withDeadline(() => readPage(this.#readAfter(stream, afterVersion), this.#createVerifier()));
  }

  /** Reads a few events at a time, because they may be large and a page is limited in bytes. */
  async *#readAfter(stream: string, version: number): AsyncGenerator<ServerEvent, void, undefined> {
    for (let after = version; ; after += CHUNK) {
      const events = await this.#connection.readForwards(stream, after, CHUNK);
      yield* events;
      if (events.length < CHUNK) return;
    }
  }

  /** Reads the whole log: the server has no list of streams. */
  async *streams(): AsyncGenerator<string, void, undefined> {
    const names = new Set<string>();
    for await (const { streamId } of this.#connection.readAll(null)) {
      if (names.has(streamId)) continue;
      names.add(streamId);
      yield streamId;
    }
  }

  findEvent(id: string): Promise<RecordedEvent | null> {
    return this.#connection.withDeadline(async () => {
      const event = await this.#ids.find(id);
      return event === null ? null : (await this.#readSingle(event)).event;
    });
  }

  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#connection.withDeadline(() =>
      readPage(this.#connection.readAll(logPosition(after)), this.#readSingle, limit),
    );
  }

  async head(): Promise<Position> {
    const last = await this.#connection.readLast();
    return last === null ? START : positionOf(last);
  }

  /** The server writes its log in order, so no append delays readers. */
  async delays(): Promise<readonly Delay[]> {
    return [];
  }

  async *follow(after: Position, signal: AbortSignal): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
    for await (const event of this.#connection.follow(logPosition(after), signal)) {
      yield [(await this.#readSingle(event)).event];
    }
  }

  readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null> {
    return this.#connection.withDeadline(async () => {
      const [latest] = await this.#connection.readBackwards(snapshotsOf(stream), 1);
      if (latest === undefined) return null;
      const { version, checksum, chain, ...snapshot } = snapshotSchema.parse(latest.data);
      if (snapshot.schemaVersion !== schemaVersion || chain !== (await this.#checksumAt(stream, version))) return null;
      const state = await this.#stateOf(snapshot);
      if (state === null || checksum !== snapshotChecksum(stream, version, schemaVersion, state)) return null;
      return { version, schemaVersion, state: JSON.parse(state) as unknown };
    });
  }

  async #stateOf({
    state,
    stateIn,
  }: Pick<z.infer<typeof snapshotSchema>, "state" | "stateIn">): Promise<string | null> {
    if (stateIn === undefined) return state;
    const data = await readChunks(this.#connection, stateIn.stream, stateIn.bytes);
    return data === null ? null : data.toString();
  }

  writeSnapshot(stream: string, { version, schemaVersion, state }: Snapshot): Promise<void> {
    return this.#connection.withDeadline(async () => {
      const chain = await this.#checksumAt(stream, version);
      if (chain === null) return;
      const text = JSON.stringify(state);
      const data = Buffer.from(text);
      const stateIn =
        data.length > LARGE_STATE ? { stream: `${INTERNAL}state-${randomUUID()}`, bytes: data.length } : undefined;
      if (stateIn !== undefined) await writeChunks(this.#connection, stateIn.stream, data);
      const previousEvent = await this.#replaceLatest(snapshotsOf(stream), "SnapshotTaken", {
        version,
        schemaVersion,
        state: stateIn === undefined ? text : "",
        ...(stateIn === undefined ? {} : { stateIn }),
        checksum: snapshotChecksum(stream, version, schemaVersion, text),
        chain,
      });
      const replacedState = snapshotSchema.safeParse(previousEvent?.data).data?.stateIn;
      if (replacedState !== undefined) await this.#connection.remove(replacedState.stream);
    });
  }

  async #checksumAt(stream: string, version: number): Promise<string | null> {
    const [event] = await this.#connection.readForwards(stream, version - 1, 1);
    return event === undefined ? null : endAt(event).checksum;
  }

  async checkWritable(): Promise<void> {
    await this.#connection.withDeadline(() => this.#replaceLatest(`${INTERNAL}writable`, "LookedAt", {}));
  }

  /** Appends to a stream in which only the latest event matters; returns the previous one. */
  async #replaceLatest(stream: string, type: string, data: JSONType): Promise<ServerEvent | null> {
    for (let attempt = 1; ; attempt++) {
      const [last] = await this.#connection.readBackwards(stream, 1);
      const length = last === undefined ? 0 : Number(last.revision) + 1;
      if (length === 0) await this.#connection.keepLatestOnly(stream);
      try {
        await this.#connection.append(stream, [jsonEvent({ type, data })], length);
        return last ?? null;
      } catch (error) {
        if (!(error instanceof LateAppendError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}

const snapshotsOf = (stream: string): string => `${INTERNAL}snapshot-${stream}`;

const haveSameIds = (stored: readonly RecordedEvent[], events: readonly NewEvent[]): boolean =>
  stored.length === events.length && stored.every(({ id }, index) => id === events[index]!.id);

/** An event and the size of its data in bytes. */
interface VerifiedEvent {
  readonly event: RecordedEvent;
  readonly bytes: number;
}

/** Reads the events of one page. */
async function readPage(
  events: AsyncIterable<ServerEvent>,
  read: (event: ServerEvent) => Promise<VerifiedEvent>,
  limit: number = PAGE.events,
): Promise<readonly RecordedEvent[]> {
  const results: RecordedEvent[] = [];
  let bytes = 0;
  if (limit === 0) return results;
  for await (const serverEvent of events) {
    const { event, bytes: eventBytes } = await read(serverEvent);
    results.push(event);
    bytes += eventBytes;
    if (results.length === limit || bytes >= PAGE.bytes) break;
  }
  return results;
}
