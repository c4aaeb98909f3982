/** The port of brokers: a log of events in another process, and consumers who share it. */
import type { Position, RecordedEvent } from "@etesian/event-store";
import type { Consumer } from "./event-bus.ts";

export interface Broker {
  /** The publisher's end: the state of the log, and a way to add to it. */
  publisher(): Promise<Publisher>;

  /** Deliveries to consumers of a name: one event at a time over all processes, which keeps the order. */
  inbox(consumer: Consumer): Promise<Inbox>;

  close(): Promise<void>;
}

export interface Publisher {
  /**
   * Position of the last event in the log. "nothing": the log never had an event, or was deleted. "unknown": all of its
   * events have expired.
   */
  readonly last: Position | "nothing" | "unknown";
  /** Aborts when the connection was lost meanwhile: the state of the log is to be read again. */
  readonly lost: AbortSignal;
  /**
   * Adds an event to the log's end, unless the broker knows its id; resolves when it has it. @throws when the log's end
   * has moved: it lost events, or another process writes to it.
   */
  publish(event: RecordedEvent): Promise<void>;
}

export interface Inbox {
  /** The next message; null when none came for a while. */
  next(): Promise<Message | null>;
}

/** Delivered again when it is neither acknowledged nor worked on for some seconds. */
export interface Message {
  /** @throws when it is no event. */
  event(): RecordedEvent;
  /** It takes longer. */
  working(): void;
  /** It is done; the next one may come. */
  acknowledge(): Promise<void>;
  /** Leaves it to another process. */
  refuse(): void;
}
