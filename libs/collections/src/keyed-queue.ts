import type { Clock } from "@etesian/clock/port";

export interface QueueLimits {
  /** Maximum queue length per key, excluding the running work. */
  readonly length: number;
  /** Maximum waiting time from arrival (ms). */
  readonly waitMs: number;
  /**
   * Whether an error, such as an unreachable service, would also affect the queued work. Queued work then fails with
   * that error immediately instead of failing one by one.
   */
  readonly concernsAll?: (error: unknown) => boolean;
}

/** Too much work is queued for one key; the work was not started. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

interface QueuedWork {
  readonly start: () => void;
  readonly leave: (reason: unknown) => void;
}

/**
 * A queue per key (mutex): work on one key runs in order of arrival, while other keys proceed. Limited in length and
 * waiting time; an aborted caller's work leaves the queue immediately. Works within one process.
 */
export class KeyedQueue<K> {
  readonly #limits: QueueLimits;
  readonly #clock: Clock;
  /** Keys with running work, and their queued work. */
  readonly #queues = new Map<K, Set<QueuedWork>>();

  constructor(limits: QueueLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Runs the work in turn and returns its result. If this method throws one of the following errors, the work was not
   * started. @throws BusyError if the queue is full or the work waited too long @throws the signal's reason when it
   * aborts before the turn @throws the error of earlier work if that error also affects queued work
   */
  async run<T>(key: K, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, new Set());
    else await this.#turn(queue, signal);
    try {
      return await work();
    } catch (error) {
      if (this.#limits.concernsAll?.(error) === true) {
        for (const { leave } of this.#queues.get(key) ?? []) leave(error);
      }
      throw error;
    } finally {
      this.#next(key);
    }
  }

  /** Number of queued tasks for a key, excluding the running one. */
  queueLength(key: K): number {
    return this.#queues.get(key)?.size ?? 0;
  }

  async #turn(queue: Set<QueuedWork>, signal: AbortSignal | undefined): Promise<void> {
    const { length, waitMs } = this.#limits;
    if (queue.size >= length) throw new BusyError(`${queue.size} already queued`);
    let resolve!: () => void;
    let reject!: (reason: unknown) => void;
    const promise = new Promise<void>((...ends) => ([resolve, reject] = ends));
    const leave = (reason: unknown): void => {
      queue.delete(queuedWork);
      reject(reason);
    };
    const queuedWork: QueuedWork = { start: resolve, leave };
    const abort = (): void => leave(signal?.reason);
    const started = new AbortController();
    queue.add(queuedWork);
    void this.#clock.pause(waitMs, started.signal).then(() => {
      if (!started.signal.aborted) leave(new BusyError(`it did not start within ${waitMs / 1000} s`));
    });
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await promise;
    } finally {
      started.abort("started");
      signal?.removeEventListener("abort", abort);
    }
  }

  #next(key: K): void {
    const queue = this.#queues.get(key);
    const [first] = queue ?? [];
    if (queue === undefined || first === undefined) {
      this.#queues.delete(key);
    } else {
      queue.delete(first);
      first.start();
    }
  }
}
