/**
 * Calculates on threads. Every recipe is solved once: identical concurrent requests share the first one's result. The
 * thread that solved it caches the solution, within a memory limit. Annual solutions are shared between all threads.
 */
import { LruCache } from "@etesian/collections";
import type { NodeReport, QueryAnswer, SharedSolution } from "@etesian/engine";
import type { AreaDataset } from "@etesian/model";
import { decodePart, type PartValues } from "@etesian/model/parts";
import {
  counter,
  histogram,
  type HistogramDefinition,
  type Logger,
  type MetricDefinition,
  type Metrics,
  startSpan,
} from "@etesian/service-kit";
import { type InputFacts, type Recipe, recipeHash, type Scaling } from "@etesian/sliders";
import { MessageChannel } from "node:worker_threads";
import { Admission, type AdmittedCaller } from "./admission.ts";
import { ballastFor } from "./threads/ballast.ts";
import type { DocumentRequest, DocumentRefusal } from "./documents/documents.ts";
import { type Download, Downloads, type MakeChunks } from "./downloads.ts";
import { ModelParts, type PartMaker } from "./parts/model-parts.ts";
import {
  type AreaDescription,
  type GqueryDescription,
  type ModelDescription,
  InvalidModelError,
} from "./model/model-description.ts";
import {
  warmUpTargets,
  warmUpQueries,
  warmUpRecipes,
  ROUNDS_AFTER_READY,
  ROUNDS_BEFORE_READY,
} from "./threads/warm-up.ts";
import { partDirectory, PartStore } from "./parts/part-store.ts";
import { SharedCurves } from "./threads/shared-curves.ts";
import { ThreadAffinity } from "./threads/thread-affinity.ts";
import { type TaskResult, ThreadPool, type ThreadTask } from "./threads/thread-pool.ts";
import { startThread } from "./threads/threads.ts";
import { type UsedArea, UsedAreas } from "./threads/used-areas.ts";
import {
  MAX_DATASETS,
  type Answer,
  type InputsTask,
  type TaskOutcome,
  type OutcomeMessage,
  type SolutionQuestion,
  type SolutionTask,
  type SolveResult,
  type Task,
  type TaskMessage,
  type ThreadSettings,
} from "./threads/worker-messages.ts";

export interface CalculatorOptions {
  readonly modelDirectory: string;
  /** Directory with cached results of loading the model; null if every thread calculates them again. */
  readonly cacheDirectory: string | null;
  /** File that lists the areas in use, for the warm-up of the next start; null if there is none. */
  readonly usedAreasFile: string | null;
  /** Areas to warm up if that list is empty; by default the model's default area. */
  readonly firstAreas: readonly string[];
  readonly workers: number;
  /** Maximum queue length; further requests are refused. */
  readonly queueLength: number;
  /** Memory per thread for cached solutions (bytes). Solutions shared between all threads use the same amount again. */
  readonly solutionBytes: number;
  /** Memory per thread for results that a recalculation can reuse (bytes). */
  readonly engineBytes: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Called with each step of loading the model. */
  readonly progress: (step: string) => void;
}

/** The caller cancelled the request. */
export class CalculationCancelledError extends Error {
  override readonly name = "CalculationCancelledError";
}

/** The model has no such area. */
export class AreaNotFoundError extends Error {
  override readonly name = "AreaNotFoundError";
}

/** The recipe or its area cannot be calculated; the message gives the reason. */
export class NotComputableError extends Error {
  override readonly name = "NotComputableError";
}

/** Limit on a task (ms). A thread that takes longer than a minute is assumed never to finish. */
const TASK_LIMIT_MS = 65_000;
/** If every thread has worked on one task for this long (ms), the service is unhealthy. */
const STUCK_MS = 15_000;
/** The origin of a solution (metric label). */
const SOURCES = ["under way", "kept", "shared", "solved", "solved again"] as const;

const DURATIONS: HistogramDefinition<"task"> = {
  type: "histogram",
  name: "compute_duration_seconds",
  help: "Duration of a task, in the queue and on its thread",
  labels: { task: "the task; `solve` is the solver's own time, without the queue" },
  services: "compute",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
};
const SOLUTIONS: MetricDefinition<"from"> = {
  type: "counter",
  name: "compute_solutions_total",
  help: "Requested solutions by origin",
  labels: {
    from:
      "`solved`; `solved again`, because no thread had kept it; `kept` by the responding thread; `shared` by another " +
      "thread; `under way` for another request",
  },
  services: "compute",
};
export const COMPUTE_METRICS = [DURATIONS, SOLUTIONS];

