/** Events as they are stored: the payload, and the envelope that says what, where, when, who and why. */
/**
 * Place in the order of all events of a store, opaque but comparable: `a < b` as text exactly when a comes before b.
 * Consumers keep it as their checkpoint.
 */
export type Position = string & { readonly position: unique symbol };

/** Before the first event. */
export const START = "" as Position;

/** An event about to be appended. */
export interface NewEvent {
  /** A UUID: the same event is stored once. */
  readonly id: string;
  /** Name of the change in the past tense: "InputsSet". */
  readonly type: string;
  /** Version of the payload's schema, from 1. */
  readonly schemaVersion: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string;
  /** Author of the change: "anonymous", "user:12", "service:migrations". */
  readonly actor: string;
  /** The request it all began with. */
  readonly correlationId: string;
  /**
   * The event that it answers; null for a request without an idempotency key. For a request with one it is an id
   * derived from the request and, behind a space, the key where that is a UUID.
   */
  readonly causationId: string | null;
  /** Plain JSON. */
  readonly data: unknown;
}

/** An event in the store. */
export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** Place in its stream, from 1, without gaps. */
  readonly version: number;
  readonly position: Position;
}
