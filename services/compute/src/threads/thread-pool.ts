/**
 * Threads that do one task at a time. Each is a Piscina of one thread, which starts it, sends it its tasks and starts
 * another when it ends. This pool decides the next task and its thread. A task has a preferred, the thread that knows
 * most about it, and goes there when that thread is idle. When it is not, another takes the task, so that no thread is
 * idle while work waits. A task may ask to wait instead. A thread that does not come to an end is replaced (watchdog).
 */
import type { Transferable } from "node:worker_threads";
import type { Piscina } from "piscina";
import { type Claim, DeadlineQueue } from "./deadline-queue.ts";

export interface ThreadTask<Message> extends Claim {
  /** Index of the thread that knows most about it; null: all know the same. */
  readonly preferred: number | null;
  /** When another thread takes it: as soon as one is idle, only when `MANY` wait at its preferred before it, or never. */
  readonly fallback: "at once" | "behind many" | "never";
  /** Milliseconds after which the thread of an unfinished task is ended; null: no limit. */
  readonly limitMs: number | null;
  /** Whether another thread may do it when the one that does it ends; once. */
  readonly isRepeatable: boolean;
  /**
   * When it aborts while the task waits, the task leaves the queue; a running task has to be stopped by other means.
   */
  readonly signal?: AbortSignal | undefined;
  /** The message for the thread that takes it. */
  message(thread: number): { readonly message: Message; readonly transfer: readonly Transferable[] };
}

const MANY = 4;

export interface Done<Outcome> {
  readonly outcome: Outcome;
  /** The thread that did it. */
  readonly thread: number;
}

/** A thread ended while it did a task, and so did the next one where the task may be repeated. */
export class ThreadEndedError extends Error {
  override readonly name = "ThreadEndedError";
}

/** A thread did not come to an end in time, and was ended. */
export class ThreadStuckError extends Error {
  override readonly name = "ThreadStuckError";
}

/** The pool was closed before the task was done. */
export class PoolClosedError extends Error {
  override readonly name = "PoolClosedError";
}

interface Entry<Message, Outcome> extends Claim {
  readonly task: ThreadTask<Message>;
  /** Whether a thread has ended over it. */
  isRepeated: boolean;
  readonly resolve: (done: Done<Outcome>) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread<Message, Outcome> {
  readonly pool: Piscina<Message, Outcome>;
  /** Its current task. */
  entry: Entry<Message, Outcome> | null;
  /** When it began (ms). */
  since: number;
  /** Ends its task, and the thread if it has started the task. */
  watch: AbortController;
  /** Whether its thread has started it; until then Piscina keeps its task. */
  hasBegun: boolean;
}

/** Callbacks and limits of the pool's threads. */
export interface Threads<Message, Outcome> {
  readonly size: number;
  /** Makes the Piscina, of one thread, for an index. */
  readonly make: (thread: number) => Piscina<Message, Outcome>;
  /** Called when a thread has ended, and its caches are lost; another takes its place. */
  readonly onEnd: (thread: number) => void;
  /** Called with the reason of a thread's end that no task caused. */
  readonly onError: (error: Error) => void;
}

export class ThreadPool<Message, Outcome> {
  readonly #onError: (error: Error) => void;
  readonly #threads: readonly Thread<Message, Outcome>[];
  readonly #waiting = new DeadlineQueue<Entry<Message, Outcome>>();
  #closed = false;

