/** A calculating thread: holds the model's engine, its areas' datasets and the solutions it worked on last. */
import { workerData } from "node:worker_threads";
import { CalculationError, Engine, Solution } from "@etesian/engine";
import { type AreaDataset, AreaNotComputable, AreaUnknown, openModel } from "@etesian/model";
import { type WithBallast, withBallast } from "./ballast.ts";
import { curveFiles } from "./curve-files.ts";
import { Recent } from "./recent.ts";
import type { ModelLocation } from "./model-description.ts";
import type { Answer, CalculationTask, InputsTask, Outcome, Question, SolutionTask, Task } from "./worker-messages.ts";

/** Their numbers are shared with all threads; what is kept here are the objects around them. */
const KEPT_DATASETS = 16;
const KEPT_SOLUTIONS = 4;
/** How many queries are answered between two looks at whether anybody still waits. */
const QUERIES_BETWEEN_LOOKS = 64;

const { modelDirectory, cacheDirectory } = workerData as ModelLocation;
const model = await openModel(modelDirectory, { cacheDirectory });
const engine = new Engine(model.definition, curveFiles(model));
const datasets = new Recent<string, AreaDataset>(KEPT_DATASETS);
const solutions = new Recent<string, WithBallast<Solution>>(KEPT_SOLUTIONS);

class Cancelled extends Error {}

/** Does one task; the pool's entry. */
export async function work(task: Task): Promise<Outcome> {
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
    if (error instanceof CalculationError) return { kind: "impossible", reason: error.message };
    throw error;
  }
}

function inputs({ endYear, scaling }: InputsTask, dataset: AreaDataset): Outcome {
  return { kind: "inputs", inputs: [...engine.inputs(dataset, endYear, scaling).values()] };
}

function solutionOf(task: SolutionTask & CalculationTask, dataset: AreaDataset): Outcome {
  const known =
    solutions.get(task.hash)?.content ?? (task.solution && Solution.fromShared(engine, dataset, task.solution));
  if (known) {
    solutions.set(task.hash, withBallast(known));
    return { kind: "solution", answer: answer(known, task), solved: null };
  }
  const started = performance.now();
  const solution = engine.solve(dataset, task.recipe);
  solutions.set(task.hash, withBallast(solution));
  const solved = { solution: solution.toShared(), milliseconds: performance.now() - started };
  return { kind: "solution", answer: answer(solution, task), solved };
}

function answer(solution: Solution, task: SolutionTask & CalculationTask): Answer {
  const { question }: { question: Question } = task;
  if (question.kind === "node") return { kind: "node", report: solution.node(question.key) ?? null };
  return {
    kind: "queries",
    answers: question.keys.map((key, index) => {
      if (index % QUERIES_BETWEEN_LOOKS === 0) giveUpIfCancelled(task);
      return solution.query(key);
    }),
  };
}

function giveUpIfCancelled({ cancelled }: CalculationTask): void {
  if (Atomics.load(cancelled, 0) !== 0) throw new Cancelled();
}
