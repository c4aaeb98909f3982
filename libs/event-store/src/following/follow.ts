/** Following a store that is read by asking: woken by appends of this process, polling for those of others. */
import { type Clock, systemClock } from "@etesian/clock";
import type { EventStore } from "../event-store.ts";
import type { Position, RecordedEvent } from "../event.ts";

const BATCH = 500;
const POLL_MS = 100;

/** Events that this process has appended, and the position that they come directly after: none is between. */
export interface Appended {
  readonly after: Position;
  readonly events: readonly RecordedEvent[];
}

/** Wakes all waiting followers. */
export class AppendSignal {
  readonly #clock: Clock;
  readonly #waiting = new Set<(appended: Appended | null) => void>();
  #count = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * `appended`: events and the position directly before them, where these are known. A follower at that position need
   * not read.
   */
  notify(appended: Appended | null = null): void {
    this.#count += 1;
    for (const wake of this.#waiting) wake(appended);
  }

  /** How often it has rung. */
  get count(): number {
    return this.#count;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves at the next ring, to what it told; to null after some time, or when the signal aborts. */
  async wait(limitMs: number, signal: AbortSignal): Promise<Appended | null> {
    const over = new AbortController();
    let told: Appended | null = null;
    let isFirst = true;
    const wake = (appended: Appended | null): void => {
      // Of two rings neither tells all.
      told = isFirst ? appended : null;
      isFirst = false;
      // With a reason: without one, an unseen exception is made.
      over.abort("woken");
    };
    const leave = (): void => wake(null);
    this.#waiting.add(wake);
    signal.addEventListener("abort", leave, { once: true });
    await this.#clock.pause(limitMs, over.signal);
    this.#waiting.delete(wake);
    signal.removeEventListener("abort", leave);
    return told;
  }
}

export async function* follow(
  store: Pick<EventStore, "readAll">,
  appended: AppendSignal,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  let position = after;
  let told: Appended | null = null;
  while (!signal.aborted) {
    const { count } = appended;
    const next: Appended | null = told !== null && told.after === position ? told : null;
    const batch: readonly RecordedEvent[] = next?.events ?? (await store.readAll(position, BATCH));
    const last = batch.at(-1);
    if (last !== undefined) {
      yield batch;
      position = last.position;
    }
    // The rung events are the latest until the bell rings again; appends of other processes are found by polling.
    const isLatest: boolean = last === undefined || (next !== null && appended.count === count);
    told = isLatest ? await appended.wait(POLL_MS, signal) : null;
  }
}
