/** Calculates sweeps on threads, part by part. */
import type { Part } from "@etesian/explore";
import young from "@etesian/runtime/young-generation.json" with { type: "json" };
import { applyThreadLimits } from "@etesian/service-kit/worker";
import { Piscina } from "piscina";
import type { SweepBase } from "../base.ts";
import type { SweepOutline } from "../plan.ts";
import type { SweepSpec } from "../spec.ts";
import type { SweepOrigin, FinishedSweep } from "./sweep-directory.ts";

/** A sweep in the form that threads receive. */
export interface Sweep {
  /** Threads plan a sweep once per ID. */
  readonly id: string;
  readonly spec: SweepSpec;
  readonly base: SweepBase;
}

export interface ThreadSettings {
  readonly modelDirectory: string;
  /** Cached results of loading the model; null for none. */
  readonly cacheDirectory: string | null;
  /** Whether other threads of the process have priority (Linux only). */
  readonly hasLowPriority: boolean;
}

/** A sweep that can run, with its base scenario and the versions that determine its bits. */
export interface PlannedSweep {
  readonly outline: SweepOutline;
  readonly base: { readonly area: string; readonly endYear: number; readonly recipeHash: string };
  readonly versions: { readonly engine: string; readonly model: string };
}

/** Why a sweep cannot run. */
export interface RefusedSweep {
  readonly problems: readonly string[];
}

/** The rows of a part. */
export interface PartRows {
  /** Parquet; the bytes depend on the sweep and the part alone. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** Rows with errors. */
  readonly failed: number;
}

export interface PartFile extends PartRows {
  /** Calculation time, excluding opening the model and planning. */
  readonly milliseconds: number;
  /** CPU time of the thread, which other work on the machine does not lengthen. */
  readonly processorMs: number;
}

/** Calculates parts of sweeps, on this machine or on others. */
export interface SweepCalculator {
  /**
   * Calculates parts of a sweep, in order. A part that fails twice is calculated variant by variant; a variant that
   * fails alone is a row with its error. Rejects with the signal's reason, or with an error thrown by `onPart`.
   */
  calculate(sweep: Sweep, parts: Iterable<Part>, options: CalculateOptions): Promise<void>;
}

export type Task =
  | { readonly kind: "plan"; readonly sweep: Sweep }
  | { readonly kind: "part"; readonly sweep: Sweep; readonly part: Part }
  /** The row of a variant whose calculation failed because of a bug. */
  | { readonly kind: "failed"; readonly sweep: Sweep; readonly variant: number; readonly reason: string }
  /** The files of consecutive parts, joined into one. */
  | { readonly kind: "join"; readonly sweep: Sweep; readonly files: readonly Uint8Array<ArrayBuffer>[] }
  /** Joins the parts in a directory. */
  | {
      readonly kind: "finish";
      readonly sweep: Sweep;
      readonly path: string;
      readonly origin: SweepOrigin;
      readonly csv: boolean;
    };

export type Outcome = PlannedSweep | RefusedSweep | PartFile | FinishedSweep | null;

export interface CalculateOptions {
  /** Receives the rows of each part, in any order; the worker awaits it before its next part. */
  readonly onPart: (part: Part, rows: PartRows) => Promise<void> | void;
  /** Receives errors that the model did not cause; the part is calculated again. */
  readonly onDefect: (error: unknown, part: Part) => void;
  /** Ends the calculation after the parts that threads are working on. */
  readonly signal?: AbortSignal | undefined;
}

/** Maximum memory of a thread (MB): several times its normal use, so that only a bug reaches it. */
const MAX_MEGABYTES = 1_500;
/** Time (ms) after which a part is assumed to never end: parts take about a second, long trajectories half a minute. */
const PART_LIMIT_MS = 600_000;
/** Attempts to calculate a part before its variants are calculated one by one. */
const ATTEMPTS = 2;

/** The error of a variant whose calculation failed because of a bug; its details are for operators. */
const VARIANT_FAILURE = "the calculation of this variant failed";

export class SweepPool implements SweepCalculator {
  readonly threads: number;
  readonly #piscina: Piscina<Task, Outcome>;
  readonly #onRows: () => void;

