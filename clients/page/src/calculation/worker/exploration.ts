/** Explorations of a scenario in the worker; this module is loaded for the first one. */
import type { Solution } from "@etesian/engine";
import { type Answer, findTarget, type Groups } from "@etesian/explore";
import {
  attributions,
  calculate,
  changesBetween,
  figureAtPosition,
  outlineOf,
  planOf,
  recipeOf,
  settingsOf,
  SweepSpecError,
  toleranceOf,
} from "@etesian/sweep/calculation";
import { estimatesOf } from "@etesian/sweep/results";
import { type InputTable, moveSliders, type Recipe, type Values } from "@etesian/sliders";
import type { ExplorationWork, ExplorationReport, ExplorationResult, SliderAnswer, SliderEnds } from "../calculator.ts";
import { clamp } from "../../controls/slider-steps.ts";
import { changesOf, type Group } from "../share-changes.ts";
import { VariantCurves, MAX_VARIANTS_WITH_CURVES } from "./variant-curves.ts";
import { futureResults, recipeOf as storedRecipe } from "./calculate.ts";
import type { OpenedModel } from "./opened-model.ts";

export interface Step extends Pick<ExplorationReport, "done" | "total" | "failed"> {
  /** A function, because estimates take some milliseconds and are needed only for reports. */
  readonly result: () => ExplorationResult;
}

type Work<Kind extends ExplorationWork["kind"]> = Extract<ExplorationWork, { readonly kind: Kind }>;

/** Calculates in steps, with an empty step first. Rejects with `SweepSpecError` for invalid work. */
export function explore(work: ExplorationWork, base: Recipe, model: OpenedModel): AsyncGenerator<Step> {
  switch (work.kind) {
    case "sweep":
      return exploreSweep(work, base, model);
    case "target":
      return exploreTargets(work, base, model);
    case "ends":
      return exploreEnds(work, base, model);
    case "difference":
      return exploreDifference(work, base, model);
  }
}

async function* exploreSweep(
  { spec, hours }: Work<"sweep">,
  base: Recipe,
  { engine, dataset, withParts }: OpenedModel,
): AsyncGenerator<Step> {
  const plan = await planOf(spec, base, {
    engine,
    areas: null,
    dataset: async (area) => {
      if (area !== dataset.area) throw new Error("only the scenario's own area can be calculated here");
      return dataset;
    },
  });
  const outline = outlineOf(plan);
  const columns = (count: number): readonly Float64Array[] =>
    Array.from({ length: count }, () => new Float64Array(plan.rows).fill(NaN));
  const settings = columns(plan.settings.length);
  const figures = columns(plan.outputs.length);
  const errors = new Map<number, string>();
  const curves =
    hours === undefined || plan.rows > MAX_VARIANTS_WITH_CURVES ? null : new VariantCurves(hours, plan.rows);
  const step = (done: number): Step => ({
    done,
    total: plan.rows,
    failed: errors.size,
    result: () => ({
      kind: "sweep",
      outline,
      estimates: estimatesOf(spec, outline, { settings, outputs: figures }),
      figures,
      settings,
      errors,
      hours: curves?.quantiles(done === plan.rows) ?? null,
    }),
  });
  yield step(0);
  if (outline.factors.length === 0) return;
  for (let variant = 0; variant < plan.rows; variant++) {
    const row = settingsOf(plan, { from: variant, to: variant + 1 });
    const recipe = recipeOf(plan, variant);
    const solve = (): Solution => {
      const solution = engine.solve(dataset, recipe);
      try {
        curves?.add(variant, solution);
        return solution;
      } catch (error) {
        // A part of the model is missing: `withParts` repeats the work.
        solution.release();
        throw error;
      }
    };
    await withParts(() => calculate(plan, row, 0, solve));
    for (const [index, [figure]] of row.outputs.entries()) figures[index]![variant] = figure!;
    for (const [index, [position]] of row.settings.entries()) settings[index]![variant] = position!;
    for (const [failedVariant, error] of row.errors) errors.set(failedVariant, error);
    engine.evict();
    yield step(variant + 1);
  }
}

/** A step for each slider. A slider for which the query has no number counts as failed. */
async function* exploreTargets(
  { query, value: target, sliders, queries }: Work<"target">,
  base: Recipe,
  model: OpenedModel,
): AsyncGenerator<Step> {
  const { engine, dataset, inputs, withParts } = model;
  const valuesAt = valuesWith(inputs, base);
  const answers: SliderAnswer[] = [];
  let failed = 0;
  const step = (done: number): Step => ({
    done,
    total: sliders.length,
    failed,
    result: () => ({ kind: "target", answers: [...answers] }),
  });
  yield step(0);
  for (const [done, { key, from, to }] of sliders.entries()) {
    const figureAt = memoise(figureAtPosition((position) => valuesAt(key, position), query, base, engine, dataset));
    const search = (): Answer =>
      findTarget(figureAt, { from, to, target, tolerance: toleranceOf(figureAt, { from, to }, target) });
    try {
      const answer = await withParts(search);
      const present = Number(base.userValues[key] ?? base.balancedValues[key] ?? inputs.get(key)?.default ?? from);
      const position = nearestPosition(answer, present);
      const results =
        position === null
          ? new Map()
          : ((await withParts(() => resultsWith(valuesAt(key, position), queries, base, model))) ?? new Map());
      answers.push({ slider: key, answer, position, results });
    } catch (error) {
      if (!(error instanceof SweepSpecError)) throw error;
      failed++;
    }
    engine.evict();
    yield step(done + 1);
  }
}

