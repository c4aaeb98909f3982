/**
 * The simulated clock: every wait is a task in one list, and the earliest runs first. All random choices come from one
 * seed, so that the same seed produces the same run, to the last step.
 */
import type { Clock } from "@etesian/clock";
import { Random } from "@etesian/workbench/random";

interface Task {
  readonly time: number;
  readonly run: () => void;
}

/** Steps between two turns of the real event loop, for code that waits for one. */
const STEPS_PER_TURN = 16;

/** 2026-11-21, the start of the simulated time. */
const START_MS = 1_795_219_200_000;

export class Scheduler {
  readonly random: Random;
  #elapsed = 0;
  #tasks: Task[] = [];
  #steps = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
    // Skips the first numbers, which are similar for neighbouring seeds.
    for (let n = 0; n < 8; n++) this.random.number();
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.#elapsed;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Resolves after a delay, or when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const task = { time: this.#elapsed + ms, run: resolve };
      this.#tasks.push(task);
      signal?.addEventListener("abort", () => {
        this.#tasks = this.#tasks.filter((other) => other !== task);
        resolve();
      });
    });
  }

  /** Lets time pass until a promise settles. @throws Error if no task is left that could settle it. */
  async run<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const settle = (): void => {
      settled = true;
    };
    work.then(settle, settle);
    for (;;) {
      // Pending promises settle first: the scheduler ticks only when no promise is ready.
      await new Promise<void>((resolve) => {
        if (this.#steps % STEPS_PER_TURN === 0) setImmediate(resolve);
        else process.nextTick(resolve);
      });
      if (settled) return work;
      const task = this.#takeEarliest();
      if (task === null) throw new Error(`deadlock: all tasks wait, after ${this.#elapsed} ms`);
      this.#elapsed = Math.max(this.#elapsed, task.time);
      this.#steps += 1;
      task.run();
    }
  }

  /** Takes the task with the earliest time; if several have the same time, the oldest. */
  #takeEarliest(): Task | null {
    let best = 0;
    for (const [index, { time }] of this.#tasks.entries()) if (time < this.#tasks[best]!.time) best = index;
    return this.#tasks.splice(best, 1)[0] ?? null;
  }

  readonly clock: Clock = {
    // The simulated wall clock, which is sometimes set back.
    now: () => new Date(START_MS + this.#elapsed - (this.random.chance(0.1) ? 60_000 : 0)),
    elapsed: () => this.#elapsed,
    pause: (ms, signal) => this.wait(ms, signal),
    nextTurn: () => this.wait(0),
  };
}

/** A process of a simulated system. Once killed, it receives no more responses, but its calls may still be executed. */
export class Host {
  #alive = true;

  get alive(): boolean {
    return this.#alive;
  }

  kill(): void {
    this.#alive = false;
  }

  /** The outcome of a call; never settles once the process is killed. */
  async receive<T>(call: Promise<T>): Promise<T> {
    try {
      const result = await call;
      if (!this.#alive) await never();
      return result;
    } catch (error) {
      if (!this.#alive) await never();
      throw error;
    }
  }

  clock(clock: Clock): Clock {
    return {
      ...clock,
      pause: (ms, signal) => this.receive(clock.pause(ms, signal)),
      nextTurn: () => this.receive(clock.nextTurn()),
    };
  }
}

/** A new promise each time: a shared one would keep all its waiters in memory. */
const never = (): Promise<never> => new Promise(() => {});
