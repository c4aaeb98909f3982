/** The bus between processes, for any broker: a relay publishes events from the store, and consumers pull them. */
import { type Clock, systemClock } from "@etesian/clock";
import { type EventStore, type Position, START } from "@etesian/event-store";
import type { Broker, Message, Publisher } from "./broker.ts";
import { CheckpointAheadError, loadCheckpoint } from "./checkpoint.ts";
import { deliver, runUntilStopped, type RetryContext } from "./delivery.ts";
import type { BusLog, Checkpoint, Consumer, EventBus, Subscription } from "./event-bus.ts";

/** Interval at which a long-running handler extends the deadline of its message (ms). */
const STILL_WORKING_MS = 2_000;

/**
 * The position after which the relay continues: the broker's last event. A broker that lost events receives them again.
 * The relay's own checkpoint is used only when the broker's position is unknown.
 */
async function resumeFrom(last: Publisher["last"], checkpoint: Checkpoint, source: EventStore): Promise<Position> {
  const saved = await loadCheckpoint(checkpoint, "the relay", source);
  if (last === "unknown") return saved;
  if (last === "nothing") return START;
  if (last > (await source.head())) throw new CheckpointAheadError("the message broker");
  return last;
}

export class BrokeredBus implements EventBus {
  readonly #broker: Broker;
  readonly #context: RetryContext;
  readonly #subscriptions = new Set<Subscription>();

  constructor(broker: Broker, log: BusLog, clock: Clock = systemClock) {
    this.#broker = broker;
    this.#context = { log, clock };
  }

  relay(source: EventStore, checkpoint: Checkpoint): Subscription {
    return this.#runUntilStopped("relay", async (signal) => {
      while (!signal.aborted) {
        const publisher = await this.#broker.publisher();
        const position = await resumeFrom(publisher.last, checkpoint, source);
        const stopSignal = AbortSignal.any([signal, publisher.lost]);
        for await (const batch of source.follow(position, stopSignal)) {
          // Publishes one event at a time, because a republished event must not follow a later one.
          for (const event of batch) {
            if (stopSignal.aborted) break;
            await publisher.publish(event);
          }
          if (stopSignal.aborted) break;
          await checkpoint.save(batch.at(-1)!.position);
        }
      }
    });
  }

  subscribe(consumer: Consumer): Subscription {
    return this.#runUntilStopped(`consumer ${consumer.name}`, async (signal) => {
      const subscription = await this.#broker.subscribe(consumer);
      while (!signal.aborted) {
        const message = await subscription.next();
        if (message === null) continue;
        if (await this.#deliver(message, consumer, signal)) await message.acknowledge();
        else message.reject();
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#broker.close();
  }

  #runUntilStopped(task: string, work: (signal: AbortSignal) => Promise<void>): Subscription {
    const subscription = runUntilStopped(task, work, this.#context);
    this.#subscriptions.add(subscription);
    return subscription;
  }

  async #deliver(message: Message, consumer: Consumer, signal: AbortSignal): Promise<boolean> {
    const event = message.event();
    const handlerDone = new AbortController();
    void this.#reportProgress(message, handlerDone.signal);
    try {
      return await deliver(consumer, event, signal, this.#context);
    } finally {
      handlerDone.abort("handled");
    }
  }

  async #reportProgress(message: Message, handlerDone: AbortSignal): Promise<void> {
    for (;;) {
      await this.#context.clock.pause(STILL_WORKING_MS, handlerDone);
      if (handlerDone.aborted) return;
      message.working();
    }
  }
}
