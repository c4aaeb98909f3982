/** Takes parts of sweeps from a queue, calculates them on a pool, and returns their rows. */
import type { Clock } from "@etesian/clock";
import { LruCache } from "@etesian/collections";
import { runUntilStopped, type Subscription, type WorkItem, type WorkQueue } from "@etesian/event-bus";
import type { PartRows, PlannedSweep, Sweep, SweepPool } from "../running/index.ts";
import { parsePartName } from "../part-name.ts";
import type { AddResult, Unavailable, SweepDispatcher } from "./sweep-dispatcher.ts";

/** Pause (ms) between attempts to reach the service of a sweep, and number of attempts before another worker tries. */
const RETRY_MS = 1_000;
const ATTEMPTS = 30;
/** Delay (ms) before redelivery of a part that another version of the engine or the model must calculate. */
const OTHER_VERSION_MS = 30_000;
const CACHED_SWEEPS = 4;

export interface PartWorkerOptions {
  readonly queue: Pick<WorkQueue, "worker">;
  readonly dispatcher: SweepDispatcher;
  readonly pool: Pick<SweepPool, "threads" | "plan" | "calculateRows">;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

interface OpenedSweep {
  readonly sweep: Sweep;
  readonly versions: PlannedSweep["versions"];
}

export class PartWorker {
  readonly #options: PartWorkerOptions;
  readonly #subscriptions: readonly Subscription[];
  /** The last sweeps, by id. */
  readonly #sweeps = new LruCache<string, Promise<OpenedSweep | Unavailable>>(CACHED_SWEEPS);

  /** Works until it is closed. */
  constructor(options: PartWorkerOptions) {
    this.#options = options;
    const { queue, pool, log, clock } = options;
    const work = async (signal: AbortSignal): Promise<void> => {
      const worker = await queue.worker();
      while (!signal.aborted) {
        const item = await worker.next();
        if (item !== null) await this.#work(item, signal);
      }
    };
    // One more part than threads, so that no thread waits for rows to be returned.
    this.#subscriptions = Array.from({ length: pool.threads + 1 }, () =>
      runUntilStopped("the sweep queue", work, { log, clock }),
    );
  }

  /** Returns parts in progress to the queue. Close the pool first. */
  async close(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.stop()));
  }

  async #work(item: WorkItem, signal: AbortSignal): Promise<void> {
    try {
      const pause = await this.#pauseAfter(item, signal);
      if (pause === null) await item.done();
      else item.requeue(pause);
    } catch (error) {
      item.requeue(RETRY_MS);
      if (!signal.aborted) throw error;
    }
  }

  /** Processes an item; returns the pause until the next attempt, or null if it is done. */
  async #pauseAfter({ topic, name }: WorkItem, signal: AbortSignal): Promise<number | null> {
    const { dispatcher, pool, log } = this.#options;
    const part = parsePartName(name);
    if (part === null) return null;
    const openedSweep = await this.#reach(() => this.#find(topic), signal);
    if (openedSweep === "over") return null;
    if (openedSweep === "later") return RETRY_MS;
    const { sweep, versions } = openedSweep;
    const onDefect = (err: unknown): void => log.error({ err, sweep: topic, part }, "a part of a sweep failed");
    const rows: PartRows = await pool.calculateRows(sweep, part, onDefect, signal);
    const result: AddResult = await this.#reach(() => dispatcher.add(topic, part, rows, versions), signal);
    switch (result) {
      case "added":
      case "over":
        return null;
      case "later":
        return RETRY_MS;
      case "other_version":
        log.warn(
          { sweep: topic },
          "a sweep needs another version of the engine or the model; leaving it to other processes",
        );
        return OTHER_VERSION_MS;
    }
  }

  #find(id: string): Promise<OpenedSweep | Unavailable> {
    const cached = this.#sweeps.get(id);
    if (cached !== undefined) return cached;
    const opening = this.#open(id);
    this.#sweeps.set(id, opening);
    const removeSweep = (): void => {
      if (this.#sweeps.get(id) === opening) this.#sweeps.delete(id);
    };
    opening.then((openedSweep) => typeof openedSweep === "string" && removeSweep(), removeSweep);
    return opening;
  }

  async #open(id: string): Promise<OpenedSweep | Unavailable> {
    const { dispatcher, pool, log } = this.#options;
    const sweep = await dispatcher.sweepOf(id);
    if (typeof sweep === "string") return sweep;
    const plannedSweep = await pool.plan(sweep);
    if ("versions" in plannedSweep) return { sweep, versions: plannedSweep.versions };
    log.warn({ sweep: id, problems: plannedSweep.problems }, "a sweep cannot be calculated with this model");
    return "later";
  }

  /**
   * Repeats a request until the service responds and its sweep is running. The last attempt returns "later", or throws
   * if the service does not respond.
   */
  async #reach<T extends object | string>(
    request: () => Promise<T | "later">,
    signal: AbortSignal,
  ): Promise<T | "later"> {
    const { clock } = this.#options;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const response = await request().catch((error: unknown) => {
        if (attempt >= ATTEMPTS) throw error;
        return "later" as const;
      });
      if (response !== "later" || attempt >= ATTEMPTS) return response;
      await clock.pause(RETRY_MS, signal);
    }
  }
}
