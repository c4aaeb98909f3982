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
  joined,
  outlineOf,
  parquetOf,
  planOf,
  readParquet,
  recipeOf,
  rowsOf,
  type SweepPlan,
  SweepSpecError,
  type SweepTable,
} from "../index.ts";
import { SweepDirectory } from "./sweep-directory.ts";
import type { Outcome, PlannedSweep, RefusedSweep, Sweep, Task, ThreadSettings } from "./sweep-pool.ts";

const { modelDirectory, cacheDirectory, isBehind } = workerData as ThreadSettings;

interface Opened extends Calculation {
  readonly model: Model;
}

let opening: Promise<Opened> | null = null;

interface Prepared {
  readonly plan: SweepPlan;
  readonly recipe: Recipe;
}

const KEPT_PLANS = 4;
/** Plans of recent sweeps by id: tasks of several sweeps may alternate. */
const plans = new LruCache<string, Promise<Prepared>>(KEPT_PLANS);

/** Niceness relative to the other threads of the process. */
const BEHIND = 10;
const NICEST = 19;

async function open(): Promise<Opened> {
  const model = await openModel(modelDirectory, { cacheDirectory });
  // On Linux it applies to this thread, elsewhere to the process.
  if (isBehind && process.platform === "linux") setPriority(Math.min(getPriority() + BEHIND, NICEST));
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

async function prepare({ spec, base }: Sweep, opened: Opened): Promise<Prepared> {
  const recipe = await recipeOf(base, opened);
  return { recipe, plan: await planOf(spec, recipe, opened) };
}

function prepared(sweep: Sweep, opened: Opened): Promise<Prepared> {
  const known = plans.get(sweep.id);
  if (known !== undefined) return known;
  const preparing = prepare(sweep, opened);
  plans.set(sweep.id, preparing);
  return preparing;
}

async function planned(sweep: Sweep): Promise<PlannedSweep | RefusedSweep> {
  try {
    const opened = await (opening ??= open());
    const { plan, recipe } = await prepared(sweep, opened);
    const { hash } = await opened.dataset(recipe.area);
    const { area, endYear } = recipe;
    return {
      outline: outlineOf(plan),
      base: { area, endYear, recipeHash: recipeHash(recipe, hash) },
      versions: { engine: engineVersion(), model: opened.model.definition.hash },
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
  if (task.kind === "plan") return planned(task.sweep);
  const opened = await (opening ??= open());
  const { plan } = await prepared(task.sweep, opened);
  if (task.kind === "finish") return new SweepDirectory(task.path, outlineOf(plan), task.about).finish(task.csv);
  const started = performance.now();
  const table = await tableOf(task, plan, opened);
  const milliseconds = performance.now() - started;
  return { file: parquetOf(plan, table), failed: table.errors.size, milliseconds };
}

async function tableOf(
  task: Extract<Task, { readonly kind: "part" | "failed" | "join" }>,
  plan: SweepPlan,
  opened: Opened,
): Promise<SweepTable> {
  switch (task.kind) {
    case "part":
      return rowsOf(plan, opened, task.part);
    case "failed":
      return failedRow(plan, task.variant, task.reason);
    case "join":
      return joined(await Promise.all(task.files.map((file) => readParquet(plan, file))));
  }
}
