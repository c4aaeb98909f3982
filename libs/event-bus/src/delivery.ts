/** Delivery to a consumer, independent of the source: once per position, in order, repeated until it succeeds. */
import type { Clock } from "@etesian/clock";
import type { RecordedEvent } from "@etesian/event-store";
import type { BusLog, Consumer, Subscription } from "./event-bus.ts";

/** The log of delivery failures, and the clock of the pauses after them. */
export interface Telling {
  readonly log: BusLog;
  readonly clock: Clock;
}

/** One line about the same work each so often, however often it fails. */
const LOG_EVERY_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/** Runs work until it ends without error or the signal aborts, with growing pauses between attempts. */
export async function untilItWorks(
  what: string,
  work: () => Promise<void>,
  signal: AbortSignal,
  { log, clock }: Telling,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  let told = Number.NEGATIVE_INFINITY;
  let notLogged = 0;
  while (!signal.aborted) {
    const started = clock.elapsed();
    try {
      await work();
      return;
    } catch (error) {
      if (signal.aborted) return;
      // It worked for a while: this is a new trouble.
      if (clock.elapsed() - started > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS;
      if (clock.elapsed() - told >= LOG_EVERY_MS) {
        // Brokers that are away are named by the message; where it was noticed says nothing more.
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ what, reason, notLogged }, `${what} failed; it is tried again`);
        [told, notLogged] = [clock.elapsed(), 0];
      } else notLogged += 1;
      await clock.pause(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** Keeps work going, through its errors, until stopped. */
export function keepGoing(what: string, work: (signal: AbortSignal) => Promise<void>, telling: Telling): Subscription {
  const stopping = new AbortController();
  const done = untilItWorks(what, () => work(stopping.signal), stopping.signal, telling);
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

/** Resolves when a consumer has handled an event, now or before, or the signal has aborted (false). */
export async function deliver(
  consumer: Consumer,
  event: RecordedEvent,
  signal: AbortSignal,
  telling: Telling,
): Promise<boolean> {
  let handled = false;
  const work = async (): Promise<void> => {
    // Another process may have handled it, and later ones: brokers lose track of their deliveries.
    if ((await consumer.checkpoint.load()) < event.position) {
      await consumer.handle(event);
      await consumer.checkpoint.save(event.position);
    }
    handled = true;
  };
  await untilItWorks(`consumer ${consumer.name}, event ${event.id}`, work, signal, telling);
  return handled;
}
