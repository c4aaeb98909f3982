/**
 * A work queue for other processes, on NATS JetStream. An item is a key without content. It stays on the server until a
 * worker confirms it. It is delivered to one worker at a time, and redelivered if that worker fails. Delivery is at
 * least once: a confirmed item may be delivered again.
 */
import {
  AckPolicy,
  type Consumer,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
} from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { NatsConnection } from "./nats-connection.ts";

/** Items that are not confirmed or extended within this time are delivered to another worker. */
const ACKNOWLEDGE_MS = 6_000;
const WORKING_MS = 2_000;
const PUBLISH_MS = 5_000;
/** Time for which a pull waits on the server for the next item. */
const PULL_MS = 5_000;
/** Name of the consumer that all workers share. */
export const WORKERS = "workers";
/** The server's error code for an item that is already in the queue. */
const ALREADY_QUEUED = 10_077;

export interface WorkItem {
  /** Topic and name, as passed to `put`. */
  readonly topic: string;
  readonly name: string;
  /** Removes the item from the queue. */
  done(): Promise<void>;
  /** Returns the item to the queue, for delivery after a pause (ms). */
  requeue(pauseMs: number): void;
}

/** Topics and names of items consist of letters, digits, `-` and `_`. */
export class WorkQueue {
  readonly #connection: NatsConnection;
  readonly #stream: string;
  readonly #prefix: string;

  /** For the format of `url`, see `NatsConnection`. Each name is a separate queue. */
  constructor(url: string, name: string) {
    this.#connection = new NatsConnection(url);
    this.#prefix = `${this.#connection.namespace}.${name}`;
    this.#stream = queueStream(this.#connection.namespace, name);
  }

  /** Adds an item; no effect while it is in the queue. */
  async put(topic: string, name: string): Promise<void> {
    const { client } = await this.#open();
    try {
      await client.publish(`${this.#prefix}.${topic}.${name}`, "", { timeout: PUBLISH_MS });
    } catch (error) {
      if (!(error instanceof JetStreamApiError && error.code === ALREADY_QUEUED)) throw error;
    }
  }

  /** The items of a topic that are queued or in progress. Also makes items available that no worker would receive. */
  async namesIn(topic: string): Promise<ReadonlySet<string>> {
    const { manager } = await this.#open();
    await this.#redeliverSkipped(manager);
    const prefix = `${this.#prefix}.${topic}.`;
    const { state } = await manager.streams.info(this.#stream, { subjects_filter: `${prefix}>` });
    return new Set(Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length)));
  }

  /** Removes all items of a topic. */
  async drop(topic: string): Promise<void> {
    const { manager } = await this.#open();
    await manager.streams.purge(this.#stream, { filter: `${this.#prefix}.${topic}.>` });
  }

  /** Opens the queue for a worker. */
  async worker(): Promise<{
    /** The next item; null if there is none for a few seconds. */
    next(): Promise<WorkItem | null>;
  }> {
    const { client, manager } = await this.#open();
    await this.#addConsumer(manager);
    const source = await client.consumers.get(this.#stream, WORKERS);
    return { next: () => this.#next(source) };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #open() {
    return this.#connection.open(this.#stream, {
      subjects: [`${this.#prefix}.>`],
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      max_msgs_per_subject: 1,
      discard_new_per_subject: true,
    });
  }

  /**
   * A server that is killed after a purge (observed with 2.9) numbers new items from 1 again, but its consumer skips
   * the numbers that it has already delivered. A new consumer delivers every item.
   */
  async #redeliverSkipped(manager: JetStreamManager): Promise<void> {
    const consumer = await nullIfMissing(manager.consumers.info(this.#stream, WORKERS));
    if (consumer === null || consumer.num_pending > 0 || consumer.num_ack_pending > 0) return;
    const { state } = await manager.streams.info(this.#stream);
    if (state.messages === 0) return;
    await nullIfMissing(manager.consumers.delete(this.#stream, WORKERS));
    await this.#addConsumer(manager);
  }

  async #addConsumer(manager: JetStreamManager): Promise<void> {
    await manager.consumers.add(this.#stream, {
      durable_name: WORKERS,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACKNOWLEDGE_MS),
      max_ack_pending: -1,
    });
  }

  async #next(source: Consumer): Promise<WorkItem | null> {
    const message = await source.next({ expires: PULL_MS });
    if (message === null) return null;
    const extensionTimer = setInterval(() => message.working(), WORKING_MS);
    const [topic = "", name = ""] = message.subject.slice(this.#prefix.length + 1).split(".");
    return {
      topic,
      name,
      done: async () => {
        clearInterval(extensionTimer);
        await message.ackAck();
      },
      requeue: (pauseMs) => {
        clearInterval(extensionTimer);
        message.nak(pauseMs);
      },
    };
  }
}

/** Resolves to null if another process has deleted the consumer. */
const nullIfMissing = <T>(request: Promise<T>): Promise<T | null> =>
  request.catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return null;
    throw error;
  });

/** The name of a queue's stream on the server, such as "ETESIAN_SWEEP_PARTS". */
export const queueStream = (namespace: string, name: string): string =>
  `${namespace}_${name.replaceAll("-", "_")}`.toUpperCase();
