/**
 * The bus of a single process. The store is its log: each consumer reads from its own checkpoint, so nothing is lost
 * when the process ends and nothing is stored twice.
 */
import { type Clock, systemClock } from "@etesian/clock";
import type { EventStore } from "@etesian/event-store";
import { loadCheckpoint } from "./checkpoint.ts";
import { deliver, runUntilStopped, type RetryContext } from "./delivery.ts";
import {
  type BusLog,
  categoryOf,
  type Checkpoint,
  type Consumer,
  type EventBus,
  type Subscription,
} from "./event-bus.ts";

export class InProcessBus implements EventBus {
  readonly #context: RetryContext;
  readonly #source = Promise.withResolvers<EventStore>();
  readonly #subscriptions = new Set<Subscription>();

  constructor(log: BusLog, clock: Clock = systemClock) {
    this.#context = { log, clock };
  }

  relay(source: EventStore, _checkpoint: Checkpoint): Subscription {
    this.#source.resolve(source);
    return { stop: () => Promise.resolve() };
  }

  subscribe(consumer: Consumer): Subscription {
    const { name, category } = consumer;
    const work = async (signal: AbortSignal): Promise<void> => {
      const source = await Promise.race([this.#source.promise, waitForAbort(signal)]);
      if (source === null) return;
      const position = await loadCheckpoint(consumer.checkpoint, `consumer ${name}`, source);
      for await (const batch of source.follow(position, signal)) {
        for (const event of batch) {
          if (category !== undefined && categoryOf(event.stream) !== category) continue;
          if (signal.aborted || !(await deliver(consumer, event, signal, this.#context))) return;
        }
      }
    };
    const subscription = runUntilStopped(`consumer ${name}`, work, this.#context);
    this.#subscriptions.add(subscription);
    return subscription;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
  }
}

const waitForAbort = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", () => resolve(null), { once: true });
  });
