/**
 * A pool of threads that run one task at a time. Each is a Piscina with a single thread. Piscina starts the thread,
 * sends its tasks and restarts it when it ends. This pool chooses the next task and its thread. A task may prefer the
 * thread with the most relevant caches. If that thread is busy, another one takes the task, so that no thread is idle
 * while work waits; a task may choose to wait instead. A thread that exceeds a task's limit is replaced (watchdog).
 */
import type { Transferable } from "node:worker_threads";
import type { Piscina } from "piscina";
import { type Claim, DeadlineQueue } from "./deadline-queue.ts";

export interface ThreadTask<Message> extends Claim {
  /** Index of the preferred thread, which has the most relevant caches; null for none. */
  readonly preferred: number | null;
  /**
   * When another thread may take the task: immediately, only if `MANY_TASKS` tasks wait for the preferred thread, or
   * never.
   */
  readonly fallback: "immediately" | "behind many" | "never";
  /** Limit after which the thread of an unfinished task is terminated (ms); null for none. */
  readonly limitMs: number | null;
  /** Whether the task is repeated, once, when its thread ends. */
  readonly isRepeatable: boolean;
  /** Removes the task from the queue. A running task must be stopped by other means. */
  readonly signal?: AbortSignal | undefined;
  /** Creates the message for the thread that runs the task. */
  message(thread: number): { readonly message: Message; readonly transfer: readonly Transferable[] };
}

const MANY_TASKS = 4;

export interface TaskResult<Outcome> {
  readonly outcome: Outcome;
  /** The thread that ran the task. */
  readonly thread: number;
}

/** The thread of a task ended; for a repeatable task, both attempts failed in this way. */
export class ThreadEndedError extends Error {
  override readonly name = "ThreadEndedError";
}

/** A thread exceeded the time limit of its task and was terminated. */
export class ThreadStuckError extends Error {
  override readonly name = "ThreadStuckError";
}

/** The pool was closed before the task finished. */
export class PoolClosedError extends Error {
  override readonly name = "PoolClosedError";
}

interface Entry<Message, Outcome> extends Claim {
  readonly task: ThreadTask<Message>;
  /** Whether the task has already been repeated. */
  isRepeated: boolean;
  readonly resolve: (result: TaskResult<Outcome>) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread<Message, Outcome> {
  readonly pool: Piscina<Message, Outcome>;
  /** The current task. */
  entry: Entry<Message, Outcome> | null;
  /** When the task was assigned (ms). */
  assignedAt: number;
  /** Aborts the task, and the thread if it has started the task. */
  abort: AbortController;
  /** Whether the thread has started the task; until then Piscina queues it. */
  hasStarted: boolean;
}

/** Number of threads, and callbacks. */
export interface ThreadPoolOptions<Message, Outcome> {
  readonly size: number;
  /** Creates the Piscina of one thread. */
  readonly make: (thread: number) => Piscina<Message, Outcome>;
  /** Called when a thread has ended and its caches are lost; another thread replaces it. */
  readonly onEnd: (thread: number) => void;
  /** Called with the error of a thread that ended outside a task. */
  readonly onError: (error: Error) => void;
}

export class ThreadPool<Message, Outcome> {
  readonly #onError: (error: Error) => void;
  readonly #threads: readonly Thread<Message, Outcome>[];
  readonly #queue = new DeadlineQueue<Entry<Message, Outcome>>();
  #closed = false;

