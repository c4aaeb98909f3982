/**
 * Threads that do one task at a time, and wait for the next in their event loop. A task has a home, the thread that knows
 * most about it, and goes there when that thread is idle. When it is not, another takes the task, so that no thread is idle
 * while work waits, unless the task says that it is better off waiting. A thread that does not come to an end is replaced
 * (watchdog).
 */
import type { Transferable, Worker } from "node:worker_threads";
import { type Claim, WaitingLine } from "./waiting-line.ts";

export interface ThreadTask<Message> extends Claim {
  /** Index of the thread that knows most about it; null: all know the same. */
  readonly home: number | null;
  /** When another thread takes it: as soon as one is idle, only when `MANY` wait at its home before it, or never. */
  readonly elsewhere: "at once" | "behind many" | "never";
  /** A thread that has not done it after so many milliseconds is ended; null: it may take as long as it takes. */
  readonly limitMs: number | null;
  /** Whether another thread may do it when the one that does it ends; once. */
  readonly isRepeatable: boolean;
  /** When it aborts while the task waits, the task leaves the line; a thread at work has to be told by other means. */
  readonly signal?: AbortSignal | undefined;
  /** What to post to the thread that takes it. */
  message(thread: number): { readonly message: Message; readonly transfer: readonly Transferable[] };
}

const MANY = 4;

export interface Done<Outcome> {
  readonly outcome: Outcome;
  /** The thread that did it. */
  readonly thread: number;
}

/** A thread ended while it did a task, and so did the next one where the task may be repeated. */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
}

/** A thread did not come to an end in time, and was ended. */
export class ThreadStuck extends Error {
  override readonly name = "ThreadStuck";
}

/** The pool was closed before the task was done. */
export class PoolClosed extends Error {
  override readonly name = "PoolClosed";
}

interface Entry<Message, Outcome> extends Claim {
  readonly task: ThreadTask<Message>;
  /** Whether a thread has ended over it. */
  isRepeated: boolean;
  readonly resolve: (done: Done<Outcome>) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread<Message, Outcome> {
  worker: Worker | null;
  /** What it does now. */
  entry: Entry<Message, Outcome> | null;
  /** When it began (ms). */
  since: number;
  /** Ends a thread that takes too long. */
  watchdog: NodeJS.Timeout | undefined;
  /** Why it is being ended. */
  stuck: ThreadStuck | null;
}

export class ThreadPool<Message, Outcome> {
  readonly #start: (thread: number) => Worker;
  readonly #onError: (error: Error) => void;
  readonly #threads: readonly Thread<Message, Outcome>[];
  readonly #waiting = new WaitingLine<Entry<Message, Outcome>>();
  #closed = false;

  /**
   * Starts the threads. `start` makes the thread of an index, which answers each message with one; it is called again
   * when that thread has failed, of which `onError` is told.
   */
  constructor(size: number, start: (thread: number) => Worker, onError: (error: Error) => void) {
    this.#start = start;
    this.#onError = onError;
    this.#threads = Array.from({ length: size }, () => ({
      worker: null,
      entry: null,
      since: 0,
      watchdog: undefined,
      stuck: null,
    }));
    for (let thread = 0; thread < size; thread++) this.#launch(thread);
  }

  get size(): number {
    return this.#threads.length;
  }

  /** For how long all threads have been busy with what they do now (ms); 0 as long as one of them is idle. */
  get busyMs(): number {
    if (this.#threads.some(({ entry }) => entry === null)) return 0;
    return performance.now() - Math.max(...this.#threads.map(({ since }) => since));
  }

  /**
   * Rejects with `ThreadEnded`, `ThreadStuck` or `PoolClosed`, with the reason of the task's signal, or when the message
   * cannot be posted.
   */
  async run(task: ThreadTask<Message>): Promise<Done<Outcome>> {
    if (this.#closed) throw new PoolClosed("the threads were ended");
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

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#threads.flatMap(({ entry }) => entry ?? []), ...this.#waiting.clear()];
    for (const thread of this.#threads) {
      clearTimeout(thread.watchdog);
      thread.entry = null;
    }
    for (const { reject } of open) reject(new PoolClosed("the threads were ended"));
    await Promise.all(this.#threads.map(async ({ worker }) => worker?.terminate()));
  }

  #launch(index: number): Worker {
    const thread = this.#threads[index]!;
    const worker = this.#start(index);
    let hasAnswered = false;
    let failure: Error | null = null;
    worker.on("message", (outcome: Outcome) => {
      hasAnswered = true;
      this.#finish(index, ({ resolve }) => resolve({ outcome, thread: index }));
    });
    worker.on("messageerror", (error) => this.#finish(index, ({ reject }) => reject(error)));
    worker.on("error", (error: Error) => {
      failure = error;
      this.#onError(error);
    });
    worker.on("exit", (code) => {
      if (this.#closed) return;
      thread.worker = null;
      // One that never did anything would fail again: then only a task is reason enough to try.
      if (hasAnswered) this.#launch(index);
      const reason = failure?.message ?? `exit code ${code}`;
      const error = thread.stuck ?? new ThreadEnded(`a thread ended: ${reason}`, { cause: failure });
      this.#finish(index, (entry) => this.#fail(entry, error));
    });
    thread.worker = worker;
    return worker;
  }

  #finish(index: number, settle: (entry: Entry<Message, Outcome>) => void): void {
    const thread = this.#threads[index]!;
    const { entry } = thread;
    clearTimeout(thread.watchdog);
    thread.entry = null;
    thread.stuck = null;
    if (entry !== null) settle(entry);
    this.#assign();
  }

  #fail(entry: Entry<Message, Outcome>, error: ThreadStuck | ThreadEnded): void {
    const isOver = error instanceof ThreadStuck || entry.isRepeated || entry.task.signal?.aborted === true;
    if (isOver || !entry.task.isRepeatable) return entry.reject(error);
    entry.isRepeated = true;
    this.#waiting.add(entry);
  }

  /** Gives idle threads what waits: their own first, then what they may take from others. */
  #assign(): void {
    this.#assignThose(({ home }, _before, thread) => home === thread || home === null);
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
    if (task.elsewhere === "at once") return true;
    if (task.elsewhere === "never") return false;
    return before().filter((other) => other.task.home === task.home).length >= MANY;
  }

  #post(index: number, entry: Entry<Message, Outcome>): void {
    const thread = this.#threads[index]!;
    try {
      const worker = thread.worker ?? this.#launch(index);
      const { message, transfer } = entry.task.message(index);
      thread.entry = entry;
      thread.since = performance.now();
      worker.postMessage(message, transfer);
      this.#watch(thread, entry.task);
    } catch (error) {
      thread.entry = null;
      entry.reject(error);
    }
  }

  /** Ends the thread when it takes too long; its end makes place for another one. */
  #watch(thread: Thread<Message, Outcome>, { limitMs }: ThreadTask<Message>): void {
    if (limitMs === null) return;
    thread.watchdog = setTimeout(() => {
      thread.stuck = new ThreadStuck(`a thread was ended: it worked on one task for more than ${limitMs / 1000} s`);
      this.#onError(thread.stuck);
      void thread.worker?.terminate();
    }, limitMs);
  }
}