/** Queries per task; other tasks can run in between. */
const SLICE = 500;
/** Estimated thread time (ms), for the queue. */
const COSTS = { none: 0, query: 0.1, cached: 1, inputs: 10, solve: 50, part: 50, document: 100, warmUp: 1_000 };

/** Origin of a result. With the same engine and model, results are bit-identical on every machine. */
export interface Calculation {
  readonly recipeHash: string;
  /** Hash over the engine's sources. */
  readonly engine: string;
}

export class Calculator {
  /**
   * Description of the model, once it is loaded. Rejects with `InvalidModelError`, or `AreaNotFoundError` for a
   * warm-up area.
   */
  readonly model: Promise<ModelDescription>;
  /** Parts of the model for clients that calculate locally. */
  readonly parts: ModelParts;
  readonly #threads: ThreadPool<TaskMessage, OutcomeMessage>;
  readonly #settings: ThreadSettings;
  readonly #curves = new SharedCurves();
  readonly #admission: Admission;
  readonly #downloads = new Downloads();
  readonly #firstAreas: readonly string[];
  readonly #usedAreas: UsedAreas;
  /** Solutions that every thread can read. */
  readonly #shared: LruCache<string, { readonly solution: SharedSolution; readonly ballast: ArrayBuffer }>;
  readonly #affinity: ThreadAffinity;
  /** Recipes being solved; each promise resolves on success and on failure. */
  readonly #solving = new Map<string, Promise<void>>();
  readonly #datasets = new LruCache<string, AreaDataset>(MAX_DATASETS);
  #lastDataset: Promise<void> = Promise.resolve();
  readonly #durations;
  readonly #lookups;
  #engine: Promise<string> | null = null;
  #lastDownload = 0;
  /** Whether a request has arrived. */
  #hasRequests = false;
  #closed = false;