  /** Starts the threads. */
  constructor({ size, make, onEnd, onError }: ThreadPoolOptions<Message, Outcome>) {
    this.#onError = onError;
    this.#threads = Array.from({ length: size }, (_, index) => {
      const pool = make(index);
      pool.on("workerCreate", () => (this.#threads[index]!.hasStarted = true));
      pool.on("workerDestroy", () => this.#onEnded(index, onEnd));
      pool.on("error", (error: Error) => {
        if (!this.#closed) onError(error);
      });
      return { pool, entry: null, assignedAt: 0, abort: new AbortController(), hasStarted: false };
    });
  }

  get size(): number {
    return this.#threads.length;
  }

  /** Whether all threads are idle. */
  get isIdle(): boolean {
    return this.#threads.every(({ entry }) => entry === null);
  }

  /** Time for which all threads have been busy with their current tasks (ms); 0 while a thread is idle. */
  get busyMs(): number {
    if (this.#threads.some(({ entry }) => entry === null)) return 0;
    return performance.now() - Math.max(...this.#threads.map(({ assignedAt: since }) => since));
  }

  /**
   * Runs a task. Rejects with `ThreadEndedError`, `ThreadStuckError` or `PoolClosedError`, with the reason of the
   * task's signal, or when the message cannot be posted.
   */
  async run(task: ThreadTask<Message>): Promise<TaskResult<Outcome>> {
    if (this.#closed) throw new PoolClosedError("the threads were terminated");
    const { client, cost, signal } = task;
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<TaskResult<Outcome>>();
    const entry: Entry<Message, Outcome> = { client, cost, task, isRepeated: false, resolve, reject };
    const leave = (): void => {
      if (this.#queue.remove(entry)) reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    this.#queue.add(entry);
    this.#assign();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Terminates the threads, busy or idle. */
  async close(): Promise<void> {
    this.#closed = true;
    const unfinished = [...this.#threads.flatMap(({ entry }) => entry ?? []), ...this.#queue.clear()];
    for (const thread of this.#threads) thread.entry = null;
    for (const { reject } of unfinished) reject(new PoolClosedError("the threads were terminated"));
    await Promise.all(this.#threads.map(({ pool }) => pool.destroy()));
  }

  #onEnded(index: number, onEnd: (thread: number) => void): void {
    const thread = this.#threads[index]!;
    const { hasStarted, abort } = thread;
    thread.hasStarted = false;
    onEnd(index);
    // Piscina still has the task in its queue, and does not restart a thread that failed to start.
    if (!hasStarted) abort.abort(new ThreadEndedError("a thread ended before it started its task"));
  }

  #finish(index: number, entry: Entry<Message, Outcome>, settle: () => void): void {
    const thread = this.#threads[index]!;
    // The pool was closed in the meantime.
    if (thread.entry !== entry) return;
    thread.entry = null;
    settle();
    this.#assign();
  }

  #fail(entry: Entry<Message, Outcome>, error: ThreadStuckError | ThreadEndedError): void {
    const isOver = error instanceof ThreadStuckError || entry.isRepeated || entry.task.signal?.aborted === true;
    if (isOver || !entry.task.isRepeatable) return entry.reject(error);
    entry.isRepeated = true;
    this.#queue.add(entry);
  }

  /** Assigns queued tasks to idle threads: first tasks that prefer the thread, then tasks that any thread may take. */
  #assign(): void {
    this.#assignMatching(({ preferred }, _before, thread) => preferred === thread || preferred === null);
    this.#assignMatching((task, earlierEntries) => this.#mayRunElsewhere(task, earlierEntries));
  }

  #assignMatching(
    isEligible: (
      task: ThreadTask<Message>,
      earlierEntries: () => readonly Entry<Message, Outcome>[],
      thread: number,
    ) => boolean,
  ): void {
    for (let index = 0; index < this.#threads.length; index++) {
      while (this.#threads[index]!.entry === null) {
        const entry = this.#queue.take(({ task }, earlierEntries) => isEligible(task, earlierEntries, index));
        if (entry === null) break;
        this.#post(index, entry);
      }
    }
  }

  #mayRunElsewhere(task: ThreadTask<Message>, earlierEntries: () => readonly Entry<Message, Outcome>[]): boolean {
    if (task.fallback === "immediately") return true;
    if (task.fallback === "never") return false;
    return earlierEntries().filter((other) => other.task.preferred === task.preferred).length >= MANY_TASKS;
  }

  #post(index: number, entry: Entry<Message, Outcome>): void {
    const thread = this.#threads[index]!;
    thread.entry = entry;
    thread.assignedAt = performance.now();
    void this.#work(thread, index, entry).then(
      (outcome) => this.#finish(index, entry, () => entry.resolve({ outcome, thread: index })),
      (error: unknown) =>
        this.#finish(index, entry, () =>
          error instanceof ThreadStuckError || error instanceof ThreadEndedError
            ? this.#fail(entry, error)
            : entry.reject(error),
        ),
    );
  }

  /** @throws ThreadStuckError | ThreadEndedError, or the error of a message that cannot be posted. */
  async #work(thread: Thread<Message, Outcome>, index: number, { task }: Entry<Message, Outcome>): Promise<Outcome> {
    const { limitMs } = task;
    const { message, transfer } = task.message(index);
    const abort = (thread.abort = new AbortController());
    const timer =
      limitMs === null
        ? undefined
        : setTimeout(() => {
            const stuck = new ThreadStuckError(
              `a thread was terminated: it worked on one task for more than ${limitMs / 1000} s`,
            );
            this.#onError(stuck);
            // Piscina terminates the thread and starts another.
            abort.abort(stuck);
          }, limitMs);
    try {
      return await thread.pool.run(message, { transferList: transferListOf(transfer), signal: abort.signal });
    } catch (error) {
      if (abort.signal.aborted) throw abort.signal.reason;
      if (error instanceof DOMException && error.name === "DataCloneError") throw error;
      if (!this.#closed) this.#onError(error as Error);
      throw new ThreadEndedError(`a thread ended: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Piscina's types confuse the transfer list with the options object that ports also accept. */
const transferListOf = (transfer: readonly Transferable[]) => [...transfer] as never;
