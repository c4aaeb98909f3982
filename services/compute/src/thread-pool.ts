/**
 * Threads that do one task at a time, and wait for the next in their event loop. A task has a home, the thread that knows most about it, and goes there when that
 * thread is idle. When it is not, another takes the task, so that no thread is idle while work waits, unless the task says
 * that it is better off waiting.
 */
import type { Transferable, Worker } from "node:worker_threads";

export interface ThreadTask<Message> {
  /** Index of the thread that knows most about it; null: all know the same. */
  readonly home: number | null;
  /** When another thread takes it: as soon as one is idle, only when `MANY` wait at its home before it, or never. */
  readonly elsewhere: "at once" | "behind many" | "never";
  /** What to post to the thread that takes it. */
  message(thread: number): { readonly message: Message; readonly transfer: readonly Transferable[] };
}

const MANY = 4;

export interface Done<Outcome> {
  readonly outcome: Outcome;
  /** The thread that did it. */
  readonly thread: number;
}

/** A thread ended while it did a task. The task may have been done in part; it is not tried again. */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
}

/** The pool was closed before the task was done. */
export class PoolClosed extends Error {
  override readonly name = "PoolClosed";
}

interface Entry<Message, Outcome> {
  readonly task: ThreadTask<Message>;
  readonly resolve: (done: Done<Outcome>) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread<Message, Outcome> {
  worker: Worker | null;
  /** What it does now. */
  entry: Entry<Message, Outcome> | null;
}

export class ThreadPool<Message, Outcome> {
  readonly #start: (thread: number) => Worker;
  readonly #onError: (error: Error) => void;
  readonly #threads: readonly Thread<Message, Outcome>[];
  /** Oldest first. */
  readonly #waiting: Entry<Message, Outcome>[] = [];
  #closed = false;

  /**
   * Starts the threads. `start` makes the thread of an index, which answers each message with one; it is called again
   * when that thread has failed, of which `onError` is told.
   */
  constructor(size: number, start: (thread: number) => Worker, onError: (error: Error) => void) {
    this.#start = start;
    this.#onError = onError;
    this.#threads = Array.from({ length: size }, () => ({ worker: null, entry: null }));
    for (let thread = 0; thread < size; thread++) this.#launch(thread);
  }

  get size(): number {
    return this.#threads.length;
  }

  /** Rejects with `ThreadEnded`, with `PoolClosed`, or when the message cannot be posted. */
  async run(task: ThreadTask<Message>): Promise<Done<Outcome>> {
    if (this.#closed) throw new PoolClosed("the threads were ended");
    const { promise, resolve, reject } = Promise.withResolvers<Done<Outcome>>();
    this.#waiting.push({ task, resolve, reject });
    this.#assign();
    return promise;
  }

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#threads.flatMap(({ entry }) => entry ?? []), ...this.#waiting.splice(0)];
    for (const thread of this.#threads) thread.entry = null;
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
      this.#finish(index, ({ reject }) => reject(new ThreadEnded(`a thread ended: ${reason}`, { cause: failure })));
    });
    thread.worker = worker;
    return worker;
  }

  #finish(index: number, settle: (entry: Entry<Message, Outcome>) => void): void {
    const thread = this.#threads[index]!;
    const { entry } = thread;
    thread.entry = null;
    if (entry !== null) settle(entry);
    this.#assign();
  }

  /** Gives idle threads what waits: their own first, oldest first, then what they may take from others. */
  #assign(): void {
    this.#assignThose(({ home }, _place, thread) => home === thread || home === null);
    this.#assignThose((task, place) => this.#isForOthers(task, place));
  }

  #assignThose(isFor: (task: ThreadTask<Message>, place: number, thread: number) => boolean): void {
    for (let index = 0; index < this.#threads.length; index++) {
      while (this.#threads[index]!.entry === null) {
        const place = this.#waiting.findIndex(({ task }, at) => isFor(task, at, index));
        if (place < 0) break;
        this.#post(index, this.#waiting.splice(place, 1)[0]!);
      }
    }
  }

  #isForOthers(task: ThreadTask<Message>, place: number): boolean {
    if (task.elsewhere === "at once") return true;
    if (task.elsewhere === "never") return false;
    const before = this.#waiting.slice(0, place).filter((other) => other.task.home === task.home);
    return before.length >= MANY;
  }

  #post(index: number, entry: Entry<Message, Outcome>): void {
    const thread = this.#threads[index]!;
    try {
      const worker = thread.worker ?? this.#launch(index);
      const { message, transfer } = entry.task.message(index);
      thread.entry = entry;
      worker.postMessage(message, transfer);
    } catch (error) {
      thread.entry = null;
      entry.reject(error);
    }
  }
}
