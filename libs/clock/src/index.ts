/**
 * Time as a port. Whoever waits, or looks at a deadline, is given a clock; a simulation gives another one, whose hours
 * take no time. Not for adapters whose other end lives in real time: a disk, a network, a thread.
 */
export interface Clock {
  /** The time of day, which may go back. */
  now(): Date;
  /** Milliseconds since some moment; never goes back. */
  elapsed(): number;
  /** Resolves after some milliseconds, or when the signal aborts; rejects never. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves when others have had their turn. */
  nextTurn(): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  pause(ms, signal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal?.aborted) return Promise.resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
    return promise;
  },
  nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
};
