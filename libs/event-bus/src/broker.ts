/** The port of brokers: a log of events in another process, and consumers who share it. */
import type { Position, RecordedEvent } from "@etesian/event-store";
import type { Consumer } from "./event-bus.ts";

export interface Broker {
  /** Ready to take events: what it has, and a way to add to it. */
  publisher(): Promise<Publisher>;

  /** What is delivered to consumers of a name: one event at a time over all processes, that is what keeps the order. */
  inbox(consumer: Consumer): Promise<Inbox>;

  close(): Promise<void>;
}

export interface Publisher {
  /**
   * Position of the last event in the log; "nothing" when no event was ever in it, as after it was deleted; "unknown" when it
   * had some that have expired since.
   */
  readonly last: Position | "nothing" | "unknown";
  /** Aborts when the connection was lost meanwhile: what the log has then is to be found out anew. */
  readonly lost: AbortSignal;
  /**
   * Adds an event to the log's end, unless the broker knows its id; resolves when it has it.
   * @throws when the end is not where it was left: the log has lost events, or somebody else writes to it.
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
  /** It is somebody else's to do. */
  refuse(): void;
}
