/** Follows a store by polling, and wakes up immediately for appends by this process. */
import { type Clock, systemClock } from "@etesian/clock";
import type { EventStore } from "../event-store.ts";
import type { Position, RecordedEvent } from "../event.ts";

const BATCH = 500;
const POLL_MS = 100;

/** Events appended by this process, and the position directly before them. */
export interface AppendNotification {
  readonly after: Position;
  readonly events: readonly RecordedEvent[];
}

/** Wakes all waiting followers after an append. */
export class AppendSignal {
  readonly #clock: Clock;
  readonly #waiters = new Set<(notification: AppendNotification | null) => void>();
  #count = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * `notification`: the new events and the position directly before them, if known. A follower at that position need
   * not read the store.
   */
  notify(notification: AppendNotification | null = null): void {
    this.#count += 1;
    for (const wake of this.#waiters) wake(notification);
  }

  /** Number of notifications sent. */
  get count(): number {
    return this.#count;
  }

  /** Number of waiting followers. */
  get waiterCount(): number {
    return this.#waiters.size;
  }

  /** Resolves with the next notification's events, or with null after the limit (ms) or when the signal aborts. */
  async wait(limitMs: number, signal: AbortSignal): Promise<AppendNotification | null> {
    const woken = new AbortController();
    let notification: AppendNotification | null = null;
    let isFirst = true;
    const wake = (received: AppendNotification | null): void => {
      // After two notifications, neither has all events.
      notification = isFirst ? received : null;
      isFirst = false;
      // Passes a reason, because `abort` would otherwise create an exception that is never used.
      woken.abort("woken");
    };
    const onAbort = (): void => wake(null);
    this.#waiters.add(wake);
    signal.addEventListener("abort", onAbort, { once: true });
    await this.#clock.pause(limitMs, woken.signal);
    this.#waiters.delete(wake);
    signal.removeEventListener("abort", onAbort);
    return notification;
  }
}

export async function* follow(
  store: Pick<EventStore, "readAll">,
  appends: AppendSignal,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  let position = after;
  let notification: AppendNotification | null = null;
  while (!signal.aborted) {
    const { count } = appends;
    const next: AppendNotification | null =
      notification !== null && notification.after === position ? notification : null;
    const batch: readonly RecordedEvent[] = next?.events ?? (await store.readAll(position, BATCH));
    const last = batch.at(-1);
    if (last !== undefined) {
      yield batch;
      position = last.position;
    }
    // After the events of a notification, nothing remains to be read until the next one. The time limit of the wait
    // makes the loop poll for appends by other processes.
    const isLatest: boolean = last === undefined || (next !== null && appends.count === count);
    notification = isLatest ? await appends.wait(POLL_MS, signal) : null;
  }
}
