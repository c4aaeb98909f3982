/** A calculating thread: holds the model's engine, the areas' datasets and the most recent solutions. */
import { flushCompileCache } from "node:module";
import { getPriority, setPriority } from "node:os";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { LruCache } from "@etesian/collections";
import { engineVersion } from "@etesian/engine-version";
import { CalculationFault, type CurveSource, Engine, type Solution } from "@etesian/engine";
import {
  type AreaDataset,
  AreaNotComputableError,
  UnknownAreaError,
  curveSource,
  firstWeekdayIn,
  furtherVariants,
  type Model,
  ModelDirectoryError,
  type OnProgress,
  openModel,
  type ReadCurve,
} from "@etesian/model";
import { describeAreas, describeGqueries, describeInputs, describeModel } from "../model/describe-model.ts";
import { loadWriter, type TableWriter } from "@etesian/table-files";
import type { Format } from "@etesian/tables";
import { type ResultDocument, documentOf, type DocumentRefusal } from "../documents/documents.ts";
import { SolutionCache } from "./solution-cache.ts";
import { OpenDocuments } from "../documents/open-documents.ts";
import { makePart } from "../parts/make-part.ts";
import {
  MAX_DATASETS,
  type Answer,
  type CalculationTask,
  type DescribeTask,
  type InputsTask,
  type TaskOutcome,
  type OutcomeMessage,
  type SolutionQuestion,
  type SolutionTask,
  type SolveResult,
  type Task,
  type TaskMessage,
  type ThreadSettings,
} from "./worker-messages.ts";

/** The default variant of every curve set. */
const DEFAULT_VARIANT = "default";
/** Queries between two checks for cancellation. */
const QUERIES_BETWEEN_CHECKS = 64;

type DocumentQuestion = Extract<SolutionQuestion, { readonly kind: "document" }>;

const datasets = new LruCache<string, AreaDataset>(MAX_DATASETS);
const documents = new OpenDocuments();
const writers = new Map<Format, TableWriter>();

/** A loaded model, ready to calculate. */
interface Calculation {
  readonly model: Model;
  readonly engine: Engine;
  readonly curves: CurveSource;
}

let settings: ThreadSettings | null = null;
let solutions: SolutionCache;
/** Set by the first task; tasks do not overlap. */
let openCalculation: Calculation | null = null;

class CancelledError extends Error {}

/** Runs one task; the thread gets the next one after its response. */
export async function work({ settings: threadSettings, task, curves }: TaskMessage): Promise<OutcomeMessage> {
  if (settings === null) begin(threadSettings);
  const answer = await runTask(task, curves);
  // Runs after the response was sent: immediates follow promise callbacks.
  setImmediate(() => {
    // Not at exit, because threads are terminated from outside. By now nearly all code is compiled.
    if (answer.outcome.kind === "solution") cacheCompiledCode();
    openCalculation?.engine.evict();
  });
  const buffers = transferOf(answer.outcome);
  return buffers.length === 0 ? answer : (move(new TransferredResponse(answer, buffers)) as unknown as OutcomeMessage);
}

function begin(threadSettings: ThreadSettings): void {
  settings = threadSettings;
  solutions = new SolutionCache(
    threadSettings.solutionBytes,
    (holding) => openCalculation?.engine.isCached(holding) ?? false,
    (hash) => documents.has(hash),
  );
}

/** A response whose memory is transferred instead of copied, in Piscina's form. */
class TransferredResponse {
  readonly [valueSymbol]: OutcomeMessage;
  readonly [transferableSymbol]: ArrayBuffer[];
  constructor(answer: OutcomeMessage, buffers: ArrayBuffer[]) {
    this[valueSymbol] = answer;
    this[transferableSymbol] = buffers;
  }
}

/** The buffers of a document's chunks or of a part. */
function transferOf(outcome: TaskOutcome): ArrayBuffer[] {
  if (outcome.kind === "part") return outcome.part.bytes === null ? [] : [outcome.part.bytes.buffer];
  const isDocument = outcome.kind === "solution" && outcome.answer.kind === "document";
  return isDocument ? outcome.answer.chunks.map(({ buffer }) => buffer) : [];
}

