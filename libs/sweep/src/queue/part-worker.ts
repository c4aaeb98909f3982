/** Takes parts of sweeps from a queue, calculates them on a pool, and returns their rows. */
import type { Clock } from "@etesian/clock";
import { LruCache } from "@etesian/collections";
import { runUntilStopped, type Subscription, type WorkItem, type WorkQueue } from "@etesian/event-bus";
import type { PartRows, PlannedSweep, Sweep, SweepPool } from "../running/index.ts";
import { partIn } from "../part-name.ts";
import type { AddResult, Unavailable, SweepDispatcher } from "./sweep-dispatcher.ts";

/** Pause (ms) between attempts to reach the service of a sweep, and number of attempts before another worker tries. */
const RETRY_MS = 1_000;
const ATTEMPTS = 30;
/** Delay (ms) before redelivery of a part that another version of the engine or the model must calculate. */
const OTHER_VERSION_MS = 30_000;
const KEPT_SWEEPS = 4;

export interface PartWorkerOptions {
  readonly queue: Pick<WorkQueue, "worker">;
  readonly dispatcher: SweepDispatcher;
  readonly pool: Pick<SweepPool, "threads" | "plan" | "rowsOf">;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

interface Known {
  readonly sweep: Sweep;
  readonly versions: PlannedSweep["versions"];
}

export class PartWorker {
  readonly #options: PartWorkerOptions;
  readonly #subscriptions: readonly Subscription[];
  /** The last sweeps, by id. */
  readonly #known = new LruCache<string, Promise<Known | Unavailable>>(KEPT_SWEEPS);

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
    // One part more than there are threads, so that no thread waits for rows to be returned.
    this.#subscriptions = Array.from({ length: pool.threads + 1 }, () =>
      runUntilStopped("the queue of sweeps", work, { log, clock }),
    );
  }

  /** Returns parts that are being worked on to the queue. Close the pool first. */
  async close(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.stop()));
  }

  async #work(item: WorkItem, signal: AbortSignal): Promise<void> {
    try {
      const pause = await this.#pauseAfter(item, signal);
      if (pause === null) await item.done();
      else item.back(pause);
    } catch (error) {
      item.back(RETRY_MS);
      if (!signal.aborted) throw error;
    }
  }

  /** Works on an item; returns the pause until the next attempt, or null if it is done. */
  async #pauseAfter({ topic, name }: WorkItem, signal: AbortSignal): Promise<number | null> {
    const { dispatcher, pool, log } = this.#options;
    const part = partIn(name);
    if (part === null) return null;
    const found = await this.#reached(() => this.#find(topic), signal);
    if (found === "over") return null;
    if (found === "later") return RETRY_MS;
    const { sweep, versions } = found;
    const onDefect = (err: unknown): void => log.error({ err, sweep: topic, part }, "a part of a sweep failed");
    const rows: PartRows = await pool.rowsOf(sweep, part, onDefect, signal);
    const added: AddResult = await this.#reached(() => dispatcher.add(topic, part, rows, versions), signal);
    switch (added) {
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

  #find(id: string): Promise<Known | Unavailable> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const found = this.#open(id);
    this.#known.set(id, found);
    const removeSweep = (): void => {
      if (this.#known.get(id) === found) this.#known.delete(id);
    };
    found.then((known) => typeof known === "string" && removeSweep(), removeSweep);
    return found;
  }

  async #open(id: string): Promise<Known | Unavailable> {
    const { dispatcher, pool, log } = this.#options;
    const sweep = await dispatcher.sweepOf(id);
    if (typeof sweep === "string") return sweep;
    const planned = await pool.plan(sweep);
    if ("versions" in planned) return { sweep, versions: planned.versions };
    log.warn({ sweep: id, problems: planned.problems }, "a sweep cannot be calculated with this model");
    return "later";
  }

  /** Requests the sweep until the service responds and the sweep is running; "later" after many attempts. */
  async #reached<T extends object | string>(
    ask: () => Promise<T | "later">,
    signal: AbortSignal,
  ): Promise<T | "later"> {
    const { clock } = this.#options;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const answer = await ask().catch((error: unknown) => {
        if (attempt >= ATTEMPTS) throw error;
        return "later" as const;
      });
      if (answer !== "later" || attempt >= ATTEMPTS) return answer;
      await clock.pause(RETRY_MS, signal);
    }
  }
}
