/**
 * Calculates on a pool of threads. Every recipe is solved once: identical ones that are asked at the same time wait for
 * the first, and solutions are kept, up to a number of bytes, in memory that all threads share.
 */
import type { NodeReport, QueryAnswer, SharedSolution } from "@etesian/engine";
import type { AreaDataset } from "@etesian/model";
import { counter, histogram, type Logger, type Metrics } from "@etesian/service-kit";
import { blankRecipe, type InputFacts, type Recipe, recipeHash, type Scaling } from "@etesian/sliders";
import { Piscina } from "piscina";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { DocumentRequest, Refusal } from "./documents.ts";
import { Recent } from "./recent.ts";
import { ballastFor } from "./ballast.ts";
import type { ModelDescription, ModelLocation } from "./model-description.ts";
import type {
  Answer,
  DocumentMessage,
  InputsTask,
  Outcome,
  Question,
  SolutionTask,
  Task,
  WorkerData,
} from "./worker-messages.ts";

export interface CalculatorOptions extends ModelLocation {
  readonly model: ModelDescription;
  readonly workers: number;
  /** Questions that may wait for a thread; more are refused. */
  readonly queueLength: number;
  /** Memory for solutions that may be asked about again. */
  readonly solutionBytes: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** More questions wait than may. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/** The caller gave up. */
export class CalculationCancelled extends Error {
  override readonly name = "CalculationCancelled";
}

/** The model has no such area. */
export class UnknownArea extends Error {
  override readonly name = "UnknownArea";
}

/** The recipe or its area cannot be calculated; the message says why. */
export class CalculationImpossible extends Error {
  override readonly name = "CalculationImpossible";
}

/** The most memory a thread may take for itself: many times what it needs, so that only a fault reaches it. */
const MAX_THREAD_MEGABYTES = 768;
/** Room for young objects: with V8's own choice a thread takes 70 MB more and is no faster. */
const YOUNG_MEGABYTES = 24;
/** A cold thread is several times slower: it solves this many scenarios for practice. */
const WARM_UP_ROUNDS = 12;
const WARM_UP_QUERIES = 200;
const PRACTICE_YEAR = 2050;
const KEPT_DATASETS = 16;

export class Calculator {
  readonly model: ModelDescription;
  readonly #pool: Piscina<Task, Outcome>;
  readonly #workers: number;
  readonly #capacity: number;
  readonly #solutions: Recent<string, { readonly solution: SharedSolution; readonly ballast: ArrayBuffer }>;
  /** Recipes being solved; resolves, whatever the outcome, when that is over. */
  readonly #solving = new Map<string, Promise<void>>();
  readonly #datasets = new Recent<string, AreaDataset>(KEPT_DATASETS);
  #lastDataset: Promise<void> = Promise.resolve();
  readonly #durations;
  readonly #lookups;
  #underWay = 0;
  #closed = false;

