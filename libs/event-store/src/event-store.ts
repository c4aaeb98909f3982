/** The port of event stores. Adapters differ in where events are stored, not in their guarantees. */
import type { NewEvent, Position, RecordedEvent } from "./event.ts";

/**
 * Number of events that the stream must have (0: none yet); "any" for writers that do not depend on the stream's
 * state.
 */
export type ExpectedVersion = number | "any";

export interface EventStore {
  /**
   * Appends events to a stream, all or none. Once it resolves, they are durable and visible to every reader of the
   * stream. Idempotent: a repeated append (the same ids, at the same position) resolves to the stored events, so a
   * caller that lost the response can repeat the append.
   * @throws VersionConflictError if the stream has another version; nothing was stored.
   * @throws DuplicateEventError if the id of one of the events is already stored elsewhere; nothing was stored.
   * @throws StreamFullError if the stream would exceed its limits; nothing was stored.
   * @throws AppendTooLargeError if the events exceed the store's size limit; nothing was stored.
   * @throws StoreUnavailableError if the store cannot be reached or written to. @throws UncertainAppendError if it was
   * reached and the response was lost. @throws EventClaimedError while it is unknown whether one of the events is
   * stored elsewhere.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]>;

  /**
   * A page of a stream's events after a version, in order, within the limits of `PAGE`. Empty at the end of the
   * stream, or if there is no such stream. @throws DamagedEventError, like all methods that read events, if an event
   * differs from the stored one.
   */
  readStream(stream: string, afterVersion?: number): Promise<readonly RecordedEvent[]>;

  /** Names of all streams that exist at the time of the call, each once. */
  streams(): AsyncIterable<string>;

  /** The event with an id, in any stream; null if it is not stored. */
  findEvent(id: string): Promise<RecordedEvent | null>;

  /**
   * Events of all streams after a position, in commit order, limited to `limit` events and the bytes of one page. An
   * event never appears after one with a later position, so a reader that continues from its last position misses
   * nothing, even during concurrent writes.
   */
  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]>;

  /** Position of the latest event, START if there is none; `readAll` may lag slightly behind it during writes. */
  head(): Promise<Position>;

  /** Appends that keep `readAll` behind `head`, the longest-running first. */
  delays(): Promise<readonly Delay[]>;

  /** All events after a position in commit order, including future ones, until the signal aborts. */
  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]>;

  /** The stream's snapshot; null if there is none of this schema version, or it is invalid. */
  readSnapshot(stream: string, schemaVersion: number): Promise<Snapshot | null>;

  /** Stores a snapshot of the stream, replacing the previous one. */
  writeSnapshot(stream: string, snapshot: Snapshot): Promise<void>;

  /**
   * Writes and removes as much data as a typical change. @throws StoreUnavailableError if nothing can be appended.
   */
  checkWritable(): Promise<void>;

  close(): Promise<void>;
}

/** A connection with an open append that delays readers. */
export interface Delay {
  /** Description, such as "process 12 of database etesian, idle in transaction". */
  readonly holder: string;
  readonly seconds: number;
}

/** The state of a stream at a version. It saves replaying the events, from which it can be derived again. */
export interface Snapshot {
  readonly version: number;
  /** Version of the state's shape, from 1: snapshots of other versions are not read. */
  readonly schemaVersion: number;
  /** Plain JSON. */
  readonly state: unknown;
}

/** Limits on one page: a number of events, and the bytes of data after which no further event is read. */
export const PAGE = { events: 500, bytes: 1_000_000 } as const;

/** Limits on one stream; the bytes are the size of its events' data. */
export const MAX_STREAM_EVENTS = 100_000;
export const MAX_STREAM_BYTES = 256 * 1024 * 1024;

/** @throws StreamFullError if a stream would exceed its limits. */
export function checkStreamLimits(stream: string, events: number, bytes: number): void {
  if (events > MAX_STREAM_EVENTS || bytes > MAX_STREAM_BYTES) {
    throw new StreamFullError(stream, `${events} events, ${bytes} bytes`);
  }
}

/** Maximum events in one append; more indicates a bug. */
export const MAX_APPEND = 1_000;

export function checkAppend(stream: string, events: readonly NewEvent[], expectedVersion: ExpectedVersion): void {
  if (stream === "") throw new RangeError("append: the stream has no name");
  if (events.length === 0 || events.length > MAX_APPEND) {
    throw new RangeError(`append to ${stream}: ${events.length} events, expected 1 to ${MAX_APPEND}`);
  }
  if (expectedVersion !== "any" && !(Number.isSafeInteger(expectedVersion) && expectedVersion >= 0)) {
    throw new RangeError(`append to ${stream}: expected version ${expectedVersion} is not a non-negative integer`);
  }
  for (const { time } of events) {
    if (!TIME.test(time))
      throw new RangeError(`append to ${stream}: the time is "${time}", expected the form 2026-11-21T09:23:00.123Z`);
  }
}

/** Reads names page by page, in code point order. */
export async function* readPages(
  read: (after: string, limit: number) => Promise<readonly string[]>,
): AsyncGenerator<string, void, undefined> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const names = await read(after, 1_000);
    yield* names;
    after = names.at(-1);
  }
}

/** ISO 8601, UTC, milliseconds, in the format of `Date.toISOString`. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The stream's version differs from the expected one: another append came first. */
export class VersionConflictError extends Error {
  override readonly name = "VersionConflictError";
  readonly stream: string;
  readonly expected: number;
  readonly actual: number;

  constructor(stream: string, expected: number, actual: number) {
    super(`Stream ${stream} has version ${actual}, expected ${expected}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

export class DuplicateEventError extends Error {
  override readonly name = "DuplicateEventError";

  readonly stream: string;

  constructor(stream: string, cause?: unknown) {
    super(`An event appended to ${stream} has the id of an event that is already stored`, { cause });
    this.stream = stream;
  }
}

/** The stream has reached its limits; a copy of its state starts a new stream. */
export class StreamFullError extends Error {
  override readonly name = "StreamFullError";
  readonly stream: string;

  constructor(stream: string, size: string) {
    super(
      `Stream ${stream} is full: it would have ${size}; the limits are ${MAX_STREAM_EVENTS} events and ${MAX_STREAM_BYTES} bytes`,
    );
    this.stream = stream;
  }
}

/** The append exceeds the store's size limit, so a retry will fail as well. */
export class AppendTooLargeError extends Error {
  override readonly name = "AppendTooLargeError";
  readonly stream: string;

  constructor(stream: string, bytes: number, limit: number, cause?: unknown) {
    super(`An append to ${stream} has ${bytes} bytes; the event store accepts at most ${limit} bytes`, { cause });
    this.stream = stream;
  }
}

/** The store cannot be reached, read or written now: no connection, full disk, broken file. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  readonly isForOperators = true;
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`The event store is not available: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The response to an append was lost: it is unknown whether its events are stored until they are looked up. */
export class UncertainAppendError extends StoreUnavailableError {}

/**
 * The id of an event is claimed for another stream by an append that is running or was interrupted. Appending the
 * same event to that stream resolves this.
 */
export class EventClaimedError extends StoreUnavailableError {
  /** The stream for which the id is claimed. */
  readonly claimedStream: string;

  constructor(claimedStream: string) {
    super("an append with the id of one of these events is in progress");
    this.claimedStream = claimedStream;
  }
}
