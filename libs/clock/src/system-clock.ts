import type { Clock } from "./clock.ts";

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