  /** Starts the threads; they read the model while this returns. */
  constructor(options: CalculatorOptions) {
    const { model, modelDirectory, cacheDirectory, workers, queueLength, solutionBytes, log, metrics } = options;
    // Half for what the threads share, half for what each of them keeps for itself.
    const data: WorkerData = { modelDirectory, cacheDirectory, solutionBytes: solutionBytes / 2 / workers };
    this.model = model;
    this.#workers = workers;
    this.#capacity = workers + queueLength;
    this.#solutions = new Recent(solutionBytes / 2, ({ solution }) => solution.byteLength);
    this.#pool = new Piscina<Task, Outcome>({
      filename: new URL("./calculation-worker.ts", import.meta.url).href,
      name: "work",
      minThreads: workers,
      maxThreads: workers,
      workerData: data,
      // Without it a task that found all threads busy goes to the end of the queue, again and again.
      stricterFIFO: true,
      // Not those of this process: they may be a test runner's.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    // Without a listener an error of a thread that has no task would end the process.
    this.#pool.on("error", (error) => log.error({ err: error }, "a calculating thread failed"));
    this.#durations = histogram(metrics, {
      name: "compute_duration_seconds",
      help: "Time of a task on its thread's side and in the queue, by what was done",
      labelNames: ["task"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    });
    this.#lookups = counter(metrics, {
      name: "compute_solutions_total",
      help: "Solutions asked for: found, waited for because the same one was under way, or solved",
      labelNames: ["from"],
    });
  }

  /** Resolves when every thread has read the model and, where it can be computed, its default area. */
  async ready(): Promise<void> {
    const area = this.model.defaultArea;
    if (!this.#isComputable(area)) return;
    const dataset = await this.#datasetOf(area);
    await this.#onEveryThread(() => this.#task(dataset, practice(area, 0, [])));
  }

  /** Makes the threads fast, between other work: what runs for the first time runs slowly. */
  async warmUp(): Promise<void> {
    const area = this.model.defaultArea;
    if (!this.#isComputable(area)) return;
    const dataset = await this.#datasetOf(area);
    const keys = this.model.gqueries.slice(0, WARM_UP_QUERIES).map(({ key }) => key);
    for (let round = 1; round <= WARM_UP_ROUNDS && !this.#closed; round++) {
      await this.#onEveryThread(() => this.#task(dataset, practice(area, round, keys)));
    }
  }

  /** What the inputs of an area allow. Rejects as `query` does. */
  async inputs(
    area: string,
    endYear: number,
    scaling: Scaling | null,
    signal: AbortSignal,
  ): Promise<readonly InputFacts[]> {
    return this.#admitted("inputs", async () => {
      const outcome = await this.#task(await this.#datasetOf(area), { kind: "inputs", endYear, scaling }, signal);
      if (outcome.kind !== "inputs") throw failureOf(outcome);
      return outcome.inputs;
    });
  }

  /**
   * Answers of queries, in the order of the keys. Rejects with `QueueFull`, `CalculationCancelled`,
   * `CalculationImpossible` or `UnknownArea`.
   */
  async query(recipe: Recipe, keys: readonly string[], signal: AbortSignal): Promise<readonly QueryAnswer[]> {
    return this.#admitted("queries", async () => {
      const answer = await this.#ask(recipe, { kind: "queries", keys }, signal);
      return answer.kind === "queries" ? answer.answers : [];
    });
  }

  /** Figures of a node, null for an unknown one. Rejects as `query` does. */
  async node(
    recipe: Recipe,
    key: string,
    signal: AbortSignal,
  ): Promise<NodeReport | { readonly error: string } | null> {
    return this.#admitted("node", async () => {
      const answer = await this.#ask(recipe, { kind: "node", key }, signal);
      return answer.kind === "node" ? answer.report : null;
    });
  }

  /**
   * A document about a recipe's solution, or why there is none. Rejects as `query` does, until its name is known; then
   * its pieces do.
   */
  async document(recipe: Recipe, document: DocumentRequest, signal: AbortSignal): Promise<Download | Refusal> {
    const { promise, resolve, reject } = Promise.withResolvers<Download | Refusal>();
    const pieces = new Pieces();
    const open = (): MessagePort => pieces.open((fileName) => resolve({ kind: "download", fileName, pieces }));
    this.#admitted("document", () => this.#ask(recipe, { kind: "document", document }, signal, open)).then(
      (answer) => {
        if (answer.kind === "refusal") resolve(answer.refusal);
      },
      (error: unknown) => {
        reject(error);
        pieces.fail(error);
      },
    );
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.destroy();
  }

  /** Does something if there is room in the queue, and measures it. */
  async #admitted<T>(task: string, work: () => Promise<T>): Promise<T> {
    if (this.#underWay >= this.#capacity) throw new QueueFull(`${this.#underWay} calculations are waiting`);
    this.#underWay += 1;
    const end = this.#durations.startTimer({ task });
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      end();
    }
  }

  /**
   * Answers a question about a recipe's solution: one that is kept, one that somebody else waits for, or a new one.
   * `open` makes the port to which a document goes.
   */
  async #ask(recipe: Recipe, question: Question, signal: AbortSignal, open?: () => MessagePort): Promise<Answer> {
    const dataset = await this.#datasetOf(recipe.area);
    const hash = recipeHash(recipe, dataset.hash);
    for (let under = this.#solving.get(hash); under !== undefined; under = this.#solving.get(hash)) {
      this.#lookups.inc({ from: "under way" });
      await under;
    }
    const solution = this.#solutions.get(hash)?.solution ?? null;
    const task: SolutionTask = { kind: "solution", hash, recipe, solution, question, keep: true };
    if (solution === null) return this.#solve(dataset, task, signal, open);
    this.#lookups.inc({ from: "kept" });
    return answerOf(await this.#task(dataset, task, signal, open));
  }

  /** Solves a recipe that nobody else solves now; those who ask meanwhile wait until this is over. */
  async #solve(
    dataset: AreaDataset,
    task: SolutionTask,
    signal: AbortSignal,
    open: (() => MessagePort) | undefined,
  ): Promise<Answer> {
    this.#lookups.inc({ from: "solved" });
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#solving.set(task.hash, over);
    try {
      const outcome = await this.#task(dataset, task, signal, open);
      if (outcome.kind === "solution" && outcome.solved !== null) {
        this.#durations.observe({ task: "solve" }, outcome.solved.milliseconds / 1000);
        const { solution } = outcome.solved;
        this.#solutions.set(task.hash, { solution, ballast: ballastFor(solution) });
      }
      return answerOf(outcome);
    } finally {
      this.#solving.delete(task.hash);
      resolve();
    }
  }

  /** Lets a thread do something; gives it the area's dataset when it has not got it. */
  async #task(
    dataset: AreaDataset,
    request: SolutionTask | InputsTask,
    signal?: AbortSignal,
    open?: () => MessagePort,
  ): Promise<Outcome> {
    const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    // The thread looks at the cell: ending it from outside would cost it all it knows.
    const cancel = (): void => void Atomics.store(cancelled, 0, 1);
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const run = (given: AreaDataset | null): Promise<Outcome> => {
        const port = open?.() ?? null;
        const task = { ...request, datasetHash: dataset.hash, cancelled, dataset: given, port };
        // The library's type of the list is taken from the wrong overload of `postMessage`.
        return this.#pool.run(task, port === null ? {} : { transferList: [port] as object });
      };
      const outcome = await run(null);
      return outcome.kind === "dataset_missing" ? await run(dataset) : outcome;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** A thread does one task at a time, so that as many tasks as threads reach them all when none is busy. */
  async #onEveryThread(task: () => Promise<Outcome>): Promise<void> {
    await Promise.all(Array.from({ length: this.#workers }, task));
  }

  #isComputable(area: string): boolean {
    return this.model.areas.some((summary) => summary.area === area && summary.problem === null);
  }

  /**
   * Areas are loaded one at a time: one that has to be solved takes all of a processor and much memory for a second.
   * What the thread answers is in shared memory, so that the others get the same numbers.
   */
  async #datasetOf(area: string): Promise<AreaDataset> {
    const known = this.#datasets.get(area);
    if (known !== undefined) return known;
    const loading = this.#lastDataset.then(() => this.#load(area));
    this.#lastDataset = loading.then(
      () => {},
      () => {},
    );
    return loading;
  }

  async #load(area: string): Promise<AreaDataset> {
    const known = this.#datasets.get(area);
    if (known !== undefined) return known;
    const outcome = await this.#pool.run({ kind: "dataset", area });
    if (outcome.kind !== "dataset") throw failureOf(outcome);
    this.#datasets.set(area, outcome.dataset);
    return outcome.dataset;
  }
}

