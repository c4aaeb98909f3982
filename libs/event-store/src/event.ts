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
  /** What happened, in past tense: "InputsSet". */
  readonly type: string;
  /** Version of the payload's schema, from 1. */
  readonly schemaVersion: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string;
  /** Who did it: "anonymous", "user:12", "service:migrations". */
  readonly actor: string;
  /** The request it all began with. */
  readonly correlationId: string;
  /**
   * The event that it answers; of a request with an idempotency key, the id that follows from what was asked for and, behind a
   * space, the key where that is a UUID; null when it was another request.
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
