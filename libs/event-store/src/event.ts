/** Events in storage: the payload, and the envelope with type, stream, time, author and cause. */
/**
 * Position in the order of all events of a store, opaque but comparable: `a < b` as text exactly if a comes before b.
 * Consumers store it as their checkpoint.
 */
export type Position = string & { readonly position: unique symbol };

/** The position before the first event. */
export const START = "" as Position;

/** An event about to be appended. */
export interface NewEvent {
  /** A UUID, which makes appending the event idempotent. */
  readonly id: string;
  /** Name of the change in the past tense: "InputsSet". */
  readonly type: string;
  /** Version of the payload's schema, from 1. */
  readonly schemaVersion: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string;
  /** Author of the change, such as "anonymous", "user:12" or "service:migrations". */
  readonly actor: string;
  /** Id of the original request. */
  readonly correlationId: string;
  /**
   * Id of the causing event; null for a request without an idempotency key. For a request with one, an id derived
   * from the request and, after a space, the key if it is a UUID.
   */
  readonly causationId: string | null;
  /** Plain JSON. */
  readonly data: unknown;
}

/** An event in the store. */
export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** Version of the stream after the event, from 1, without gaps. */
  readonly version: number;
  readonly position: Position;
}
