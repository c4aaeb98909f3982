/**
 * NATS JetStream as a broker. The message id is the event id, so the server drops a repeated publication. By default,
 * the server syncs its disk at intervals (`sync_interval`), and a power cut may lose acknowledged events. Each
 * publication therefore states the expected end of the stream. Killing the server may lose acknowledgements of durable
 * consumers, so consumers keep their own checkpoints.
 */
import {
  AckPolicy,
  type Consumer as NatsConsumer,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
} from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { type Position, recordedEventSchema } from "@etesian/event-store";
import type { Broker, BrokerSubscription, Message, Publisher } from "./broker.ts";
import { categoryOf, type Consumer } from "./event-bus.ts";
import { NatsConnection } from "./nats-connection.ts";

/** Time for which the server keeps events for an absent consumer. */
const RETENTION_MS = 30 * 24 * 3_600_000;
const DUPLICATES_MS = 2 * 60_000;
const PUBLISH_MS = 5_000;
/** Time for which a pull waits on the server for the next event. */
const PULL_MS = 1_000;
/**
 * Unacknowledged messages are delivered again after this time, so a consumer pauses for this long if a process or the
 * server dies while a message is being handled. Handlers that take longer extend it.
 */
const ACKNOWLEDGE_MS = 5_000;

export class NatsBroker implements Broker {
  readonly #connection: NatsConnection;
  readonly #namespace: string;

  /** For the format of `url`, see `NatsConnection`. */
  constructor(url: string) {
    this.#connection = new NatsConnection(url);
    this.#namespace = this.#connection.namespace;
  }

  async publisher(): Promise<Publisher> {
    const { lost } = this.#connection;
    const { client, manager, stream } = await this.#open();
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

  async subscribe(consumer: Consumer): Promise<BrokerSubscription> {
    const source = await this.#consumer(consumer);
    return {
      next: async () => {
        const message = await source.next({ expires: PULL_MS });
        return message === null ? null : toMessage(message);
      },
    };
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  #open(): ReturnType<NatsConnection["open"]> {
    return this.#connection.open(this.#streamName(), {
      subjects: [`${this.#namespace}.events.>`],
      max_age: nanos(RETENTION_MS),
      duplicate_window: nanos(DUPLICATES_MS),
    });
  }

  async #consumer({ name, category }: Consumer): Promise<NatsConsumer> {
    const { client, manager } = await this.#open();
    await manager.consumers.add(this.#streamName(), {
      durable_name: name,
      filter_subject: `${this.#namespace}.events.${category === undefined ? ">" : `${token(category)}.>`}`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACKNOWLEDGE_MS),
      deliver_policy: DeliverPolicy.All,
      // One unacknowledged message across all processes of this name keeps the order.
      max_ack_pending: 1,
    });
    return client.consumers.get(this.#streamName(), name);
  }

  #streamName(): string {
    return streamName(this.#namespace);
  }

  #subject(stream: string): string {
    const category = categoryOf(stream);
    const id = category === "" ? stream : stream.slice(category.length + 1);
    return `${this.#namespace}.events.${token(category)}.${token(id)}`;
  }
}

/** The name of the event stream on the server, such as "ETESIAN_EVENTS". */
export const streamName = (namespace: string): string => `${namespace}_events`.toUpperCase();

/** Encodes a name as one token of a subject, in which dots, wildcards and spaces have a special meaning. */
const token = (name: string): string =>
  name === "" ? "_" : name.replaceAll(/[^\w-]/g, (character) => `=${character.codePointAt(0)!.toString(16)}=`);

const toMessage = (message: JsMsg): Message => ({
  event: () => recordedEventSchema.parse(message.json()),
  working: () => message.working(),
  acknowledge: async () => {
    await message.ackAck();
  },
  reject: () => message.nak(),
});
