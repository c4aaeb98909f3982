/** The port of event buses: delivers the events of a store to subscribers. */
import type { EventStore, Position, RecordedEvent } from "@etesian/event-store";

export interface EventBus {
  /**
   * Publishes all events of a store in commit order, starting after the checkpoint, until stopped. Appends never wait
   * for the bus: without consumers or a broker, events remain in the store.
   */
  relay(source: EventStore, checkpoint: Checkpoint): Subscription;

  /**
   * Delivers events to a consumer in commit order, at least once each, starting after its checkpoint. A failing
   * consumer receives the same event until it succeeds; a restarted one receives the events that it missed.
   */
  subscribe(consumer: Consumer): Subscription;

  close(): Promise<void>;
}

export interface Consumer {
  /** Consumers of the same name in several processes share the events. */
  readonly name: string;
  /** Only events of streams "CATEGORY-…" are delivered; without a category, all are. */
  readonly category?: string;
  /**
   * The position of the last handled event. An event may be delivered again after a failure between handling and
   * saving.
   */
  readonly checkpoint: Checkpoint;
  handle(event: RecordedEvent): Promise<void>;
}

/** A reader's position, stored next to its results. */
export interface Checkpoint {
  load(): Promise<Position>;
  save(position: Position): Promise<void>;
}

export interface Subscription {
  /** Resolves when the running handler has finished. */
  stop(): Promise<void>;
}

/** Receives warnings about failures. */
export interface BusLog {
  warn(facts: object, message: string): void;
}

/** The category of a stream: "scenario" for "scenario-12". */
export const categoryOf = (stream: string): string => stream.slice(0, Math.max(0, stream.lastIndexOf("-")));
