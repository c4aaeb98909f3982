/** Calculates sweeps on other processes, which take parts from a queue and return their rows. */
import type { Clock } from "@etesian/clock";
import type { WorkQueue } from "@etesian/event-bus";
import type { Part } from "@etesian/explore";
import type { CalculateOptions, PartRows, PlannedSweep, Sweep, SweepCalculator, SweepPool } from "../running/index.ts";
import { partName } from "../part-name.ts";
import type { AddResult, SweepDispatcher } from "./sweep-dispatcher.ts";

/**
 * Maximum number of a sweep's parts in the queue: enough for many workers, but few enough that other sweeps get their
 * turn.
 */
const MAX_QUEUED = 100;
/** Interval between checks for parts that the queue has lost (ms). */
const CHECK_INTERVAL_MS = 5_000;
/** Pause after a failure of the queue (ms). */
const RETRY_MS = 1_000;

interface OpenPart {
  readonly part: Part;
  isQueued: boolean;
  /** Whether its rows are being stored. */
  isArriving: boolean;
}

interface OpenSweep {
  readonly sweep: Sweep;
  readonly versions: PlannedSweep["versions"];
  readonly onPart: CalculateOptions["onPart"];
  /** Parts without rows that are or should be in the queue, by name. */
  readonly parts: Map<string, OpenPart>;
  /** An error of `onPart`. */
  failure: Error | null;
  /** Aborts when a part has arrived or failed. */
  change: AbortController;
}

export interface SweepQueueOptions {
  readonly queue: Pick<WorkQueue, "put" | "namesIn" | "drop">;
  /** Plans sweeps. */
  readonly pool: Pick<SweepPool, "plan">;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
}

export class SweepQueue implements SweepCalculator, SweepDispatcher {
  readonly #options: SweepQueueOptions;
  readonly #sweeps = new Map<string, OpenSweep>();

  constructor(options: SweepQueueOptions) {
    this.#options = options;
  }

  /** Calculation failures are logged where they occur. While the queue cannot be reached, parts wait. */
  async calculate(sweep: Sweep, parts: Iterable<Part>, { onPart, signal }: CalculateOptions): Promise<void> {
    const { pool, queue, clock } = this.#options;
    const plannedSweep = await pool.plan(sweep);
    if ("problems" in plannedSweep)
      throw new Error(`a sweep can no longer be planned: ${plannedSweep.problems.join("; ")}`);
    const { versions } = plannedSweep;
    const openSweep: OpenSweep = {
      sweep,
      versions,
      onPart,
      parts: new Map(),
      failure: null,
      change: new AbortController(),
    };
    this.#sweeps.set(sweep.id, openSweep);
    try {
      const remainingParts = parts[Symbol.iterator]();
      let checkedAt = clock.elapsed();
      for (;;) {
        signal?.throwIfAborted();
        if (openSweep.failure !== null) throw openSweep.failure;
        this.#fill(openSweep.parts, remainingParts);
        if (openSweep.parts.size === 0) return;
        const isDue = clock.elapsed() - checkedAt >= CHECK_INTERVAL_MS;
        if (isDue) checkedAt = clock.elapsed();
        const isQueued = await this.#send(openSweep, isDue);
        const wake =
          signal === undefined ? openSweep.change.signal : AbortSignal.any([openSweep.change.signal, signal]);
        await clock.pause(isQueued ? CHECK_INTERVAL_MS : RETRY_MS, wake);
        openSweep.change = new AbortController();
      }
    } finally {
      this.#sweeps.delete(sweep.id);
      await queue.drop(sweep.id).catch((err: unknown) => this.#logFailure(err, sweep));
    }
  }

  async sweepOf(id: string): Promise<Sweep | "later"> {
    return this.#sweeps.get(id)?.sweep ?? "later";
  }

  async add(
    id: string,
    part: Part,
    rows: PartRows,
    versions: PlannedSweep["versions"],
  ): Promise<Exclude<AddResult, "over">> {
    const openSweep = this.#sweeps.get(id);
    if (openSweep === undefined) return "later";
    const name = partName(part);
    const openPart = openSweep.parts.get(name);
    if (openPart === undefined) return "added";
    if (versions.engine !== openSweep.versions.engine || versions.model !== openSweep.versions.model)
      return "other_version";
    if (openPart.isArriving) return "later";
    openPart.isArriving = true;
    try {
      await openSweep.onPart(part, rows);
      openSweep.parts.delete(name);
      return "added";
    } catch (error) {
      openSweep.failure = error instanceof Error ? error : new Error(String(error));
      return "later";
    } finally {
      openSweep.change.abort();
    }
  }

  #fill(parts: OpenSweep["parts"], remainingParts: Iterator<Part>): void {
    while (parts.size < MAX_QUEUED) {
      const next = remainingParts.next();
      if (next.done === true) return;
      parts.set(partName(next.value), { part: next.value, isQueued: false, isArriving: false });
    }
  }

  /**
   * Puts all open parts into the queue; returns whether that succeeded. `checksForLostParts`: first finds parts that the
   * queue has lost.
   */
  async #send({ sweep, parts }: OpenSweep, checksForLostParts: boolean): Promise<boolean> {
    const { queue } = this.#options;
    try {
      if (checksForLostParts) {
        const queuedNames = await queue.namesIn(sweep.id);
        for (const [name, openPart] of parts) openPart.isQueued = queuedNames.has(name);
      }
      for (const [name, openPart] of parts) {
        if (openPart.isQueued || openPart.isArriving) continue;
        await queue.put(sweep.id, name);
        openPart.isQueued = true;
      }
      return true;
    } catch (err) {
      this.#logFailure(err, sweep);
      return false;
    }
  }

  #logFailure(err: unknown, { id }: Sweep): void {
    this.#options.log.warn({ err, sweep: id }, "the sweep queue cannot be reached; retrying");
  }
}
