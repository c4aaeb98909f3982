/**
 * NATS JetStream as a broker. The message id is the event id, so the server drops a repeated publication. By default
 * the server syncs its disk at intervals (`sync_interval`), and a power cut may lose acknowledged events; therefore
 * each publication states the expected end of the stream. A hard kill of the server may lose acknowledgements of
 * durable consumers, so consumers keep their own checkpoints.
 */
import {
  AckPolicy,
  type Consumer as NatsConsumer,
  DeliverPolicy,
  jetstream,
  type JetStreamClient,
  type JetStreamManager,
  jetstreamManager,
  type JsMsg,
  JetStreamApiCodes,
  JetStreamApiError,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import { connect, type NatsConnection, nanos } from "@nats-io/transport-node";
import { type Position, recordedEventSchema } from "@etesian/event-store";
import type { Broker, Inbox, Message, Publisher } from "./broker.ts";
import { categoryOf, type Consumer } from "./event-bus.ts";
import type { Feed } from "./feed.ts";

/** How long the server keeps events for an absent consumer. */
const KEPT_MS = 30 * 24 * 3_600_000;
const DUPLICATES_MS = 2 * 60_000;
const CONNECT_MS = 2_000;
const PUBLISH_MS = 5_000;
/** A connection that misses two pings in a row is replaced: a network that drops packets gives no other sign. */
const PING_MS = 4_000;
/** How long a pull waits on the server for the next event. */
const PULL_MS = 1_000;
/**
 * Unacknowledged messages are delivered again after this time, so a consumer pauses this long when a process or the
 * server dies while handling a message. Handlers that take longer extend it.
 */
const ACKNOWLEDGE_MS = 5_000;

export class NatsBroker implements Broker {
  readonly #server: URL;
  /** Prefix of the subjects and of the stream's name. */
  readonly #namespace: string;
  readonly #feed: Feed;
  readonly #replicas: number;
  /** Aborts when the connection is lost, even if it recovers. */
  #lost = new AbortController();
  #connection: Promise<NatsConnection> | null = null;

  /**
   * `url` is "nats://host:port", or "nats://host:port/namespace" where several systems share a server. In a cluster,
   * "?replicas=3" sets how many servers store each event. Each feed has its own stream.
   */
  constructor(url: string, feed: Feed) {
    this.#server = new URL(url);
    this.#feed = feed;
    this.#namespace = this.#server.pathname.slice(1) || "etesian";
    if (!/^\w{1,64}$/.test(this.#namespace)) {
      throw new RangeError(
        `bus at ${this.#server.host}: the namespace is "${this.#namespace}", expected letters, digits and _`,
      );
    }
    const replicas = this.#server.searchParams.get("replicas") ?? "1";
    if (!/^[1-5]$/.test(replicas)) {
      throw new RangeError(`bus at ${this.#server.host}: replicas is "${replicas}", expected 1 to 5`);
    }
    this.#replicas = Number(replicas);
  }

  async publisher(): Promise<Publisher> {
    const { signal: lost } = this.#lost;
    const { client, manager, stream } = await this.#ready();
    const { messages, last_seq: lastSequence } = stream.state;
    let end = lastSequence;
    return {
      last: lastSequence === 0 ? "nothing" : messages === 0 ? "unknown" : await this.#position(manager, lastSequence),
      lost,
      publish: async (event) => {
        const { seq } = await client.publish(this.#subject(event.stream), JSON.stringify(event), {
          msgID: event.id,
          timeout: PUBLISH_MS,
          expect: { lastSequence: end },
        });
        // For a duplicate, the server returns the sequence of the first publication, which is smaller.
        end = Math.max(end, seq);
      },
    };
  }

  async #position(manager: JetStreamManager, sequence: number): Promise<Position | "unknown"> {
    const message = await manager.streams.getMessage(this.#streamName(), { seq: sequence });
    return message === null ? "unknown" : recordedEventSchema.parse(message.json()).position;
  }

  async inbox(consumer: Consumer): Promise<Inbox> {
    const source = await this.#consumer(consumer);
    return {
      next: async () => {
        const message = await source.next({ expires: PULL_MS });
        return message === null ? null : asMessage(message);
      },
    };
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => null);
    await connection?.close();
  }

  /** Connects and makes sure that the events' stream exists with the current settings. */
  async #ready(): Promise<{
    readonly client: JetStreamClient;
    readonly manager: JetStreamManager;
    readonly stream: StreamInfo;
  }> {
    const connection = await this.#connect();
    const manager = await jetstreamManager(connection);
    const name = this.#streamName();
    const wanted = {
      subjects: [`${this.#namespace}.${this.#feed}.>`],
      max_age: nanos(KEPT_MS),
      duplicate_window: nanos(DUPLICATES_MS),
      num_replicas: this.#replicas,
    };
    let stream = await manager.streams.info(name).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return null;
      throw error;
    });
    if (stream === null) stream = await manager.streams.add({ name, storage: StorageType.File, ...wanted });
    else if (!isMadeLike(stream, wanted)) stream = await manager.streams.update(name, wanted);
    return { client: jetstream(connection), manager, stream };
  }

  async #consumer({ name, category }: Consumer): Promise<NatsConsumer> {
    const { client, manager } = await this.#ready();
    await manager.consumers.add(this.#streamName(), {
      durable_name: name,
      filter_subject: `${this.#namespace}.${this.#feed}.${category === undefined ? ">" : `${token(category)}.>`}`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACKNOWLEDGE_MS),
      deliver_policy: DeliverPolicy.All,
      // One unacknowledged message across all processes of this name keeps the order.
      max_ack_pending: 1,
    });
    return client.consumers.get(this.#streamName(), name);
  }

  /** Opens a connection, which reconnects by itself; opens another one if it was closed permanently. */
  async #connect(): Promise<NatsConnection> {
    const opening = (this.#connection ??= this.#open());
    const connection = await opening.catch(() => null);
    if (connection !== null && !connection.isClosed()) return connection;
    if (this.#connection === opening) this.#connection = null;
    return connection === null ? opening : this.#connect();
  }

  async #open(): Promise<NatsConnection> {
    const connection = await connect({
      servers: this.#server.host,
      ...(this.#server.username === "" ? {} : credentialsOf(this.#server)),
      name: "etesian",
      timeout: CONNECT_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
    });
    void this.#watch(connection);
    return connection;
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type !== "disconnect" && type !== "close") continue;
      this.#lost.abort();
      this.#lost = new AbortController();
    }
  }

  #streamName(): string {
    return streamName(this.#namespace, this.#feed);
  }

  #subject(stream: string): string {
    const category = categoryOf(stream);
    const rest = category === "" ? stream : stream.slice(category.length + 1);
    return `${this.#namespace}.${this.#feed}.${token(category)}.${token(rest)}`;
  }
}

