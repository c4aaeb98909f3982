/**
 * Scenarios to calculate in this process: the scenarios of the reference if it is present, otherwise a blank one of the
 * small model.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Engine } from "@etesian/engine";
import { type AreaDataset, type Model, openModel } from "@etesian/model";
import { collectEarly } from "@etesian/service-kit";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { ORDERS } from "@etesian/sliders/orders";
import { modelCache } from "@etesian/testing/model-cache";
import { newEngine } from "./engine.ts";
import { measuredModel } from "./server.ts";

/** A model, one of its areas, and the engine that calculates it. */
export interface Workbench {
  readonly engine: Engine;
  readonly dataset: AreaDataset;
}

export interface Scenario {
  readonly name: string;
  readonly recipe: Recipe;
}

/** Paths of a recipe's orders below `user_sortables`, by order. */
export const ORDER_PATHS: { readonly [order: string]: string } = Object.fromEntries(
  Object.entries(ORDERS).map(([name, { type, level }]) => [name, level === null ? type : `${type}?subtype=${level}`]),
);

interface GoldenScenario {
  readonly scenario: {
    readonly end_year: number;
    readonly user_values: Recipe["userValues"];
    readonly balanced_values: Recipe["balancedValues"];
    readonly active_couplings: Recipe["activeCouplings"];
    readonly user_sortables: Recipe["orders"];
  };
}

const openModels = new Map<string, ReturnType<typeof open>>();

/** Opens an area of a model, which is read once for all benchmarks in a run. */
export async function openWorkbench(
  area: string = measuredModel.area,
  directory: string = measuredModel.model,
): Promise<Workbench> {
  let pending = openModels.get(directory);
  if (pending === undefined) openModels.set(directory, (pending = open(directory)));
  const { model, engine } = await pending;
  return { engine, dataset: await model.dataset(area) };
}

async function open(directory: string): Promise<{ readonly model: Model; readonly engine: Engine }> {
  const model = await openModel(directory, modelCache);
  // Frees memory as a server does when it is ready.
  collectEarly();
  return { model, engine: newEngine(model) };
}

export const allQueries = ({ engine }: Workbench): readonly string[] =>
  engine.definition.gqueries.map(({ key }) => key);

export const dashboardQueries = (workbench: Workbench): readonly string[] =>
  allQueries(workbench).filter((key) => key.startsWith("dashboard_"));

export const blankScenario = blankRecipe(measuredModel.area, 2050);

/** All hourly scenarios of the reference in its area; none if the reference is absent. */
export function referenceScenarios(): readonly Recipe[] {
  if (!measuredModel.isReference) return [];
  return readdirSync(join(measuredModel.golden, measuredModel.area))
    .flatMap((file) => /^(s\d.*)\.json\.gz$/.exec(file)?.[1] ?? [])
    .filter((name) => !name.includes("."))
    .map((name) => referenceScenario(name)!);
}

/** A scenario of the reference; null if the reference is absent. */
export function referenceScenario(name: string): Recipe | null {
  const file = join(measuredModel.golden, measuredModel.area, `${name}.json.gz`);
  if (!measuredModel.isReference || !existsSync(file)) return null;
  const { scenario } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as GoldenScenario;
  return {
    ...blankScenario,
    endYear: scenario.end_year,
    userValues: scenario.user_values,
    balancedValues: scenario.balanced_values,
    activeCouplings: scenario.active_couplings,
    orders: scenario.user_sortables,
  };
}

export function withValues(recipe: Recipe, values: Recipe["userValues"]): Recipe {
  return { ...recipe, userValues: { ...recipe.userValues, ...values } };
}

const FORECAST = /^settings_enable_storage_optimisation_/;

export function usesForecastStorage({ userValues }: Recipe): boolean {
  return Object.entries(userValues).some(([key, value]) => FORECAST.test(key) && value !== 0);
}

/** The same scenario with batteries that do not forecast. */
export function withoutForecastStorage(recipe: Recipe): Recipe {
  const userValues = Object.fromEntries(Object.entries(recipe.userValues).filter(([key]) => !FORECAST.test(key)));
  return { ...recipe, userValues };
}

/**
 * Returns recipes with one slider moved slightly, a different one for each `n`, so that the scenario hardly changes
 * during a measurement. For another `time` the same slider has a different position. Sliders in share groups and
 * settings are not moved.
 */
export function withOneSliderMoved(
  { engine, dataset }: Workbench,
  recipe: Recipe,
): (n: number, time?: number) => Recipe {
  const movable = [...engine.inputs(dataset, recipe.endYear).values()].flatMap(
    ({ key, min, max, default: start, shareGroup, disabled, unit }) => {
      const value = recipe.userValues[key] ?? recipe.balancedValues[key] ?? start;
      if (min === null || max === null || typeof value !== "number" || !(max > min)) return [];
      if (disabled || shareGroup !== null || unit === "bool" || key.startsWith("settings_")) return [];
      return [{ key, value, min, max }];
    },
  );
  return (n, time = 0) => {
    // A prime step reaches all parts of the list of sliders, which is in document order.
    const { key, value, min, max } = movable[(n * 37) % movable.length]!;
    const step = ((max - min) / 50) * (1 + (((n + time) * 0.618) % 1));
    return withValues(recipe, { [key]: value + step <= max ? value + step : value - step });
  };
}
