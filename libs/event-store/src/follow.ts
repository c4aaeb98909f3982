/** Following a store that is read by asking: woken by appends of this process, polling for those of others. */
import { type Clock, systemClock } from "@etesian/clock";
import type { EventStore } from "./event-store.ts";
import type { Position, RecordedEvent } from "./event.ts";

const BATCH = 500;
const POLL_MS = 100;

/** Wakes everybody who waits. */
export class Bell {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  ring(): void {
    for (const wake of this.#waiting) wake();
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves at the next ring, after some time, or when the signal aborts. */
  async wait(limitMs: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    // With a reason: without one, an exception is made that nobody sees.
    const wake = (): void => over.abort("woken");
    this.#waiting.add(wake);
    signal.addEventListener("abort", wake, { once: true });
    await this.#clock.pause(limitMs, over.signal);
    this.#waiting.delete(wake);
    signal.removeEventListener("abort", wake);
  }
}

export async function* follow(
  store: Pick<EventStore, "readAll">,
  appended: Bell,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  let position = after;
  while (!signal.aborted) {
    const batch = await store.readAll(position, BATCH);
    const last = batch.at(-1);
    if (last === undefined) {
      await appended.wait(POLL_MS, signal);
    } else {
      yield batch;
      position = last.position;
    }
  }
}
