/** The base scenario of a sweep, from a file or a service. */
import type { Engine } from "@etesian/engine";
import type { AreaDataset } from "@etesian/model/definition";
import { toCalculationCurve, blankRecipe, customCurves, moveSliders, type Recipe } from "@etesian/sliders";
import type { Calculation } from "./plan.ts";
import { SweepSpecError } from "./problems.ts";

export type SweepBase =
  | {
      readonly kind: "written";
      /** Null for the model's default area. */
      readonly area: string | null;
      readonly endYear: number;
      readonly values: Recipe["userValues"];
    }
  /** A recipe whose curves have the values in their files. */
  | { readonly kind: "recipe"; readonly recipe: Recipe };

/**
 * The recipe of a base scenario. Rejects with `SweepSpecError` for an end year or sliders that the rules refuse, and
 * like `Calculation.dataset`.
 */
export async function recipeOf(base: SweepBase, { engine, dataset }: Calculation): Promise<Recipe> {
  if (base.kind === "recipe") return withCurves(base.recipe, engine);
  const { area, endYear, values } = base;
  const data = await dataset(area ?? engine.definition.defaultArea);
  if (endYear <= data.startYear)
    throw new SweepSpecError([`base.end_year is ${endYear}; expected a year after ${data.startYear}`]);
  return applySliders(blankRecipe(data.area, endYear), values, engine, data);
}

function applySliders(recipe: Recipe, values: Recipe["userValues"], engine: Engine, data: AreaDataset): Recipe {
  const sliderChange = moveSliders(engine.inputs(data, recipe.endYear), recipe, { values });
  if ("errors" in sliderChange)
    throw new SweepSpecError(sliderChange.errors.map((error) => `base.user_values: ${error}`));
  return { ...recipe, ...sliderChange.state };
}

/** Converts the curves for the calculation, and omits curves that the model no longer has. */
function withCurves(recipe: Recipe, { definition }: Engine): Recipe {
  const types = new Map(customCurves(definition.config["user_curves"]).map(({ key, type }) => [key, type]));
  const curves = Object.entries(recipe.curves).flatMap(([key, values]) => {
    const type = types.get(key);
    return type === undefined ? [] : [[key, toCalculationCurve(type, values)] as const];
  });
  return { ...recipe, curves: Object.fromEntries(curves) };
}
