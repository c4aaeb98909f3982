/**
 * The bus between processes: NATS JetStream. The relay publishes from the store with a checkpoint, message id = event id,
 * so that a repeated publication is dropped by the server. Durable consumers remember what was acknowledged, but not
 * across a hard kill of the server: that is what the consumers' own checkpoints are for.
 */
import {
  AckPolicy,
  type Consumer as NatsConsumer,
  DeliverPolicy,
  jetstream,
  type JetStreamClient,
  jetstreamManager,
  type JsMsg,
  StorageType,
} from "@nats-io/jetstream";
import { connect, type NatsConnection, nanos } from "@nats-io/transport-node";
import { type EventStore, type RecordedEvent, recordedEventSchema } from "@etesian/event-store";
import { loadChecked } from "./checkpoint.ts";
import { Delivery, keepGoing } from "./delivery.ts";
import {
  type BusLog,
  categoryOf,
  type Checkpoint,
  type Consumer,
  type EventBus,
  type Subscription,
} from "./event-bus.ts";

/** How long a consumer may be away. */
const KEPT_MS = 30 * 24 * 3_600_000;
const DUPLICATES_MS = 2 * 60_000;
const CONNECT_MS = 2_000;
const PUBLISH_MS = 5_000;
/** How long a pull waits on the server for the next event. */
const PULL_MS = 1_000;
/**
 * A message is delivered again when it was not acknowledged for this long, so a consumer stands still for this long when
 * a process or the server died with a message in its hands. Handling may take longer: it says so from time to time.
 */
const ACKNOWLEDGE_MS = 5_000;
const STILL_WORKING_MS = 2_000;

export class NatsBus implements EventBus {
  readonly #server: URL;
  /** First part of the subjects, and of the stream's name. */
  readonly #namespace: string;
  readonly #log: BusLog;
  readonly #subscriptions = new Set<Subscription>();
  #connection: Promise<NatsConnection> | null = null;

  /** `url` is "nats://host:port", or "nats://host:port/namespace" where several systems share a server. */
  constructor(url: string, log: BusLog) {
    this.#server = new URL(url);
    this.#namespace = this.#server.pathname.slice(1) || "etesian";
    if (!/^\w{1,64}$/.test(this.#namespace)) {
      throw new RangeError(
        `bus at ${this.#server.host}: the namespace is "${this.#namespace}", expected letters, digits and _`,
      );
    }
    this.#log = log;
  }

  relay(source: EventStore, checkpoint: Checkpoint): Subscription {
    return this.#keepGoing("relay", async (signal) => {
      const client = await this.#client();
      const position = await loadChecked(checkpoint, "the relay", source);
      for await (const batch of source.follow(position, signal)) {
        // One after the other: an event that has to be published again may not end up behind a later one.
        for (const event of batch) {
          if (signal.aborted) return;
          await this.#publish(client, event);
        }
        await checkpoint.save(batch.at(-1)!.position);
      }
    });
  }

  async #publish(client: JetStreamClient, event: RecordedEvent): Promise<void> {
    await client.publish(this.#subject(event.stream), JSON.stringify(event), { msgID: event.id, timeout: PUBLISH_MS });
  }

  subscribe(consumer: Consumer): Subscription {
    const what = `consumer ${consumer.name}`;
    return this.#keepGoing(what, async (signal) => {
      const source = await this.#consumer(consumer);
      const delivery = await Delivery.begin(consumer, this.#log);
      while (!signal.aborted) {
        const message = await source.next({ expires: PULL_MS });
        if (message === null) continue;
        if (message.redelivered) await delivery.refresh();
        if (await deliverMessage(message, delivery, signal)) await message.ackAck();
        else message.nak();
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    const connection = await this.#connection?.catch(() => null);
    await connection?.close();
  }

  #keepGoing(what: string, work: (signal: AbortSignal) => Promise<void>): Subscription {
    const subscription = keepGoing(what, work, this.#log);
    this.#subscriptions.add(subscription);
    return subscription;
  }

  /** The events' stream, made when it is absent. */
  async #client(): Promise<JetStreamClient> {
    const connection = await this.#connect();
    const manager = await jetstreamManager(connection);
    const name = this.#streamName();
    const present = await manager.streams.info(name).catch(() => null);
    if (present === null) {
      await manager.streams.add({
        name,
        subjects: [`${this.#namespace}.events.>`],
        storage: StorageType.File,
        max_age: nanos(KEPT_MS),
        duplicate_window: nanos(DUPLICATES_MS),
      });
    }
    return jetstream(connection);
  }

  async #consumer({ name, category }: Consumer): Promise<NatsConsumer> {
    const client = await this.#client();
    const manager = await client.jetstreamManager();
    await manager.consumers.add(this.#streamName(), {
      durable_name: name,
      filter_subject: `${this.#namespace}.events.${category === undefined ? ">" : `${token(category)}.>`}`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACKNOWLEDGE_MS),
      deliver_policy: DeliverPolicy.All,
      // One at a time over all processes of this name: that is what keeps the order.
      max_ack_pending: 1,
    });
    return client.consumers.get(this.#streamName(), name);
  }

  /** One connection, which finds a server that comes back by itself; made again when it was closed for good. */
  async #connect(): Promise<NatsConnection> {
    const opening = (this.#connection ??= this.#open());
    const connection = await opening.catch(() => null);
    if (connection !== null && !connection.isClosed()) return connection;
    if (this.#connection === opening) this.#connection = null;
    return connection === null ? opening : this.#connect();
  }

  #open(): Promise<NatsConnection> {
    return connect({
      servers: this.#server.host,
      ...(this.#server.username === "" ? {} : { user: this.#server.username, pass: this.#server.password }),
      name: "etesian",
      timeout: CONNECT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 200,
    });
  }

  #streamName(): string {
    return `${this.#namespace.toUpperCase()}_EVENTS`;
  }

  #subject(stream: string): string {
    const category = categoryOf(stream);
    const rest = category === "" ? stream : stream.slice(category.length + 1);
    return `${this.#namespace}.events.${token(category)}.${token(rest)}`;
  }
}

/** A name as one part of a subject, in which dots, wildcards and spaces have a meaning. */
const token = (name: string): string =>
  name === "" ? "_" : name.replaceAll(/[^\w-]/g, (character) => `=${character.codePointAt(0)!.toString(16)}=`);

async function deliverMessage(message: JsMsg, delivery: Delivery, signal: AbortSignal): Promise<boolean> {
  const event = recordedEventSchema.parse(message.json());
  const working = setInterval(() => message.working(), STILL_WORKING_MS);
  try {
    return await delivery.deliver(event, signal);
  } finally {
    clearInterval(working);
  }
}
