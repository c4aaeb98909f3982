/** Subscriptions to appends of single streams: one reader of the store serves all listeners. */
import { type Append, groupIntoAppends, completeLastAppend } from "./appends.ts";
import type { EventStore } from "../event-store.ts";
import type { RecordedEvent } from "../event.ts";

/** Interval between polls of a quiet stream (ms). Late commits by other processes cause no notification. */
const POLL_MS = 15_000;

type Listener = (append: Append) => void;

export class Subscriptions {
  readonly #store: EventStore;
  readonly #listeners = new Map<string, Set<Listener>>();
  #reader: { readonly stop: AbortController; readonly started: Promise<void> } | null = null;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /**
   * Yields the appends to a stream after a version at which an append ended, including future ones, until the signal
   * aborts. Appends are complete and in order.
   */
  async *subscribe(stream: string, after: number, signal: AbortSignal): AsyncGenerator<Append, void, undefined> {
    const pending: Append[] = [];
    let wake = (): void => {};
    const listener: Listener = (append) => {
      pending.push(append);
      wake();
    };
    const onAbort = (): void => wake();
    signal.addEventListener("abort", onAbort);
    try {
      await this.#addListener(stream, listener);
      for (let last = after; !signal.aborted;) {
        const next = pending.shift();
        // Reads the store if no append is pending, or a gap precedes it.
        const events = next === undefined || next[0].version > last + 1 ? await this.#readAfter(stream, last) : next;
        for (const append of groupIntoAppends(events)) {
          if (append[0].version !== last + 1) continue;
          last = append.at(-1)!.version;
          yield append;
        }
        if (pending.length > 0 || events.length > 1) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, POLL_MS);
        if (!signal.aborted) await promise;
        clearTimeout(timer);
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#removeListener(stream, listener);
    }
  }

  async #readAfter(stream: string, after: number): Promise<readonly RecordedEvent[]> {
    return completeLastAppend(this.#store, await this.#store.readStream(stream, after));
  }

  /** Adds a listener. Resolves once it is certain to receive all later appends. */
  async #addListener(stream: string, listener: Listener): Promise<void> {
    const listeners = this.#listeners.get(stream) ?? new Set();
    this.#listeners.set(stream, listeners.add(listener));
    this.#reader ??= this.#startReader();
    await this.#reader.started;
  }

  /** The events of streams with listeners. */
  #groupForListeners(events: readonly RecordedEvent[]): ReadonlyMap<string, readonly RecordedEvent[]> {
    return Map.groupBy(
      events.filter(({ stream }) => this.#listeners.has(stream)),
      ({ stream }) => stream,
    );
  }

  #removeListener(stream: string, listener: Listener): void {
    const listeners = this.#listeners.get(stream);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(stream);
    if (this.#listeners.size > 0) return;
    this.#reader?.stop.abort();
    this.#reader = null;
  }

  #startReader() {
    const stop = new AbortController();
    const head = this.#store.head();
    const started = head.then(() => {});
    const reader = { stop, started };
    void head
      .then(async (position) => {
        for await (const events of this.#store.follow(position, stop.signal)) {
          for (const [stream, streamEvents] of this.#groupForListeners(events)) {
            // A page may end within an append.
            const completeEvents =
              stream === events.at(-1)?.stream ? await completeLastAppend(this.#store, streamEvents) : streamEvents;
            for (const append of groupIntoAppends(completeEvents))
              for (const notify of this.#listeners.get(stream) ?? []) notify(append);
          }
        }
      })
      // Listeners also poll the store; the next one starts another reader.
      .catch(() => {
        if (this.#reader === reader) this.#reader = null;
      });
    return reader;
  }
}
