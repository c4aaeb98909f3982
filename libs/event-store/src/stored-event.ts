/**
 * The stored form of events: the payload as text, and a checksum. A stream's checksums form a chain, each over the
 * previous checksum and its own event, and the stream's head repeats the last one. Every reader therefore detects an
 * event that was changed, lost, moved or truncated, and refuses to serve it.
 */
import { hash } from "node:crypto";
import { commandOf } from "@etesian/service-kit/commands";
import type { NewEvent, Position, RecordedEvent } from "./event.ts";

/** An event to store, with its data as JSON. */
export interface EventRecord extends Omit<NewEvent, "data"> {
  readonly data: string;
}

export interface StoredEvent extends EventRecord {
  readonly stream: string;
  readonly version: number;
  readonly checksum: string;
}

/** The end of a stream, stored separately from its events. */
export interface StreamHead {
  readonly version: number;
  readonly checksum: string;
}

/** The head before the first event of a stream. */
export const EMPTY: StreamHead = { version: 0, checksum: "" };

export const encode = (event: NewEvent): EventRecord => ({ ...event, data: JSON.stringify(event.data) });

/** Converts a verified event to its public form. */
export function decode(event: StoredEvent, position: Position): RecordedEvent {
  const { id, type, schemaVersion, time, actor, correlationId, causationId, stream, version } = event;
  const data = JSON.parse(event.data) as unknown;
  return { id, type, schemaVersion, time, actor, correlationId, causationId, data, stream, version, position };
}

const DIGITS = 32;

/** Checksum of an event that follows one with the checksum `previous`. The PostgreSQL schema has the same function. */
export function checksumOf(previous: string, stream: string, version: number, event: EventRecord): string {
  const { id, type, schemaVersion, time, actor, correlationId, causationId, data } = event;
  const parts = [
    previous,
    stream,
    version,
    id,
    type,
    schemaVersion,
    time,
    actor,
    correlationId,
    causationId ?? "",
    data,
  ];
  return hash("sha256", parts.join("\n"), "hex").slice(0, DIGITS);
}

/** Verifies the events of a stream as they are read in order. */
export class Chain {
  readonly #stream: string;
  #last: StreamHead;

  /** `last` is the event before the first one to verify. */
  constructor(stream: string, last: StreamHead) {
    this.#stream = stream;
    this.#last = last;
  }

  /** @throws DamagedEventError if it differs from the stored event, or does not follow the previous one. */
  add(event: StoredEvent): void {
    const { version, checksum } = this.#last;
    if (event.stream !== this.#stream || event.version !== version + 1) {
      throw new DamagedEventError(this.#stream, version + 1, "it is missing");
    }
    if (event.checksum !== checksumOf(checksum, event.stream, event.version, event)) {
      throw new DamagedEventError(
        this.#stream,
        event.version,
        "it differs from the stored event, or the event before it does",
      );
    }
    this.#last = event;
  }

  /** @throws DamagedEventError if the stream does not end at its head. */
  end(head: StreamHead): void {
    const { version, checksum } = this.#last;
    if (version < head.version) throw new DamagedEventError(this.#stream, version + 1, "it is missing");
    if (version !== head.version || checksum !== head.checksum) {
      throw new DamagedEventError(this.#stream, version, "the head of its stream does not match it");
    }
  }
}

/** A stored event was modified or lost, so anything derived from it would be wrong. */
export class DamagedEventError extends Error {
  override readonly name = "DamagedEventError";
  readonly isForOperators = true;
  readonly stream: string;
  readonly version: number;

  constructor(stream: string, version: number, problem: string) {
    super(`Event ${version} of ${stream} is damaged: ${problem}. Check the store with: ${commandOf("events")} check`);
    this.stream = stream;
    this.version = version;
  }
}

export const snapshotChecksum = (stream: string, version: number, schemaVersion: number, state: string): string =>
  hash("sha256", [stream, version, schemaVersion, state].join("\n"), "hex").slice(0, DIGITS);
