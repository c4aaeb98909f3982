/** What is appended to streams, told to many listeners at once: one reader of the store for all of them. */
import type { EventStore } from "./event-store.ts";
import type { RecordedEvent } from "./event.ts";

/** How often a stream is looked at although nobody told of it: what others commit late comes without notice. */
const LOOK_AGAIN_MS = 15_000;

type Listener = (event: RecordedEvent) => void;

export class News {
  readonly #store: EventStore;
  readonly #listeners = new Map<string, Set<Listener>>();
  #reading: { readonly stop: AbortController; readonly begun: Promise<void> } | null = null;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Events of a stream after a version, once and in order, those to come included, until the signal aborts. */
  async *of(stream: string, after: number, signal: AbortSignal): AsyncGenerator<RecordedEvent, void, undefined> {
    const told: RecordedEvent[] = [];
    let wake = (): void => {};
    const listener: Listener = (event) => {
      told.push(event);
      wake();
    };
    const leave = (): void => wake();
    signal.addEventListener("abort", leave);
    try {
      await this.#join(stream, listener);
      for (let last = after; !signal.aborted;) {
        const next = told.shift();
        // What is stored is read where nothing was told, or not everything.
        const events =
          next === undefined || next.version > last + 1 ? await this.#store.readStream(stream, last) : [next];
        for (const event of events) {
          if (event.version !== last + 1) continue;
          last = event.version;
          yield event;
        }
        if (told.length > 0 || events.length > 1) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, LOOK_AGAIN_MS);
        if (!signal.aborted) await promise;
        clearTimeout(timer);
      }
    } finally {
      signal.removeEventListener("abort", leave);
      this.#leave(stream, listener);
    }
  }

  /** Resolves when everything that is appended from then on is told. */
  async #join(stream: string, listener: Listener): Promise<void> {
    const listeners = this.#listeners.get(stream) ?? new Set();
    this.#listeners.set(stream, listeners.add(listener));
    this.#reading ??= this.#read();
    await this.#reading.begun;
  }

  #leave(stream: string, listener: Listener): void {
    const listeners = this.#listeners.get(stream);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(stream);
    if (this.#listeners.size > 0) return;
    this.#reading?.stop.abort();
    this.#reading = null;
  }

  #read() {
    const stop = new AbortController();
    const head = this.#store.head();
    const begun = head.then(() => {});
    const reading = { stop, begun };
    void head
      .then(async (position) => {
        for await (const events of this.#store.follow(position, stop.signal)) {
          for (const event of events) for (const tell of this.#listeners.get(event.stream) ?? []) tell(event);
        }
      })
      // Listeners look again by themselves; who comes next begins anew.
      .catch(() => {
        if (this.#reading === reading) this.#reading = null;
      });
    return reading;
  }
}
