/** A thread that calculates parts of sweeps with its own engine. */
import { Engine } from "@etesian/engine";
import { curveSource, openModel } from "@etesian/model";
import { workerData } from "piscina";
import { type Calculation, planOf, rowsOf, type SweepPlan } from "../index.ts";
import type { PartTask, PartTable, ThreadSettings } from "./sweep-pool.ts";

const { modelDirectory, cacheDirectory } = workerData as ThreadSettings;
let opening: Promise<Calculation> | null = null;

/** Plans of the last sweeps, by their id: tasks of several sweeps may alternate. */
const plans = new Map<string, Promise<SweepPlan>>();
const KEPT_PLANS = 4;

async function open(): Promise<Calculation> {
  const model = await openModel(modelDirectory, { cacheDirectory });
  return {
    engine: new Engine(model.definition, curveSource(model)),
    dataset: (area) => model.dataset(area),
  };
}

function plannedFor({ id, spec, recipe }: PartTask["sweep"], calculation: Calculation): Promise<SweepPlan> {
  const known = plans.get(id) ?? planOf(spec, recipe, calculation);
  plans.delete(id);
  plans.set(id, known);
  if (plans.size > KEPT_PLANS) plans.delete(plans.keys().next().value!);
  return known;
}

export async function calculate({ sweep, part }: PartTask): Promise<PartTable> {
  const calculation = await (opening ??= open());
  const plan = await plannedFor(sweep, calculation);
  const started = performance.now();
  const table = await rowsOf(plan, calculation, part);
  return { table, milliseconds: performance.now() - started };
}
