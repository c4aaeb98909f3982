/** The port of event stores. Adapters differ in where events go, not in what can be relied on. */
import type { NewEvent, Position, RecordedEvent } from "./event.ts";

/** Number of events that the stream must have (0: none yet); "any" for whoever does not depend on the stream's state. */
export type ExpectedVersion = number | "any";

export interface EventStore {
  /**
   * Appends events to a stream, all or none. When it resolves they are durable and visible to every reader of the
   * stream.
   * @throws VersionConflictError when the stream has another version; nothing was stored.
   * @throws DuplicateEventError when an event with the id of one of them is already stored; nothing was stored.
   * @throws StoreUnavailableError when the store cannot be reached or written.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: ExpectedVersion,
  ): Promise<readonly RecordedEvent[]>;

  /** Events of a stream after a version, in order; none when there is no such stream. */
  readStream(stream: string, afterVersion?: number): Promise<readonly RecordedEvent[]>;

  /**
   * Events of all streams after a position, in commit order, at most `limit`. An event is never seen after one with a
   * later position: a reader that goes on from the last position it saw misses nothing, however many write meanwhile.
   */
  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]>;

  /** Position of the latest event, START when there is none; `readAll` may be a moment behind it while others write. */
  head(): Promise<Position>;

  /** All events after a position in commit order, those to come included, until the signal aborts. */
  follow(after: Position, signal: AbortSignal): AsyncIterable<readonly RecordedEvent[]>;

  close(): Promise<void>;
}

/** More in one append is a mistake. */
export const MAX_APPEND = 1_000;

export function checkAppend(stream: string, events: readonly NewEvent[], expectedVersion: ExpectedVersion): void {
  if (stream === "") throw new RangeError("append: the stream has no name");
  if (events.length === 0 || events.length > MAX_APPEND) {
    throw new RangeError(`append to ${stream}: ${events.length} events, expected 1 to ${MAX_APPEND}`);
  }
  if (expectedVersion !== "any" && !(Number.isSafeInteger(expectedVersion) && expectedVersion >= 0)) {
    throw new RangeError(`append to ${stream}: expected version ${expectedVersion} is not a whole number from 0`);
  }
}

/** The stream has another version than expected: somebody else was faster. */
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
    super(`An event appended to ${stream} has the id of one that is stored already`, { cause });
    this.stream = stream;
  }
}

/** The store cannot be reached, read or written now: no connection, disk full, broken file. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`The event store is not available: ${reason}`, { cause });
    this.reason = reason;
  }
}