let isCodeCached = false;

function cacheCompiledCode(): void {
  if (!isCodeCached) flushCompileCache();
  isCodeCached = true;
}

async function runTask(task: Task, curves: readonly ReadCurve[]): Promise<OutcomeMessage> {
  const outcome = await attempt(task, curves);
  return { outcome, curves: openCalculation?.model.curveMemory.takeReadCurves() ?? [] };
}

async function attempt(task: Task, curves: readonly ReadCurve[]): Promise<TaskOutcome> {
  try {
    if (task.kind === "describe") return await describe(task);
    const calculation = (openCalculation ??= await open());
    calculation.model.curveMemory.add(curves);
    switch (task.kind) {
      case "dataset":
        return await load(calculation, task.area);
      case "areas":
        return { kind: "areas", areas: describeAreas(calculation.model, task.attributes) };
      case "gqueries":
        return { kind: "gqueries", gqueries: describeGqueries(calculation.model) };
      case "input_descriptions":
        return { kind: "input_descriptions", descriptions: describeInputs(calculation.model) };
      case "part":
        return await makePart(calculation, task);
      case "variants": {
        const curves = calculation.model.curves(task.area);
        return { kind: "variants", variants: furtherVariants(curves), firstWeekday: firstWeekdayIn(curves) };
      }
      case "engine":
        return { kind: "engine", version: engineVersion() };
      case "curve":
        return { kind: "curve", values: calculation.curves.curve(task.area, task.key, DEFAULT_VARIANT) };
      default:
        await loadWriterFor(task);
        return calculate(calculation, task);
    }
  } catch (error) {
    return { kind: "failed", description: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function open(onProgress?: OnProgress): Promise<Calculation> {
  if (settings === null) throw new Error("a task arrived without settings");
  const { modelDirectory, cacheDirectory, firstArea, engineBytes } = settings;
  const model = await openModel(modelDirectory, { cacheDirectory, firstArea, ...(onProgress && { onProgress }) });
  const curves = curveSource(model);
  const engine = new Engine(model.definition, curves, { memoryBytes: engineBytes });
  yieldPriority();
  return { model, engine, curves };
}

/** Niceness relative to the threads that serve and store: a third of their share of a contended processor. */
const NICENESS = 5;
const NICEST = 19;

/**
 * Lowers this thread's priority, so that recalculations do not delay other clients where threads outnumber
 * processors. Only on Linux: elsewhere it would affect the whole process.
 */
function yieldPriority(): void {
  if (process.platform === "linux") setPriority(Math.min(getPriority() + NICENESS, NICEST));
}

async function describe({ progress }: DescribeTask): Promise<TaskOutcome> {
  try {
    openCalculation = await open((step) => progress.postMessage(step));
    return { kind: "described", description: describeModel(openCalculation.model) };
  } catch (error) {
    if (error instanceof ModelDirectoryError) return { kind: "refused", reason: error.message };
    throw error;
  } finally {
    progress.close();
  }
}

async function load({ model }: Calculation, area: string): Promise<TaskOutcome> {
  try {
    return { kind: "dataset", dataset: await model.dataset(area) };
  } catch (error) {
    if (error instanceof UnknownAreaError) return { kind: "unknown_area", reason: error.message };
    if (error instanceof AreaNotComputableError) return { kind: "impossible", reason: error.message };
    throw error;
  }
}

/** Loads the libraries that write a requested table. */
async function loadWriterFor(task: CalculationTask): Promise<void> {
  if (task.kind !== "solution" || task.question.kind !== "document") return;
  const { document } = task.question;
  if (document.kind !== "annual_table" && document.kind !== "hourly_table") return;
  if (!writers.has(document.format)) writers.set(document.format, await loadWriter(document.format));
}

function calculate(calculation: Calculation, task: CalculationTask): TaskOutcome {
  const dataset = task.dataset ?? datasets.get(task.datasetHash);
  if (dataset === undefined) return { kind: "dataset_missing" };
  datasets.set(task.datasetHash, dataset);
  try {
    throwIfCancelled(task);
    return task.kind === "inputs" ? findInputs(calculation, task, dataset) : solutionOf(calculation, task, dataset);
  } catch (error) {
    if (error instanceof CancelledError) return { kind: "cancelled" };
    if (error instanceof CalculationFault) return { kind: "impossible", reason: error.message };
    throw error;
  }
}

function findInputs({ engine }: Calculation, { endYear, scaling }: InputsTask, dataset: AreaDataset): TaskOutcome {
  return { kind: "inputs", inputs: [...engine.inputs(dataset, endYear, scaling).values()] };
}

function solutionOf(calculation: Calculation, task: SolutionTask & CalculationTask, dataset: AreaDataset): TaskOutcome {
  const { solution, from } = findOrSolve(calculation, task, dataset);
  let outcome: Answer;
  try {
    outcome = answerOf(calculation, solution, task);
  } finally {
    // The solution now also holds the results for the question; later chunks of a document add nothing.
    const isLaterChunk = task.question.kind === "document" && task.question.from > 0;
    if (task.keep && !(isLaterChunk && from === "kept")) solutions.keep(task.hash, solution);
    else if (from !== "kept" && !documents.has(task.hash)) solution.release();
  }
  return { kind: "solution", answer: outcome, from, evicted: solutions.takeEvicted() };
}

function findOrSolve({ engine }: Calculation, task: SolutionTask, dataset: AreaDataset) {
  const existing = solutions.get(task.hash);
  if (existing !== undefined) return { solution: existing, from: "kept" } as const;
  if (task.solution !== null) {
    return { solution: engine.restore(dataset, task.solution), from: "shared" } as const;
  }
  const startedAt = performance.now();
  const solution = engine.solve(dataset, task.recipe);
  const from: SolveResult = { solution: solution.toShared(share), milliseconds: performance.now() - startedAt };
  return { solution, from };
}

/** Copies numbers to memory that all threads can read; shared numbers are returned unchanged. */
function share(numbers: ArrayBufferLike): SharedArrayBuffer {
  if (numbers instanceof SharedArrayBuffer) return numbers;
  const copy = new SharedArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(new Uint8Array(numbers));
  return copy;
}

function answerOf({ engine, curves }: Calculation, solution: Solution, task: SolutionTask & CalculationTask): Answer {
  const { question } = task;
  if (question.kind === "node") return { kind: "node", report: solution.node(question.key) ?? null };
  if (question.kind === "document") return chunksOf({ engine, curves }, solution, task.hash, question);
  return {
    kind: "queries",
    answers: question.keys.map((key, index) => {
      if (index % QUERIES_BETWEEN_CHECKS === 0) throwIfCancelled(task);
      return solution.query(key);
    }),
  };
}

/** Some chunks of a document; its reader requests more after these are sent. */
function chunksOf(
  { engine, curves }: Pick<Calculation, "engine" | "curves">,
  solution: Solution,
  hash: string,
  { document, download, from, count }: DocumentQuestion,
): Answer {
  let fileName = "";
  let refusal: DocumentRefusal | null = null;
  const begin = (): ResultDocument["chunks"] => {
    const result = documentOf(solution, engine, curves, writers, document);
    if (result.kind !== "document") {
      refusal = result;
      return [];
    }
    ({ fileName } = result);
    return result.chunks;
  };
  const encoder = new TextEncoder();
  const chunks = Array.from(documents.read(hash, download, from, count, begin), (chunk) =>
    typeof chunk === "string" ? encoder.encode(chunk) : chunk,
  );
  return refusal === null ? { kind: "document", fileName, chunks } : { kind: "refusal", refusal };
}

function throwIfCancelled({ cancelled }: CalculationTask): void {
  if (Atomics.load(cancelled, 0) !== 0) throw new CancelledError();
}
