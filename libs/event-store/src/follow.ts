/** Following a store that is read by asking: woken by appends of this process, polling for those of others. */
import type { EventStore } from "./event-store.ts";
import type { Position, RecordedEvent } from "./event.ts";

const BATCH = 500;
const POLL_MS = 100;

/** Wakes everybody who waits. */
export class Bell {
  #ringing = Promise.withResolvers<void>();

  ring(): void {
    this.#ringing.resolve();
    this.#ringing = Promise.withResolvers<void>();
  }

  /** Resolves at the next ring, after some time, or when the signal aborts. */
  async wait(limitMs: number, signal: AbortSignal): Promise<void> {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const timer = setTimeout(end, limitMs);
    const stop = (): void => end();
    signal.addEventListener("abort", stop, { once: true });
    await Promise.race([this.#ringing.promise, over]);
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
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