  /** Threads start with their first part. `onRows` is called after each part of a sweep. */
  constructor(threads: number, settings: ThreadSettings, onRows: () => void = () => {}) {
    this.threads = threads;
    this.#onRows = onRows;
    applyThreadLimits();
    this.#piscina = new Piscina<Task, Outcome>({
      filename: new URL("./sweep-thread.ts", import.meta.url).href,
      name: "calculate",
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 60_000,
      atomics: "disabled",
      recordTiming: false,
      // This process's flags may belong to a test runner.
      execArgv: [],
      workerData: settings,
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_MEGABYTES,
        maxYoungGenerationSizeMb: young.threadMegabytes.sweep,
      },
    });
  }

  /** Plans a sweep, or explains why it cannot run. Rejects if the thread ends, or on an internal error. */
  async plan(sweep: Sweep): Promise<PlannedSweep | RefusedSweep> {
    return (await this.#run({ kind: "plan", sweep })) as PlannedSweep | RefusedSweep;
  }

  /** Calculates the rows of a part. Rejects if the thread ends, or on an internal error. */
  async run(sweep: Sweep, part: Part): Promise<PartFile> {
    return (await this.#run({ kind: "part", sweep, part })) as PartFile;
  }

  async calculate(sweep: Sweep, parts: Iterable<Part>, options: CalculateOptions): Promise<void> {
    const { onPart, onDefect, signal } = options;
    const remainingParts = parts[Symbol.iterator]();
    const failure = new AbortController();
    const work = async (): Promise<void> => {
      try {
        for (let next = remainingParts.next(); next.done !== true; next = remainingParts.next()) {
          signal?.throwIfAborted();
          if (failure.signal.aborted) return;
          await onPart(next.value, await this.calculateRows(sweep, next.value, onDefect, signal));
        }
      } catch (error) {
        // The other workers also end.
        failure.abort();
        throw error;
      }
    };
    // One more part than threads, so that no thread waits for a file to be written.
    const workers = Array.from({ length: this.threads + 1 }, work);
    await Promise.allSettled(workers);
    await Promise.all(workers);
  }

  /**
   * Runs `SweepDirectory.finish` on another thread, so that this one stays free; null while parts are missing. Rejects
   * like that method.
   */
  async finish(
    sweep: Sweep,
    directory: { readonly path: string; readonly origin: SweepOrigin; readonly csv: boolean },
  ): Promise<FinishedSweep | null> {
    return (await this.#run({ kind: "finish", sweep, ...directory })) as FinishedSweep | null;
  }

  /** Calculates the rows of a part; a variant that fails alone is a row with its error. Rejects with the signal's reason. */
  async calculateRows(
    sweep: Sweep,
    part: Part,
    onDefect: CalculateOptions["onDefect"],
    signal?: AbortSignal,
  ): Promise<PartFile> {
    const rows = await this.#calculateRows(sweep, part, onDefect, signal);
    this.#onRows();
    return rows;
  }

  async close(): Promise<void> {
    await this.#piscina.destroy();
  }

  async #calculateRows(
    sweep: Sweep,
    part: Part,
    onDefect: CalculateOptions["onDefect"],
    signal: AbortSignal | undefined,
  ): Promise<PartFile> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return await this.run(sweep, part);
      } catch (error) {
        signal?.throwIfAborted();
        onDefect(error, part);
      }
    }
    const files: Uint8Array<ArrayBuffer>[] = [];
    for (let variant = part.from; variant < part.to; variant++) {
      const singleVariant = { from: variant, to: variant + 1 };
      try {
        files.push((await this.run(sweep, singleVariant)).file);
      } catch (error) {
        signal?.throwIfAborted();
        onDefect(error, singleVariant);
        files.push(((await this.#run({ kind: "failed", sweep, variant, reason: VARIANT_FAILURE })) as PartFile).file);
      }
    }
    return (await this.#run({ kind: "join", sweep, files })) as PartFile;
  }

  #run(task: Task): Promise<Outcome> {
    return this.#piscina.run(task, { signal: AbortSignal.timeout(PART_LIMIT_MS) });
  }
}

/** The first variants warm up the thread and open the model; the time of the next ones is extrapolated. */
const WARM_UP_VARIANTS = 4;
const MEASURED_VARIANTS = 8;

export interface Estimate {
  /** Milliseconds per variant on one thread. A thread becomes up to twice as fast within its first 50 variants. */
  readonly millisecondsPerVariant: number;
  /** Number of variants whose time was measured. */
  readonly measuredVariants: number;
  /** Seconds for all variants on all threads. */
  readonly seconds: number;
  /** CPU time of all variants. */
  readonly processorSeconds: number;
}

/** Estimates the time of a sweep from some of its first variants. Rejects like `SweepPool.run`. */
export async function estimateOf(pool: SweepPool, sweep: Sweep, { rows }: SweepOutline): Promise<Estimate> {
  const warmUpVariants = Math.min(WARM_UP_VARIANTS, Math.max(0, rows - 1));
  if (warmUpVariants > 0) await pool.run(sweep, { from: 0, to: warmUpVariants });
  const measuredVariants = Math.min(MEASURED_VARIANTS, rows - warmUpVariants);
  const { milliseconds, processorMs } = await pool.run(sweep, {
    from: warmUpVariants,
    to: warmUpVariants + measuredVariants,
  });
  const millisecondsPerVariant = milliseconds / measuredVariants;
  return {
    millisecondsPerVariant,
    measuredVariants,
    seconds: (millisecondsPerVariant * rows) / 1000 / pool.threads,
    processorSeconds: ((processorMs / measuredVariants) * rows) / 1000,
  };
}
