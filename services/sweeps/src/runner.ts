/** Calculates requested sweeps, a few at a time, and continues them after a restart. */
import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@etesian/clock";
import { SWEEP_FILES } from "@etesian/contracts/limits";
import { type CallOrigin, type Logger, newRequestId, RpcError, status } from "@etesian/service-kit";
import {
  readSweepSpec,
  type Sweep,
  type SweepCalculator,
  SweepDirectory,
  SweepDirectoryError,
  type SweepPool,
} from "@etesian/sweep/running";
import { baseOf, type CurvesClient, readBase, type ScenariosClient } from "./base-scenario.ts";
import { cellsOf } from "./limits.ts";
import { hasResults, isOpen, type ExistingSweep, type Sweeps } from "./sweep.ts";
import { parseSweepId, sweepIdText } from "./sweep-id.ts";

export interface RunnerOptions {
  /** Plans sweeps and joins their parts. */
  readonly pool: SweepPool;
  readonly calculator: SweepCalculator;
  readonly sweeps: Sweeps;
  readonly scenarios: ScenariosClient;
  readonly curves: CurvesClient;
  /** Parent directory of the sweeps' directories. */
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, "warn" | "error">;
}

export interface SweepProgress {
  readonly done: number;
  /** Calculated variants with errors. */
  readonly failed: number;
  /** Null before the first part. */
  readonly secondsLeft: number | null;
}

/** Maximum number of running sweeps. Their parts alternate on the threads. */
const MAX_CONCURRENT = 2;
/** Pause before another attempt, while a service or the disk does not respond. */
const RETRY_MS = 5_000;
const ATTEMPTS = 5;

/** Thrown to end one sweep; other sweeps continue. */
class SweepEndedError extends Error {}

/** A sweep cannot be calculated; the message is for its owner. */
class NotCalculableError extends Error {}

