/** More work waits for a key than may. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

interface Waiting {
  readonly begin: () => void;
}

/**
 * A queue per key (mutex): work on one key runs in turn, in the order it came, while work on other keys goes on. Bounded,
 * and whoever gives up leaves at once. This process only.
 */
export class KeyedQueue<K> {
  readonly #limit: number;
  /** Keys being worked on, with those who wait. */
  readonly #lines = new Map<K, Set<Waiting>>();

  /** `limit`: how many may wait for one key besides the one at work. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Does the work when it is its turn, and answers what it answers.
   * @throws QueueFullError at once when as many wait as may.
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
    if (line.size >= this.#limit) throw new QueueFullError(`${line.size} wait already, at most ${this.#limit} may`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { begin: resolve };
    const leave = (): void => {
      line.delete(waiting);
      reject(signal?.reason);
    };
    line.add(waiting);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
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
