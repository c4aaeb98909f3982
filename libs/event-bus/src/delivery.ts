/** What delivering means, whatever brings the events: once per position, in order, again until it succeeds. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Position, RecordedEvent } from "@etesian/event-store";
import type { BusLog, Consumer, Subscription } from "./event-bus.ts";

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/** Runs work until it ends without error or the signal aborts, with growing pauses between attempts. */
export async function untilItWorks(
  what: string,
  work: () => Promise<void>,
  signal: AbortSignal,
  log: BusLog,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const started = Date.now();
    try {
      await work();
      return;
    } catch (error) {
      if (signal.aborted) return;
      // It worked for a while: this is a new trouble.
      if (Date.now() - started > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS;
      log.warn({ err: error, what }, `failed; again in ${pause} ms`);
      await sleep(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** Keeps work going, through its errors, until stopped. */
export function keepGoing(what: string, work: (signal: AbortSignal) => Promise<void>, log: BusLog): Subscription {
  const stopping = new AbortController();
  const done = untilItWorks(what, () => work(stopping.signal), stopping.signal, log);
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

/** Delivers to one consumer and moves its checkpoint. */
export class Delivery {
  readonly #consumer: Consumer;
  readonly #log: BusLog;
  #position: Position;

  private constructor(consumer: Consumer, position: Position, log: BusLog) {
    this.#consumer = consumer;
    this.#position = position;
    this.#log = log;
  }

  static async begin(consumer: Consumer, log: BusLog, position?: Position): Promise<Delivery> {
    return new Delivery(consumer, position ?? (await consumer.checkpoint.load()), log);
  }

  get position(): Position {
    return this.#position;
  }

  /** Another process may have handled events in the meantime. */
  async refresh(): Promise<void> {
    const position = await this.#consumer.checkpoint.load();
    if (position > this.#position) this.#position = position;
  }

  /** Resolves when the event has been handled, now or before, or the signal has aborted (false). */
  async deliver(event: RecordedEvent, signal: AbortSignal): Promise<boolean> {
    if (event.position <= this.#position) return true;
    let handled = false;
    const work = async (): Promise<void> => {
      await this.#consumer.handle(event);
      await this.#consumer.checkpoint.save(event.position);
      handled = true;
    };
    await untilItWorks(`consumer ${this.#consumer.name}, event ${event.id}`, work, signal, this.#log);
    if (handled) this.#position = event.position;
    return handled;
  }
}