export class Runner {
  readonly #options: RunnerOptions;
  readonly #queue: number[] = [];
  readonly #controllers = new Map<number, AbortController>();
  readonly #progress = new Map<number, SweepProgress>();
  readonly #stopping = new AbortController();
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Queues a sweep; no effect if it is queued or running. */
  add(id: number): void {
    if (this.#queue.includes(id) || this.#controllers.has(id) || this.#stopping.signal.aborted) return;
    this.#queue.push(id);
    this.#next();
  }

  /** Ends a sweep and deletes its files. The files of a running sweep are deleted once the current part is written. */
  end(id: number): void {
    const index = this.#queue.indexOf(id);
    if (index >= 0) this.#queue.splice(index, 1);
    const controller = this.#controllers.get(id);
    if (controller === undefined) this.#delete(id);
    else controller.abort(new SweepEndedError("the sweep has ended"));
  }

  /** Deletes the directories of sweeps that ended while the service was stopped. */
  async deleteOrphans(): Promise<void> {
    const { directory, sweeps } = this.#options;
    for (const name of await readdir(directory)) {
      const id = parseSweepId(name);
      if (id !== null && !hasResults((await sweeps.load(id)).state)) this.end(id);
    }
  }

  /** The progress of a running sweep; null for others. */
  progressOf(id: number): SweepProgress | null {
    return this.#progress.get(id) ?? null;
  }

  directoryOf(id: number): string {
    return join(this.#options.directory, sweepIdText(id));
  }

  /** Stops all work; sweeps continue at the next start. */
  async close(): Promise<void> {
    const reason = new SweepEndedError("the service is stopping");
    this.#stopping.abort(reason);
    for (const controller of this.#controllers.values()) controller.abort(reason);
    await this.#options.pool.close();
    await this.#work;
  }

  #next(): void {
    while (this.#controllers.size < MAX_CONCURRENT) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      const controller = new AbortController();
      this.#controllers.set(id, controller);
      const run = this.#runWithRetries(id, controller.signal).finally(() => {
        this.#controllers.delete(id);
        this.#progress.delete(id);
        if (controller.signal.aborted && !this.#stopping.signal.aborted) this.#delete(id);
        this.#next();
      });
      this.#work = Promise.all([this.#work, run]);
    }
  }

  /** Never rejects. */
  async #runWithRetries(id: number, signal: AbortSignal): Promise<void> {
    const { sweeps, clock, log } = this.#options;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        const reason = await this.#calculate(id, signal).then(
          () => null,
          (error: unknown) => {
            if (error instanceof NotCalculableError) return error.message;
            throw error;
          },
        );
        if (reason !== null) await sweeps.handle(id, { type: "Fail", reason }, this.#cause());
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, sweep: sweepIdText(id), attempt }, "a sweep was interrupted");
        const isOutage = error instanceof RpcError && error.code === status.UNAVAILABLE;
        if (attempt >= ATTEMPTS && !isOutage) {
          const failure = { type: "Fail", reason: "the sweep could not be calculated" } as const;
          await sweeps.handle(id, failure, this.#cause()).catch((err: unknown) => log.error({ err }, "a sweep failed"));
          return;
        }
        await clock.pause(RETRY_MS, signal);
      }
    }
  }

  async #calculate(id: number, signal: AbortSignal): Promise<void> {
    const { pool, calculator, sweeps, log } = this.#options;
    const { state } = await sweeps.load(id);
    if (!isOpen(state)) return;
    const sweep = await this.#sweepOf(id, state);
    const outcome = await sweeps.handle(id, { type: "Start" }, this.#cause());
    if ("refusal" in outcome) return;
    const plan = await pool.plan(sweep);
    if ("problems" in plan) throw new NotCalculableError(plan.problems.join("; "));
    const { outline } = plan;
    const path = this.directoryOf(id);
    const { scenario, scenarioVersion } = state;
    const description = {
      ...plan.versions,
      base: { scenario_id: scenario, version: scenarioVersion },
      recipe: plan.base.recipeHash,
      spec: sweep.spec,
    };
    const directory = openOrRecreate(path, () => new SweepDirectory(path, outline, description));
    const missingParts = directory.missingParts(outline.parts);
    const missingVariants = missingParts.reduce((sum, { from, to }) => sum + to - from, 0);
    const initiallyDone = outline.rows - missingVariants;
    const startedAt = performance.now();
    this.#progress.set(id, { done: initiallyDone, failed: 0, secondsLeft: null });
    await calculator.calculate(sweep, missingParts, {
      signal,
      onPart: (part, rows) => {
        signal.throwIfAborted();
        directory.add(part, rows.file);
        const { done, failed } = this.#progress.get(id)!;
        const doneVariants = done + part.to - part.from;
        const perVariant = (performance.now() - startedAt) / 1000 / (doneVariants - initiallyDone);
        const secondsLeft = perVariant * (outline.rows - doneVariants);
        this.#progress.set(id, { done: doneVariants, failed: failed + rows.failed, secondsLeft });
      },
      onDefect: (err, part) => log.error({ err, sweep: sweepIdText(id), part }, "a part of a sweep failed"),
    });
    const csv = cellsOf(outline) <= SWEEP_FILES.csvCells;
    const summary = await pool.finish(sweep, { path, origin: description, csv });
    signal.throwIfAborted();
    if (summary === null) throw new Error("parts of a sweep are missing after its calculation");
    await sweeps.handle(id, { type: "Complete", failed: summary.failed }, this.#cause());
  }

  /** The sweep with its base scenario, read with its owner's current rights. */
  async #sweepOf(id: number, state: ExistingSweep): Promise<Sweep> {
    const { scenarios, curves } = this.#options;
    const actor = state.owner === null ? "anonymous" : (`user:${state.owner}` as const);
    const origin: CallOrigin = { requestId: newRequestId(), actor, scopes: null, admin: false };
    try {
      const base = await baseOf(await readBase(scenarios, state, origin), curves, origin);
      return { id: sweepIdText(id), spec: readSweepSpec(JSON.parse(state.spec)), base };
    } catch (error) {
      const isHidden =
        error instanceof RpcError && (error.code === status.NOT_FOUND || error.code === status.PERMISSION_DENIED);
      if (isHidden) throw new NotCalculableError("the base scenario can no longer be read by its owner");
      throw error;
    }
  }

  /** Deletes the files of a sweep. A failure is logged; the next start retries. */
  #delete(id: number): void {
    try {
      rmSync(this.directoryOf(id), { recursive: true, force: true });
    } catch (err) {
      this.#options.log.warn({ err, sweep: sweepIdText(id) }, "results of a sweep could not be deleted");
    }
  }

  #cause() {
    return { actor: "service:sweeps", correlationId: newRequestId() };
  }
}

/** A directory with results of another model or engine version is recreated. */
function openOrRecreate(path: string, open: () => SweepDirectory): SweepDirectory {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SweepDirectoryError)) throw error;
    rmSync(path, { recursive: true, force: true });
    return open();
  }
}
