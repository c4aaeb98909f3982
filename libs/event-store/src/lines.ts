/** A mutex per key: work on one key is done one after the other, in the order of arrival, with a limit to waiting. */

/** How many may wait for a key, and for how long from their arrival on. */
export const LINE = { length: 64, waitMs: 10_000 } as const;

interface Line {
  /** Who waits or works. */
  count: number;
  last: Promise<unknown>;
}

export class Lines<Key> {
  readonly #limits: { readonly length: number; readonly waitMs: number };
  readonly #lines = new Map<Key, Line>();

  constructor(limits: { readonly length: number; readonly waitMs: number } = LINE) {
    this.#limits = limits;
  }

  /** @throws BusyError, without having begun the work, when too many wait or it has waited for too long. */
  async inTurn<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { count: 0, last: Promise.resolve() };
    if (line.count > this.#limits.length) throw new BusyError(`${this.#limits.length} changes wait for it already`);
    this.#lines.set(key, line);
    line.count += 1;

    const before = line.last;
    const { promise: over, resolve: finish } = Promise.withResolvers<void>();
    // Whoever gives up leaves those behind it waiting for the one before.
    line.last = before.then(() => over);
    try {
      await this.#wait(before, line.count > 1);
      return await work();
    } finally {
      finish();
      line.count -= 1;
      if (line.count === 0) this.#lines.delete(key);
    }
  }

  async #wait(before: Promise<unknown>, occupied: boolean): Promise<void> {
    if (!occupied) return;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const { waitMs } = this.#limits;
    const timer = setTimeout(() => reject(new BusyError(`its turn did not come within ${waitMs / 1000} s`)), waitMs);
    try {
      await Promise.race([before, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Too much is going on with one thing; nothing was done. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}