  /** Starts the threads; the first one begins to load the model. */
  constructor(options: CalculatorOptions) {
    const { modelDirectory, cacheDirectory, solutionBytes, engineBytes } = options;
    const { workers, queueLength, log, metrics, progress } = options;
    this.#usedAreas = new UsedAreas(options.usedAreasFile);
    this.#firstAreas = options.firstAreas;
    const firstArea = this.#usedAreas.latest[0]?.area ?? this.#firstAreas[0] ?? null;
    this.#settings = { modelDirectory, cacheDirectory, firstArea, solutionBytes, engineBytes };
    this.#threads = new ThreadPool({
      size: workers,
      make: startThread,
      onEnd: (thread) => this.#curves.reset(thread),
      onError: (error) => log.error({ err: error }, "a calculating thread failed"),
    });
    this.model = this.#describe(progress);
    // Requests that wait for the model get the error; there may be none yet.
    this.model.catch(() => {});
    this.#admission = new Admission(workers + queueLength);
    this.parts = this.#openParts();
    this.#shared = new LruCache(solutionBytes, ({ solution }) => solution.byteLength);
    this.#affinity = new ThreadAffinity(workers);
    this.#durations = histogram(metrics, DURATIONS);
    this.#lookups = counter(
      metrics,
      SOLUTIONS,
      SOURCES.map((from) => ({ from })),
    );
  }

  /**
   * Resolves when every thread has been warmed up with the most recently used area, or the default area, because code
   * runs slowly at first. An area that cannot be calculated is skipped; its requests report the reason.
   */
  async ready(): Promise<void> {
    const [first] = await this.#warmUpTargets();
    if (first === undefined) return;
    await this.#ignoreUncomputable(() => this.#warmUp(first, ROUNDS_BEFORE_READY, () => false));
  }

  /** Continues the warm-up, including other recently used areas, until the first request. */
  async warmUp(): Promise<void> {
    const isOver = (): boolean => this.#closed || this.#hasRequests;
    await this.#ignoreUncomputable(async () => void (await this.#engineVersion()));
    for (const [index, target] of (await this.#warmUpTargets()).entries()) {
      if (isOver()) return;
      const rounds = index === 0 ? ROUNDS_AFTER_READY : ROUNDS_BEFORE_READY;
      await this.#ignoreUncomputable(() => this.#warmUp(target, rounds, isOver));
    }
  }

  /** @throws Error if all threads have worked on one task each for too long. */
  check(): void {
    const seconds = this.#threads.busyMs / 1000;
    if (seconds * 1000 > STUCK_MS)
      throw new Error(`all threads have been busy with one task each for ${seconds.toFixed(0)} s`);
  }

  /** Ranges and defaults of an area's inputs. Rejects like `query`. */
  async inputs(
    area: string,
    endYear: number,
    scaling: Scaling | null,
    caller: AdmittedCaller,
  ): Promise<readonly InputFacts[]> {
    return this.#admit("inputs", caller, async (admittedCaller) => {
      const dataset = await this.#datasetOf(area);
      const options: TaskOptions = { ...ANY_THREAD, ...admittedCaller, cost: COSTS.inputs };
      const { outcome } = await this.#task(dataset, { kind: "inputs", endYear, scaling }, options);
      if (outcome.kind !== "inputs") throw failureOf(outcome);
      return outcome.inputs;
    });
  }

  /** All areas with the named attributes; an empty list means all attributes. */
  async areas(attributes: readonly string[]): Promise<readonly AreaDescription[]> {
    const { outcome } = await this.#run({ kind: "areas", attributes }, ANY_THREAD);
    if (outcome.kind !== "areas") throw failureOf(outcome);
    return outcome.areas;
  }

  /** All queries, in the model's order. */
  async gqueries(): Promise<readonly GqueryDescription[]> {
    const { outcome } = await this.#run({ kind: "gqueries" }, ANY_THREAD);
    if (outcome.kind !== "gqueries") throw failureOf(outcome);
    return outcome.gqueries;
  }

  /** Descriptions of inputs by key; inputs without one are omitted. */
  async inputDescriptions(): Promise<{ readonly [key: string]: string }> {
    const { outcome } = await this.#run({ kind: "input_descriptions" }, ANY_THREAD);
    if (outcome.kind !== "input_descriptions") throw failureOf(outcome);
    return outcome.descriptions;
  }

  /** The interface documents, with the catalogue of inputs and queries to which they refer. */
  async interface(): Promise<PartValues["interface"]> {
    const { outcome } = await this.#run(
      { kind: "part", source: { kind: "interface" }, includeBytes: true },
      ANY_THREAD,
    );
    if (outcome.kind !== "part" || outcome.part.bytes === null) throw failureOf(outcome);
    return decodePart("interface", outcome.part.bytes);
  }

  /** A curve from an area's dataset; null if it has no such curve. Rejects with `AreaNotFoundError`. */
  async datasetCurve(area: string, key: string): Promise<Float64Array | null> {
    const { areas } = await this.model;
    if (!areas.some((description) => description.area === area))
      throw new AreaNotFoundError(`there is no area ${area}`);
    const { outcome } = await this.#run({ kind: "curve", area, key }, ANY_THREAD);
    if (outcome.kind !== "curve") throw failureOf(outcome);
    return outcome.values;
  }

  /**
   * Results of queries, in the order of the keys. Rejects with `QueueFullError`, `CalculationCancelledError`,
   * `NotComputableError` or `AreaNotFoundError`.
   */
  async query(recipe: Recipe, keys: readonly string[], caller: AdmittedCaller): Promise<readonly QueryAnswer[]> {
    return this.#admit("queries", caller, async (admittedCaller) => {
      const answers: QueryAnswer[] = [];
      do {
        const slice = keys.slice(answers.length, answers.length + SLICE);
        const cost = (keys.length - answers.length) * COSTS.query;
        const outcome = await this.#answer(recipe, { kind: "queries", keys: slice }, admittedCaller, cost);
        if (outcome.kind !== "queries") throw new Error(`expected query results, got ${outcome.kind}`);
        answers.push(...outcome.answers);
      } while (answers.length < keys.length);
      return answers;
    });
  }

  /** Report of a node; null for an unknown node. Rejects like `query`. */
  async node(
    recipe: Recipe,
    key: string,
    caller: AdmittedCaller,
  ): Promise<NodeReport | { readonly error: string } | null> {
    return this.#admit("node", caller, async (admittedCaller) => {
      const outcome = await this.#answer(recipe, { kind: "node", key }, admittedCaller, COSTS.cached);
      return outcome.kind === "node" ? outcome.report : null;
    });
  }

  /**
   * Creates a document about a recipe's solution, or returns the reason why there is none. Rejects like `query` until
   * the file name is known; later errors reject the chunks. Concurrent readers share one document (see `Downloads`).
   */
  async document(
    recipe: Recipe,
    document: DocumentRequest,
    caller: AdmittedCaller,
  ): Promise<Download | DocumentRefusal> {
    const { hash: dataset } = await this.#datasetOf(recipe.area);
    const download = (this.#lastDownload += 1);
    const make: MakeChunks = (from, count, admittedCaller) => {
      const question: SolutionQuestion = { kind: "document", document, download, from, count };
      const answer = (admittedCaller: AdmittedCaller) => this.#answer(recipe, question, admittedCaller, COSTS.document);
      return from === 0 ? this.#admit("document", admittedCaller, answer) : answer(admittedCaller);
    };
    try {
      return await this.#downloads.open(`${recipeHash(recipe, dataset)} ${JSON.stringify(document)}`, make, caller);
    } catch (error) {
      throw caller.signal.aborted ? cancellationError(error) : error;
    }
  }

  /** Origin of a recipe's results. Rejects with `AreaNotFoundError` or `NotComputableError`. */
  async calculationOf(recipe: Recipe): Promise<Calculation> {
    const [{ hash }, engine] = await Promise.all([this.#datasetOf(recipe.area), this.#engineVersion()]);
    return { recipeHash: recipeHash(recipe, hash), engine };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.parts.close();
    this.#usedAreas.write();
    await this.#downloads.close();
    await this.#threads.close();
  }

  #openParts(): ModelParts {
    const { modelDirectory, cacheDirectory } = this.#settings;
    const optionsFor = (caller: AdmittedCaller, cost: number): TaskOptions => ({ ...ANY_THREAD, ...caller, cost });
    const store = this.model.then(
      ({ hash }) => new PartStore(cacheDirectory && partDirectory(cacheDirectory, modelDirectory, hash)),
    );
    const maker: PartMaker = {
      make: (source, includeBytes, caller) =>
        this.#admit("part", caller, async (admittedCaller) => {
          const { outcome } = await this.#run(
            { kind: "part", source, includeBytes },
            optionsFor(admittedCaller, COSTS.part),
          );
          if (outcome.kind !== "part") throw failureOf(outcome);
          return outcome.part;
        }),
      curves: async (area, caller) => {
        const { outcome } = await this.#run({ kind: "variants", area }, optionsFor(caller, COSTS.none));
        if (outcome.kind !== "variants") throw failureOf(outcome);
        return outcome;
      },
      describeArea: async (area) => {
        const [model, dataset, engine] = [await this.model, await this.#datasetOf(area), await this.#engineVersion()];
        return { engine, model: model.hash, dataset: dataset.hash, start_year: dataset.startYear };
      },
      isIdle: () => this.#threads.isIdle,
    };
    return new ModelParts(maker, store);
  }

  /** Computed by a thread on first use: it takes about 20 ms. */
  #engineVersion(): Promise<string> {
    const read = async (): Promise<string> => {
      const { outcome } = await this.#run({ kind: "engine" }, ANY_THREAD);
      if (outcome.kind !== "engine") throw failureOf(outcome);
      return outcome.version;
    };
    this.#engine ??= read().catch((error: unknown) => {
      this.#engine = null;
      throw error;
    });
    return this.#engine;
  }

  /** Runs work if the queue has room, and measures its time. */
  async #admit<T>(
    task: string,
    caller: AdmittedCaller,
    work: (admittedCaller: AdmittedCaller) => Promise<T>,
  ): Promise<T> {
    return this.#admission.run(caller, async (signal) => {
      this.#hasRequests = true;
      const end = this.#durations.startTimer({ task });
      const span = startSpan(`compute ${task}`, caller.trace ?? null);
      try {
        return await work({ client: caller.client, signal, trace: span.trace });
      } finally {
        end();
        span.end();
      }
    });
  }

  /** Answers a question about a recipe's solution: cached, being solved, or new. */
  async #answer(recipe: Recipe, question: SolutionQuestion, caller: AdmittedCaller, cost: number): Promise<Answer> {
    const dataset = await this.#datasetOf(recipe.area);
    this.#usedAreas.use({ area: recipe.area, endYear: recipe.endYear });
    const hash = recipeHash(recipe, dataset.hash);
    for (let solving = this.#solving.get(hash); solving !== undefined; solving = this.#solving.get(hash)) {
      this.#lookups.inc({ from: "under way" });
      await solving;
    }
    const solution = this.#shared.get(hash)?.solution ?? null;
    const preferred = this.#affinity.find(hash, recipe);
    const isSolved = solution !== null || preferred?.hasSolution === true;
    const completion = isSolved ? null : Promise.withResolvers<void>();
    if (completion !== null) this.#solving.set(hash, completion.promise);
    try {
      const task: SolutionTask = { kind: "solution", hash, recipe, solution, question, keep: true };
      const options: TaskOptions = {
        ...caller,
        cost: cost + (isSolved ? COSTS.cached : COSTS.solve),
        preferred: preferred?.thread ?? null,
        fallback: isSolved ? "behind many" : "immediately",
      };
      const { outcome, thread } = await this.#task(dataset, task, options);
      if (outcome.kind !== "solution") throw failureOf(outcome);
      this.#count(hash, outcome.from);
      this.#affinity.add(hash, recipe, thread);
      for (const evictedHash of outcome.evicted) this.#affinity.onEvicted(evictedHash, thread);
      if (typeof outcome.from === "object") {
        const startedAt = Date.now() - outcome.from.milliseconds;
        startSpan("thread solve", caller.trace ?? null, { thread, area: recipe.area }, startedAt).end();
      }
      return outcome.answer;
    } finally {
      if (completion !== null) {
        this.#solving.delete(hash);
        completion.resolve();
      }
    }
  }

  #count(hash: string, from: "kept" | "shared" | SolveResult): void {
    if (typeof from === "string") {
      this.#lookups.inc({ from });
      return;
    }
    this.#lookups.inc({ from: this.#affinity.wasSolved(hash) ? "solved again" : "solved" });
    this.#durations.observe({ task: "solve" }, from.milliseconds / 1000);
    // Hourly solutions cannot be read by other threads.
    if (from.solution.years !== null)
      this.#shared.set(hash, { solution: from.solution, ballast: ballastFor(from.solution) });
  }

  /** Runs a task on a thread; sends the area's dataset if the thread does not have it. */
  async #task(
    dataset: AreaDataset,
    request: SolutionTask | InputsTask,
    options: TaskOptions,
  ): Promise<TaskResult<TaskOutcome>> {
    const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    // A running thread checks this cell; terminating the thread would discard its caches.
    const cancel = (): void => void Atomics.store(cancelled, 0, 1);
    const { signal } = options;
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const run = (sentDataset: AreaDataset | null, taskOptions: TaskOptions) =>
        this.#run({ ...request, datasetHash: dataset.hash, cancelled, dataset: sentDataset }, taskOptions);
      const result = await run(null, options);
      if (result.outcome.kind !== "dataset_missing") return result;
      return await run(dataset, { ...options, preferred: result.thread, fallback: "never" });
    } catch (error) {
      throw signal?.aborted ? cancellationError(error) : error;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  async #run(task: Task, options: TaskOptions): Promise<TaskResult<TaskOutcome>> {
    const threadTask: ThreadTask<TaskMessage> = {
      ...options,
      limitMs: TASK_LIMIT_MS,
      // A thread's effects are visible only after it has responded.
      isRepeatable: true,
      message: (index) => ({
        message: { settings: this.#settings, task, curves: this.#curves.take(index) },
        transfer: [],
      }),
    };
    const { outcome: message, thread } = await this.#threads.run(threadTask);
    this.#curves.add(message.curves);
    return { outcome: message.outcome, thread };
  }

  /** Warm-up tasks for each thread; `isOver` is checked between tasks. */
  async #warmUp({ area, endYear }: UsedArea, rounds: number, isOver: () => boolean): Promise<void> {
    const { gqueries } = await this.model;
    const keys = warmUpQueries(gqueries);
    const dataset = await this.#datasetOf(area);
    const threads = Array.from({ length: this.#threads.size }, async (_, thread) => {
      const options: TaskOptions = { client: "", cost: COSTS.warmUp, preferred: thread, fallback: "never" };
      const { outcome } = await this.#task(dataset, { kind: "inputs", endYear, scaling: null }, options);
      if (outcome.kind !== "inputs") throw failureOf(outcome);
      for (const recipe of warmUpRecipes(area, endYear, outcome.inputs, rounds)) {
        if (isOver()) return;
        const question: SolutionQuestion = { kind: "queries", keys };
        const task: SolutionTask = {
          kind: "solution",
          hash: "warm-up",
          recipe,
          solution: null,
          question,
          keep: false,
        };
        const { outcome: warmUpOutcome } = await this.#task(dataset, task, options);
        if (warmUpOutcome.kind !== "solution" && warmUpOutcome.kind !== "impossible") throw failureOf(warmUpOutcome);
      }
    });
    await Promise.all(threads);
  }

  /** Ignores errors of uncomputable areas, which requests report, and of a stopped service. */
  async #ignoreUncomputable(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#closed || error instanceof NotComputableError) return;
      throw error;
    }
  }

  async #warmUpTargets(): Promise<readonly UsedArea[]> {
    return warmUpTargets(await this.model, this.#usedAreas.latest, this.#firstAreas);
  }

  async #describe(progress: (step: string) => void): Promise<ModelDescription> {
    const { port1, port2 } = new MessageChannel();
    port1.on("message", progress);
    const task: Task = { kind: "describe", progress: port2 };
    const { outcome: message } = await this.#threads.run({
      ...ANY_THREAD,
      preferred: 0,
      fallback: "never",
      limitMs: null,
      isRepeatable: false,
      message: () => ({ message: { settings: this.#settings, task, curves: [] }, transfer: [port2] }),
    });
    const { outcome } = message;
    if (outcome.kind === "refused") throw new InvalidModelError(outcome.reason);
    if (outcome.kind !== "described") throw failureOf(outcome);
    const { areas } = outcome.description;
    const missingArea = this.#firstAreas.find((name) => !areas.some(({ area }) => area === name));
    if (missingArea !== undefined) throw new AreaNotFoundError(`the model has no area ${missingArea}`);
    return outcome.description;
  }

  /**
   * Areas are loaded one at a time: solving a start year occupies a processor and much memory for a second. The result
   * is in shared memory, so all threads use the same numbers.
   */
  async #datasetOf(area: string): Promise<AreaDataset> {
    const cached = this.#datasets.get(area);
    if (cached !== undefined) return cached;
    const loading = this.#lastDataset.then(() => this.#load(area));
    this.#lastDataset = loading.then(
      () => {},
      () => {},
    );
    return loading;
  }

  async #load(area: string): Promise<AreaDataset> {
    const cached = this.#datasets.get(area);
    if (cached !== undefined) return cached;
    const { outcome } = await this.#run({ kind: "dataset", area }, ANY_THREAD);
    if (outcome.kind !== "dataset") throw failureOf(outcome);
    this.#datasets.set(area, outcome.dataset);
    return outcome.dataset;
  }
}

type TaskOptions = Omit<ThreadTask<TaskMessage>, "message" | "limitMs" | "isRepeatable">;

const ANY_THREAD: TaskOptions = { client: "", cost: COSTS.none, preferred: null, fallback: "immediately" };

const cancellationError = (cause: unknown) =>
  new CalculationCancelledError("no caller waits for the result", { cause });

function failureOf(outcome: TaskOutcome): Error {
  switch (outcome.kind) {
    case "cancelled":
      return new CalculationCancelledError("no caller waits for the result");
    case "unknown_area":
      return new AreaNotFoundError(outcome.reason);
    case "impossible":
      return new NotComputableError(outcome.reason);
    case "failed":
      return new Error(`a calculating thread failed: ${outcome.description}`);
    default:
      return new Error(`a calculating thread sent an unexpected answer, "${outcome.kind}"`);
  }
}