  /** Starts the threads. */
  constructor({ size, make, onEnd, onError }: Threads<Message, Outcome>) {
    this.#onError = onError;
    this.#threads = Array.from({ length: size }, (_, index) => {
      const pool = make(index);
      pool.on("workerCreate", () => (this.#threads[index]!.hasBegun = true));
      pool.on("workerDestroy", () => this.#ended(index, onEnd));
      pool.on("error", (error: Error) => {
        if (!this.#closed) onError(error);
      });
      return { pool, entry: null, since: 0, watch: new AbortController(), hasBegun: false };
    });
  }

  get size(): number {
    return this.#threads.length;
  }

  /** Whether no thread does anything. */
  get isIdle(): boolean {
    return this.#threads.every(({ entry }) => entry === null);
  }

  /** For how long all threads have been busy with what they do now (ms); 0 as long as one of them is idle. */
  get busyMs(): number {
    if (this.#threads.some(({ entry }) => entry === null)) return 0;
    return performance.now() - Math.max(...this.#threads.map(({ since }) => since));
  }

  /**
   * Rejects with `ThreadEndedError`, `ThreadStuckError` or `PoolClosedError`, with the reason of the task's signal, or when the message
   * cannot be posted.
   */
  async run(task: ThreadTask<Message>): Promise<Done<Outcome>> {
    if (this.#closed) throw new PoolClosedError("the threads were ended");
    const { client, cost, signal } = task;
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Done<Outcome>>();
    const entry: Entry<Message, Outcome> = { client, cost, task, isRepeated: false, resolve, reject };
    const leave = (): void => {
      if (this.#waiting.remove(entry)) reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    this.#waiting.add(entry);
    this.#assign();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Ends the threads, busy or not. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#threads.flatMap(({ entry }) => entry ?? []), ...this.#waiting.clear()];
    for (const thread of this.#threads) thread.entry = null;
    for (const { reject } of open) reject(new PoolClosedError("the threads were ended"));
    await Promise.all(this.#threads.map(({ pool }) => pool.destroy()));
  }

  #ended(index: number, onEnd: (thread: number) => void): void {
    const thread = this.#threads[index]!;
    const { hasBegun, watch } = thread;
    thread.hasBegun = false;
    onEnd(index);
    // Its task is still kept by Piscina, which starts no other thread after one that could not begin.
    if (!hasBegun) watch.abort(new ThreadEndedError("a thread ended before it could begin"));
  }

  #finish(index: number, entry: Entry<Message, Outcome>, settle: () => void): void {
    const thread = this.#threads[index]!;
    // Otherwise the pool was closed meanwhile.
    if (thread.entry !== entry) return;
    thread.entry = null;
    settle();
    this.#assign();
  }

  #fail(entry: Entry<Message, Outcome>, error: ThreadStuckError | ThreadEndedError): void {
    const isOver = error instanceof ThreadStuckError || entry.isRepeated || entry.task.signal?.aborted === true;
    if (isOver || !entry.task.isRepeatable) return entry.reject(error);
    entry.isRepeated = true;
    this.#waiting.add(entry);
  }

  /** Gives idle threads what waits: their own first, then what they may take from others. */
  #assign(): void {
    this.#assignThose(({ preferred }, _before, thread) => preferred === thread || preferred === null);
    this.#assignThose((task, before) => this.#isForOthers(task, before));
  }

  #assignThose(
    isFor: (task: ThreadTask<Message>, before: () => readonly Entry<Message, Outcome>[], thread: number) => boolean,
  ): void {
    for (let index = 0; index < this.#threads.length; index++) {
      while (this.#threads[index]!.entry === null) {
        const entry = this.#waiting.take(({ task }, before) => isFor(task, before, index));
        if (entry === null) break;
        this.#post(index, entry);
      }
    }
  }

  #isForOthers(task: ThreadTask<Message>, before: () => readonly Entry<Message, Outcome>[]): boolean {
    if (task.fallback === "at once") return true;
    if (task.fallback === "never") return false;
    return before().filter((other) => other.task.preferred === task.preferred).length >= MANY;
  }

  #post(index: number, entry: Entry<Message, Outcome>): void {
    const thread = this.#threads[index]!;
    thread.entry = entry;
    thread.since = performance.now();
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

  /** @throws ThreadStuckError | ThreadEndedError, or why the message cannot be posted. */
  async #work(thread: Thread<Message, Outcome>, index: number, { task }: Entry<Message, Outcome>): Promise<Outcome> {
    const { limitMs } = task;
    const { message, transfer } = task.message(index);
    const watch = (thread.watch = new AbortController());
    const timer =
      limitMs === null
        ? undefined
        : setTimeout(() => {
            const stuck = new ThreadStuckError(
              `a thread was ended: it worked on one task for more than ${limitMs / 1000} s`,
            );
            this.#onError(stuck);
            // Piscina ends the thread, and starts another.
            watch.abort(stuck);
          }, limitMs);
    try {
      return await thread.pool.run(message, { transferList: transferListOf(transfer), signal: watch.signal });
    } catch (error) {
      if (watch.signal.aborted) throw watch.signal.reason;
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

/** Piscina's types take the list for the options that ports accept in its place. */
const transferListOf = (transfer: readonly Transferable[]) => [...transfer] as never;
