/** The port of event buses: delivers the events of a store to subscribers. */
import type { EventStore, Position, RecordedEvent } from "@etesian/event-store";

export interface EventBus {
  /**
   * Hands on all events of a store, in commit order, going on after its checkpoint, until it is stopped. Appending
   * never waits for the bus: while nobody listens or the broker is away, events wait in the store.
   */
  relay(source: EventStore, checkpoint: Checkpoint): Subscription;

  /**
   * Delivers events to a consumer, in commit order and at least once each, going on after its checkpoint. A consumer
   * that fails gets the same event again until it succeeds; one that was away gets what it missed.
   */
  subscribe(consumer: Consumer): Subscription;

  close(): Promise<void>;
}

export interface Consumer {
  /** Consumers of the same name in several processes share the events between them. */
  readonly name: string;
  /** Only events of streams "CATEGORY-…"; absent: all. */
  readonly category?: string;
  /** How far it has come. An event may be delivered again when it failed between handling and saving. */
  readonly checkpoint: Checkpoint;
  handle(event: RecordedEvent): Promise<void>;
}

/** Where a reader of events stands, kept beside what it makes of them. */
export interface Checkpoint {
  load(): Promise<Position>;
  save(position: Position): Promise<void>;
}

export interface Subscription {
  /** Resolves when nothing is being handled any more. */
  stop(): Promise<void>;
}

/** The log of failures. */
export interface BusLog {
  warn(facts: object, message: string): void;
}

/** "scenario" of "scenario-12". */
export const categoryOf = (stream: string): string => stream.slice(0, Math.max(0, stream.lastIndexOf("-")));
