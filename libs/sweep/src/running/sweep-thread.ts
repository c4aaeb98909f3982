/** A thread that plans sweeps and calculates their parts, with its own engine. */
import { getPriority, setPriority } from "node:os";
import { LruCache } from "@etesian/collections";
import { CalculationFault, Engine } from "@etesian/engine";
import { engineVersion } from "@etesian/engine-version";
import {
  AreaNotComputableError,
  curveSource,
  type Model,
  ModelDirectoryError,
  openModel,
  UnknownAreaError,
} from "@etesian/model";
import { type Recipe, recipeHash } from "@etesian/sliders";
import { workerData } from "piscina";
import {
  type Calculation,
  failedRow,
  joinTables,
  outlineOf,
  parquetOf,
  planOf,
  readParquet,
  recipeOf,
  calculateRows,
  type SweepPlan,
  SweepSpecError,
  type SweepTable,
} from "../index.ts";
import { SweepDirectory } from "./sweep-directory.ts";
import type { Outcome, PlannedSweep, RefusedSweep, Sweep, Task, ThreadSettings } from "./sweep-pool.ts";

const { modelDirectory, cacheDirectory, hasLowPriority } = workerData as ThreadSettings;

interface OpenedModel extends Calculation {
  readonly model: Model;
}

let opening: Promise<OpenedModel> | null = null;

interface PreparedSweep {
  readonly plan: SweepPlan;
  readonly recipe: Recipe;
}

const CACHED_PLANS = 4;
/** Plans of recent sweeps by id: tasks of several sweeps may alternate. */
const plans = new LruCache<string, Promise<PreparedSweep>>(CACHED_PLANS);

/** Niceness relative to the other threads of the process. */
const LOW_PRIORITY_NICENESS = 10;
const HIGHEST_NICENESS = 19;

async function openCalculation(): Promise<OpenedModel> {
  const model = await openModel(modelDirectory, { cacheDirectory });
  // On Linux the priority applies to this thread, elsewhere to the process.
  if (hasLowPriority && process.platform === "linux")
    setPriority(Math.min(getPriority() + LOW_PRIORITY_NICENESS, HIGHEST_NICENESS));
  return {
    model,
    engine: new Engine(model.definition, curveSource(model)),
    areas: model.areas.flatMap(({ area, useable }) => (useable ? [area] : [])),
    dataset: (area) =>
      model.dataset(area).catch((error: unknown) => {
        throw error instanceof AreaNotComputableError ? new CalculationFault(error.message) : error;
      }),
  };
}

async function prepare({ spec, base }: Sweep, openedModel: OpenedModel): Promise<PreparedSweep> {
  const recipe = await recipeOf(base, openedModel);
  return { recipe, plan: await planOf(spec, recipe, openedModel) };
}

function prepareOnce(sweep: Sweep, openedModel: OpenedModel): Promise<PreparedSweep> {
  const cached = plans.get(sweep.id);
  if (cached !== undefined) return cached;
  const preparing = prepare(sweep, openedModel);
  plans.set(sweep.id, preparing);
  return preparing;
}

async function planSweep(sweep: Sweep): Promise<PlannedSweep | RefusedSweep> {
  try {
    const openedModel = await (opening ??= openCalculation());
    const { plan, recipe } = await prepareOnce(sweep, openedModel);
    const { hash } = await openedModel.dataset(recipe.area);
    const { area, endYear } = recipe;
    return {
      outline: outlineOf(plan),
      base: { area, endYear, recipeHash: recipeHash(recipe, hash) },
      versions: { engine: engineVersion(), model: openedModel.model.definition.hash },
    };
  } catch (error) {
    plans.delete(sweep.id);
    if (error instanceof SweepSpecError) return { problems: error.problems };
    if (error instanceof ModelDirectoryError) return { problems: [error.message] };
    if (error instanceof CalculationFault || error instanceof UnknownAreaError)
      return { problems: [`base: ${(error as Error).message}`] };
    throw error;
  }
}

export async function calculate(task: Task): Promise<Outcome> {
  if (task.kind === "plan") return planSweep(task.sweep);
  const openedModel = await (opening ??= openCalculation());
  const { plan } = await prepareOnce(task.sweep, openedModel);
  if (task.kind === "finish") return new SweepDirectory(task.path, outlineOf(plan), task.origin).finish(task.csv);
  const startTime = performance.now();
  const usage = process.threadCpuUsage();
  const table = await tableOf(task, plan, openedModel);
  const milliseconds = performance.now() - startTime;
  const { user, system } = process.threadCpuUsage(usage);
  const processorMs = (user + system) / 1000;
  return { file: parquetOf(plan, table), failed: table.errors.size, milliseconds, processorMs };
}

async function tableOf(
  task: Extract<Task, { readonly kind: "part" | "failed" | "join" }>,
  plan: SweepPlan,
  openedModel: OpenedModel,
): Promise<SweepTable> {
  switch (task.kind) {
    case "part":
      return calculateRows(plan, openedModel, task.part);
    case "failed":
      return failedRow(plan, task.variant, task.reason);
    case "join":
      return joinTables(await Promise.all(task.files.map((file) => readParquet(plan, file))));
  }
}
