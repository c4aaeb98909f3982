/** A calculating thread: holds the model's engine, its areas' datasets and the solutions it worked on last. */
import { workerData } from "node:worker_threads";
import { CalculationFault, Engine, type Solution } from "@etesian/engine";
import { type AreaDataset, AreaNotComputable, AreaUnknown, curveSource, openModel } from "@etesian/model";
import { ballastFor } from "./ballast.ts";
import { type Document, documentOf } from "./documents.ts";
import { Recent } from "./recent.ts";
import type {
  Answer,
  CalculationTask,
  DocumentMessage,
  InputsTask,
  Outcome,
  Question,
  SolutionTask,
  Task,
  WorkerData,
} from "./worker-messages.ts";

/** Their numbers are shared with all threads; what is kept here are the objects around them. */
const KEPT_DATASETS = 16;
/** How many queries are answered between two looks at whether anybody still waits. */
const QUERIES_BETWEEN_LOOKS = 64;

const { modelDirectory, cacheDirectory, solutionBytes } = workerData as WorkerData;
const model = await openModel(modelDirectory, { cacheDirectory });
const curves = curveSource(model);
const engine = new Engine(model.definition, curves);
const datasets = new Recent<string, AreaDataset>(KEPT_DATASETS);
/** Solutions by the hash of their recipe, weighed with the curves that are never shared. */
const solutions = new Recent<string, { readonly solution: Solution; readonly ballast: ArrayBuffer }>(
  solutionBytes,
  ({ solution }) => solution.byteLength,
);

class Cancelled extends Error {}

/** Does one task; the pool's entry. */
export async function work(task: Task): Promise<Outcome> {
  const outcome = await attempt(task);
  const isSent = outcome.kind === "solution" && outcome.answer.kind === "document";
  if (task.kind !== "dataset" && !isSent) task.port?.close();
  return outcome;
}

async function attempt(task: Task): Promise<Outcome> {
  try {
    return task.kind === "dataset" ? await load(task.area) : calculate(task);
  } catch (error) {
    return { kind: "failed", description: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function load(area: string): Promise<Outcome> {
  try {
    return { kind: "dataset", dataset: await model.dataset(area) };
  } catch (error) {
    if (error instanceof AreaUnknown) return { kind: "unknown_area", reason: error.message };
    if (error instanceof AreaNotComputable) return { kind: "impossible", reason: error.message };
    throw error;
  }
}

function calculate(task: CalculationTask): Outcome {
  const dataset = task.dataset ?? datasets.get(task.datasetHash);
  if (dataset === undefined) return { kind: "dataset_missing" };
  datasets.set(task.datasetHash, dataset);
  try {
    giveUpIfCancelled(task);
    return task.kind === "inputs" ? inputs(task, dataset) : solutionOf(task, dataset);
  } catch (error) {
    if (error instanceof Cancelled) return { kind: "cancelled" };
    if (error instanceof CalculationFault) return { kind: "impossible", reason: error.message };
    throw error;
  }
}

function inputs({ endYear, scaling }: InputsTask, dataset: AreaDataset): Outcome {
  return { kind: "inputs", inputs: [...engine.inputs(dataset, endYear, scaling).values()] };
}

function solutionOf(task: SolutionTask & CalculationTask, dataset: AreaDataset): Outcome {
  const known = solutions.get(task.hash)?.solution;
  if (known !== undefined) return { kind: "solution", answer: answer(known, task), solved: null };
  if (task.solution !== null) {
    const restored = engine.restore(dataset, task.solution);
    solutions.set(task.hash, { solution: restored, ballast: ballastFor(task.solution) });
    return { kind: "solution", answer: answer(restored, task), solved: null };
  }
  const started = performance.now();
  const solution = engine.solve(dataset, task.recipe);
  const shared = solution.toShared();
  const milliseconds = performance.now() - started;
  if (task.keep) solutions.set(task.hash, { solution, ballast: ballastFor(shared) });
  return { kind: "solution", answer: answer(solution, task), solved: { solution: shared, milliseconds } };
}

function answer(solution: Solution, task: SolutionTask & CalculationTask): Answer {
  const { question }: { question: Question } = task;
  if (question.kind === "node") return { kind: "node", report: solution.node(question.key) ?? null };
  if (question.kind === "document") {
    const found = documentOf(solution, engine, curves, question.document);
    if (found.kind !== "document") return { kind: "refusal", refusal: found };
    send(found, task);
    return { kind: "document" };
  }
  return {
    kind: "queries",
    answers: question.keys.map((key, index) => {
      if (index % QUERIES_BETWEEN_LOOKS === 0) giveUpIfCancelled(task);
      return solution.query(key);
    }),
  };
}

/** Posts a document piece by piece: its reader gets the first while the others are made. */
function send({ fileName, pieces }: Document, task: CalculationTask): void {
  const post = (message: DocumentMessage): void =>
    task.port?.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
  post(fileName);
  const encoder = new TextEncoder();
  for (const piece of pieces) {
    giveUpIfCancelled(task);
    post(encoder.encode(piece));
  }
  post(null);
}

function giveUpIfCancelled({ cancelled }: CalculationTask): void {
  if (Atomics.load(cancelled, 0) !== 0) throw new Cancelled();
}
