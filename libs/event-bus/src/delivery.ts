/** Delivers events from any source to a consumer: once per position, in order, retrying until the consumer succeeds. */
import type { Clock } from "@etesian/clock";
import type { RecordedEvent } from "@etesian/event-store";
import type { BusLog, Consumer, Subscription } from "./event-bus.ts";

/** The log of delivery failures, and the clock for the pauses after them. */
export interface RetryContext {
  readonly log: BusLog;
  readonly clock: Clock;
}

/** Minimum time between two log lines about the same work. */
const LOG_EVERY_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;

/** Runs work until it succeeds or the signal aborts, with exponential backoff. */
export async function retryUntilSuccess(
  task: string,
  work: () => Promise<void>,
  signal: AbortSignal,
  { log, clock }: RetryContext,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  let lastLogged = Number.NEGATIVE_INFINITY;
  let notLogged = 0;
  while (!signal.aborted) {
    const startedAt = clock.elapsed();
    try {
      await work();
      return;
    } catch (error) {
      if (signal.aborted) return;
      // After a long run, a failure is unrelated to the previous one.
      if (clock.elapsed() - startedAt > MAX_PAUSE_MS) pause = FIRST_PAUSE_MS;
      if (clock.elapsed() - lastLogged >= LOG_EVERY_MS) {
        // The message names an unreachable broker; a stack trace would add nothing.
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ task, reason, notLogged }, `${task} failed; retrying`);
        [lastLogged, notLogged] = [clock.elapsed(), 0];
      } else notLogged += 1;
      await clock.pause(pause, signal);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
  }
}

/** Runs work and restarts it after errors, until stopped. */
export function runUntilStopped(
  task: string,
  work: (signal: AbortSignal) => Promise<void>,
  context: RetryContext,
): Subscription {
  const stopping = new AbortController();
  const done = retryUntilSuccess(task, () => work(stopping.signal), stopping.signal, context);
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

/** Resolves with true once the consumer has handled the event, now or earlier, and with false if the signal aborts. */
export async function deliver(
  consumer: Consumer,
  event: RecordedEvent,
  signal: AbortSignal,
  context: RetryContext,
): Promise<boolean> {
  let isHandled = false;
  const work = async (): Promise<void> => {
    // Another process may already have handled the event, because brokers can lose track of deliveries.
    if ((await consumer.checkpoint.load()) < event.position) {
      await consumer.handle(event);
      await consumer.checkpoint.save(event.position);
    }
    isHandled = true;
  };
  await retryUntilSuccess(`consumer ${consumer.name}, event ${event.id}`, work, signal, context);
  return isHandled;
}