/** A document on its way. */
export interface Download {
  readonly kind: "download";
  /** Without the scenario and an ending. */
  readonly fileName: string;
  /** Bytes of UTF-8, to be read once. */
  readonly pieces: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Pieces of a document from a thread to its reader; they wait here for a reader that is slower. */
class Pieces implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly #waiting: Uint8Array<ArrayBuffer>[] = [];
  #ended = false;
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => {};

  /** The port for the thread. */
  open(named: (fileName: string) => void): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.on("message", (message: DocumentMessage) => {
      if (typeof message === "string") return named(message);
      if (message === null) {
        this.#ended = true;
        port1.close();
      } else {
        this.#waiting.push(message);
      }
      this.#wake();
    });
    return port2;
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (;;) {
      const piece = this.#waiting.shift();
      if (piece !== undefined) yield piece;
      else if (this.#ended) return;
      else if (this.#failure !== null) throw this.#failure.error;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

function answerOf(outcome: Outcome): Answer {
  if (outcome.kind === "solution") return outcome.answer;
  throw failureOf(outcome);
}

function failureOf(outcome: Outcome): Error {
  switch (outcome.kind) {
    case "cancelled":
      return new CalculationCancelled("nobody waits for the answer");
    case "unknown_area":
      return new UnknownArea(outcome.reason);
    case "impossible":
      return new CalculationImpossible(outcome.reason);
    case "failed":
      return new Error(`a calculating thread failed: ${outcome.description}`);
    default:
      return new Error(`a calculating thread answered "${outcome.kind}" to something else`);
  }
}

/** A blank scenario for practice, another one each round. */
const practice = (area: string, round: number, keys: readonly string[]): SolutionTask => ({
  kind: "solution",
  hash: `practice ${round}`,
  recipe: blankRecipe(area, PRACTICE_YEAR + round),
  solution: null,
  question: { kind: "queries", keys },
  keep: false,
});