/** In a URL, some characters of a user and a password are encoded. */
const credentialsOf = ({ username, password }: URL): { readonly user: string; readonly pass: string } => ({
  user: decodeURIComponent(username),
  pass: decodeURIComponent(password),
});

/** The name of a feed's stream on the server: "ETESIAN_SAVED_SCENARIOS". */
export const streamName = (namespace: string, feed: Feed): string =>
  `${namespace}_${feed.replaceAll("-", "_")}`.toUpperCase();

/** Whether a stream on the server has these settings. */
const isMadeLike = ({ config }: StreamInfo, wanted: Partial<StreamInfo["config"]>): boolean =>
  Object.entries(wanted).every(
    ([key, value]) => JSON.stringify(config[key as keyof StreamInfo["config"]]) === JSON.stringify(value),
  );

/** Encodes a name as one token of a subject, where dots, wildcards and spaces have a meaning. */
const token = (name: string): string =>
  name === "" ? "_" : name.replaceAll(/[^\w-]/g, (character) => `=${character.codePointAt(0)!.toString(16)}=`);

const asMessage = (message: JsMsg): Message => ({
  event: () => recordedEventSchema.parse(message.json()),
  working: () => message.working(),
  acknowledge: async () => {
    await message.ackAck();
  },
  refuse: () => message.nak(),
});
