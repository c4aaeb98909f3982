/** Scenarios to calculate in this process: the reference's where present, otherwise a blank one of the small model. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Engine } from "@etesian/engine";
import { type AreaDataset, type Model, openModel } from "@etesian/model";
import { collectEarly } from "@etesian/service-kit";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { newEngine } from "./engine.ts";
import { measured } from "./server.ts";

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
export const ORDER_PATHS: { readonly [order: string]: string } = {
  heat_network_order_lt: "heat_network?subtype=lt",
  heat_network_order_mt: "heat_network?subtype=mt",
  heat_network_order_ht: "heat_network?subtype=ht",
  hydrogen_supply_order: "hydrogen_supply",
  hydrogen_demand_order: "hydrogen_demand",
  forecast_storage_order: "forecast_storage",
  households_space_heating_producer_order: "space_heating",
};

interface GoldenScenario {
  readonly scenario: {
    readonly end_year: number;
    readonly user_values: Recipe["userValues"];
    readonly balanced_values: Recipe["balancedValues"];
    readonly active_couplings: Recipe["activeCouplings"];
    readonly user_sortables: Recipe["orders"];
  };
}

const opened = new Map<string, ReturnType<typeof open>>();

/** Opens an area on a model that is read once for all benchmarks of a run. */
export async function openWorkbench(
  area: string = measured.area,
  directory: string = measured.model,
): Promise<Workbench> {
  let opening = opened.get(directory);
  if (opening === undefined) opened.set(directory, (opening = open(directory)));
  const { model, engine } = await opening;
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

export const blank = blankRecipe(measured.area, 2050);

/** All hourly scenarios of the reference in its area; none if the reference is absent. */
export function referenceScenarios(): readonly Recipe[] {
  if (!measured.isReference) return [];
  return readdirSync(join(measured.golden, measured.area))
    .flatMap((file) => /^(s\d.*)\.json\.gz$/.exec(file)?.[1] ?? [])
    .filter((name) => !name.includes("."))
    .map((name) => referenceScenario(name)!);
}

/** A scenario of the reference; null if the reference is absent. */
export function referenceScenario(name: string): Recipe | null {
  const file = join(measured.golden, measured.area, `${name}.json.gz`);
  if (!measured.isReference || !existsSync(file)) return null;
  const { scenario } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as GoldenScenario;
  return {
    ...blank,
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
 * The recipe with one slider moved slightly from its value, another slider each time, so that the scenario hardly
 * changes while it is measured. The same slider moves to another position each `time`. Sliders in share groups and
 * settings are not moved.
 */
export function withOneSliderMoved(
  { engine, dataset }: Workbench,
  recipe: Recipe,
): (n: number, time?: number) => Recipe {
  const movable = [...engine.inputs(dataset, recipe.endYear).values()].flatMap(
    ({ key, min, max, default: start, shareGroup, disabled, unit }) => {
      const at = recipe.userValues[key] ?? recipe.balancedValues[key] ?? start;
      if (min === null || max === null || typeof at !== "number" || !(max > min)) return [];
      if (disabled || shareGroup !== null || unit === "bool" || key.startsWith("settings_")) return [];
      return [{ key, at, min, max }];
    },
  );
  return (n, time = 0) => {
    // Steps of a prime number reach all parts of the list of sliders, which is in document order.
    const { key, at, min, max } = movable[(n * 37) % movable.length]!;
    const step = ((max - min) / 50) * (1 + (((n + time) * 0.618) % 1));
    return withValues(recipe, { [key]: at + step <= max ? at + step : at - step });
  };
}
