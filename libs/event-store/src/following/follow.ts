/** Follows a store by polling, and wakes up at once for appends of this process. */
import { type Clock, systemClock } from "@etesian/clock";
import type { EventStore } from "../event-store.ts";
import type { Position, RecordedEvent } from "../event.ts";

const BATCH = 500;
const POLL_MS = 100;

/** Events appended by this process, and the position directly before them. */
export interface Appended {
  readonly after: Position;
  readonly events: readonly RecordedEvent[];
}

/** Wakes all waiting followers after an append. */
export class AppendSignal {
  readonly #clock: Clock;
  readonly #waiting = new Set<(appended: Appended | null) => void>();
  #count = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * `appended`: the new events and the position directly before them, if known. A follower at that position need not
   * read.
   */
  notify(appended: Appended | null = null): void {
    this.#count += 1;
    for (const wake of this.#waiting) wake(appended);
  }

  /** Number of notifications so far. */
  get count(): number {
    return this.#count;
  }

  /** Number of waiting followers. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves with the next notification's events, or with null after the limit (ms) or when the signal aborts. */
  async wait(limitMs: number, signal: AbortSignal): Promise<Appended | null> {
    const over = new AbortController();
    let notified: Appended | null = null;
    let isFirst = true;
    const wake = (appended: Appended | null): void => {
      // With two notifications, neither has all events.
      notified = isFirst ? appended : null;
      isFirst = false;
      // Without a reason, `abort` creates an exception that is never used.
      over.abort("woken");
    };
    const leave = (): void => wake(null);
    this.#waiting.add(wake);
    signal.addEventListener("abort", leave, { once: true });
    await this.#clock.pause(limitMs, over.signal);
    this.#waiting.delete(wake);
    signal.removeEventListener("abort", leave);
    return notified;
  }
}

export async function* follow(
  store: Pick<EventStore, "readAll">,
  appended: AppendSignal,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  let position = after;
  let notified: Appended | null = null;
  while (!signal.aborted) {
    const { count } = appended;
    const next: Appended | null = notified !== null && notified.after === position ? notified : null;
    const batch: readonly RecordedEvent[] = next?.events ?? (await store.readAll(position, BATCH));
    const last = batch.at(-1);
    if (last !== undefined) {
      yield batch;
      position = last.position;
    }
    // The notified events are the latest until the next notification; polling finds appends of other processes.
    const isLatest: boolean = last === undefined || (next !== null && appended.count === count);
    notified = isLatest ? await appended.wait(POLL_MS, signal) : null;
  }
}
