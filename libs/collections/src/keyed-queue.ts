import { type Clock, systemClock } from "@etesian/clock";

export interface QueueLimits {
  /** How many may wait for one key besides the one at work. */
  readonly length: number;
  /** How long one may wait, from its arrival on. */
  readonly waitMs: number;
}

/** Too much is going on with one key; the work was not begun. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

interface Waiting {
  readonly begin: () => void;
}

/**
 * A queue per key (mutex): work on one key runs in turn, in the order it came, while work on other keys goes on. Bounded in
 * length and time, and whoever gives up leaves at once. This process only.
 */
export class KeyedQueue<K> {
  readonly #limits: QueueLimits;
  readonly #clock: Clock;
  /** Keys being worked on, with those who wait. */
  readonly #lines = new Map<K, Set<Waiting>>();

  constructor(limits: QueueLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Does the work when it is its turn, and answers what it answers.
   * @throws BusyError when as many wait as may, or its turn did not come in time; the work is not begun then.
   * @throws the signal's reason when it is aborted before its turn; the work is not begun then.
   */
  async run<T>(key: K, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, new Set());
    else await this.#turn(line, signal);
    try {
      return await work();
    } finally {
      this.#next(key);
    }
  }

  /** How many wait for a key. */
  waiting(key: K): number {
    return this.#lines.get(key)?.size ?? 0;
  }

  async #turn(line: Set<Waiting>, signal: AbortSignal | undefined): Promise<void> {
    const { length, waitMs } = this.#limits;
    if (line.size >= length) throw new BusyError(`${line.size} wait for it already`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { begin: resolve };
    const leave = (reason: unknown): void => {
      line.delete(waiting);
      reject(reason);
    };
    const abort = (): void => leave(signal?.reason);
    const begun = new AbortController();
    line.add(waiting);
    void this.#clock.pause(waitMs, begun.signal).then(() => {
      if (!begun.signal.aborted) leave(new BusyError(`its turn did not come within ${waitMs / 1000} s`));
    });
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await promise;
    } finally {
      begun.abort("begun");
      signal?.removeEventListener("abort", abort);
    }
  }

  #next(key: K): void {
    const line = this.#lines.get(key);
    const [first] = line ?? [];
    if (line === undefined || first === undefined) {
      this.#lines.delete(key);
    } else {
      line.delete(first);
      first.begin();
    }
  }
}
