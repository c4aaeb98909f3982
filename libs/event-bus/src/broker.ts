/** The port for message brokers: a log of events in another process, shared by consumers. */
import type { Position, RecordedEvent } from "@etesian/event-store";
import type { Consumer } from "./event-bus.ts";

export interface Broker {
  /** Connects a publisher. */
  publisher(): Promise<Publisher>;

  /**
   * Connects a consumer. Consumers of the same name receive one event at a time across all processes, which keeps the
   * order.
   */
  subscribe(consumer: Consumer): Promise<BrokerSubscription>;

  close(): Promise<void>;
}

export interface Publisher {
  /**
   * Position of the last event in the log. "nothing": the log never had an event, or was deleted. "unknown": all of its
   * events have expired.
   */
  readonly last: Position | "nothing" | "unknown";
  /** Aborts when the connection is lost; the log must then be read again. */
  readonly lost: AbortSignal;
  /**
   * Appends an event to the log, unless the broker already has its id. Resolves once it is stored. @throws if the end
   * of the log has moved, because the log lost events or another process writes to it
   */
  publish(event: RecordedEvent): Promise<void>;
}

export interface BrokerSubscription {
  /** Resolves to the next message, or to null after a timeout. */
  next(): Promise<Message | null>;
}

/** A delivery. It is repeated unless it is acknowledged or marked as in progress within a few seconds. */
export interface Message {
  /** @throws if the message is not an event */
  event(): RecordedEvent;
  /** Marks the message as in progress, which extends its deadline. */
  working(): void;
  /** Confirms the message, so that the next one is delivered. */
  acknowledge(): Promise<void>;
  /** Returns the message for delivery to another process. */
  reject(): void;
}