/** A step for each slider. */
async function* exploreEnds(
  { sliders, queries }: Work<"ends">,
  base: Recipe,
  model: OpenedModel,
): AsyncGenerator<Step> {
  const { engine, inputs, withParts } = model;
  const valuesAt = valuesWith(inputs, base);
  const answers: SliderEnds[] = [];
  const atZero: string[] = [];
  const refused: string[] = [];
  const step = (done: number): Step => ({
    done,
    total: sliders.length,
    failed: 0,
    result: () => ({ kind: "ends", sliders: [...answers], atZero: [...atZero], refused: [...refused] }),
  });
  yield step(0);
  const resultsOf = async (values: Values): Promise<SliderEnds["present"] | null> =>
    withParts(() => resultsWith(values, queries, base, model));
  const unmoved = await resultsOf({});
  // A slider that disables others replaces their effects as soon as it has a value, even its start value.
  const replacing = new Set([...inputs.values()].flatMap(({ disabledBy }) => disabledBy));
  for (const [done, { key, range }] of sliders.entries()) {
    const { default: start = null, min = null, max = null } = inputs.get(key) ?? {};
    const position = Number(base.userValues[key] ?? base.balancedValues[key] ?? start);
    const distance = "from" in range ? 0 : Math.abs(position) * range.fractionOfCurrent;
    const { from, to } =
      "from" in range
        ? range
        : { from: Math.max(min ?? -Infinity, position - distance), to: Math.min(max ?? Infinity, position + distance) };
    if (!(from < to)) atZero.push(key);
    else {
      const isReplacing = replacing.has(key) && base.userValues[key] === undefined;
      const present = isReplacing ? await resultsOf({ [key]: position }) : unmoved;
      const [lower, higher] = [await resultsOf(valuesAt(key, from)), await resultsOf(valuesAt(key, to))];
      if (present === null || lower === null || higher === null) refused.push(key);
      else answers.push({ slider: key, from, to, position, lower, higher, present });
    }
    engine.evict();
    yield step(done + 1);
  }
}

/** Returns a function that computes the values for a slider's position, including the other shares of its group. */
function valuesWith(table: InputTable, base: Recipe): (key: string, position: number) => Values {
  const inputs: Group["inputs"] = new Map(
    Array.from(table.values(), ({ key, shareGroup: group, min, max, default: start, disabled }) => [
      key,
      { share_group: group ?? undefined, min: min ?? undefined, max: max ?? undefined, default: start, disabled },
    ]),
  );
  return (key, position) => changesOf(key, position, { inputs, valuesAtRest: () => base, locked: NO_LOCKS });
}
const NO_LOCKS: ReadonlySet<string> = new Set();

/** The results with changed values. Null if the rules refuse them. */
function resultsWith(
  values: Values,
  queries: readonly string[],
  base: Recipe,
  { engine, dataset, inputs }: OpenedModel,
): SliderAnswer["results"] | null {
  const change = moveSliders(inputs, base, { values });
  if ("errors" in change) return null;
  const solution = engine.solve(dataset, { ...base, ...change.state });
  try {
    return futureResults(solution, queries);
  } finally {
    solution.release();
  }
}

/** Memoises the figure at each position. */
function memoise(figureAt: (position: number) => number): (position: number) => number {
  const figures = new Map<number, number>();
  return (position) => {
    const figure = figures.get(position) ?? figureAt(position);
    figures.set(position, figure);
    return figure;
  };
}

/** The position nearest to the current one at which the figure is the target. */
function nearestPosition(answer: Answer, present: number): number | null {
  if (answer.kind !== "reached") return null;
  const positions = answer.at.map(({ from, to }) => clamp(present, { min: from, max: to }));
  return positions.reduce((nearest, position) =>
    Math.abs(position - present) < Math.abs(nearest - present) ? position : nearest,
  );
}

/** A step for each combination of changes. */
async function* exploreDifference(
  { other, queries, groups: listedGroups, pairs, seed }: Work<"difference">,
  base: Recipe,
  { engine, dataset, inputs, withParts }: OpenedModel,
): AsyncGenerator<Step> {
  const changes = changesBetween(base, storedRecipe(inputs, other, {}).recipe, inputs);
  const groups = groupIndices(
    changes.map(({ name }) => name),
    listedGroups,
  );
  const options = { pairs, seed, groups };
  // The combinations do not depend on the figures, so a first pass without figures lists them.
  const recipes: Recipe[] = [];
  const zeros = queries.map(() => 0);
  attributions(base, changes, (recipe) => (recipes.push(recipe), zeros), options);
  const figures: (readonly number[])[] = [];
  const step = (): Step => ({
    done: figures.length,
    total: recipes.length,
    failed: 0,
    result: () => {
      let call = 0;
      const isComplete = figures.length === recipes.length;
      return {
        kind: "difference",
        changes: changes.map(({ name }) => name),
        groups,
        attributions: isComplete ? attributions(base, changes, () => figures[call++]!, options) : null,
      };
    },
  });
  yield step();
  for (const recipe of recipes) {
    const solution = await withParts(() => engine.solve(dataset, recipe));
    const results = futureResults(solution, queries);
    figures.push(queries.map((query) => results.get(query) ?? NaN));
    solution.release();
    engine.evict();
    yield step();
  }
}

/** The indices of the names in each group; a name without a group forms its own. */
function groupIndices(names: readonly string[], groups: readonly (readonly string[])[]): Groups {
  const listed = groups
    .map((group) => [...names.keys()].filter((index) => group.includes(names[index]!)))
    .filter(({ length }) => length > 0);
  const listedIndices = new Set(listed.flat());
  return [...listed, ...[...names.keys()].filter((index) => !listedIndices.has(index)).map((index) => [index])];
}
