/** Opens models and reads recipes from files, for command-line tools. */
import { readFileSync } from "node:fs";
import { Engine } from "@etesian/engine";
import { AreaNotComputableError, curveSource, openModel, UnknownAreaError } from "@etesian/model";
import type { Recipe } from "@etesian/sliders";
import { z } from "zod";
import { recipeOf } from "../base.ts";
import type { Calculation } from "../plan.ts";
import { SweepSpecError } from "../problems.ts";

const scenario = z.strictObject({
  area_code: z.string().min(1).optional(),
  end_year: z.int().min(1900).max(2500).default(2050),
  user_values: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
});

/** Opens a model for calculations. Rejects with `ModelDirectoryError`. */
export async function openCalculation(modelDirectory: string, cacheDirectory: string): Promise<Calculation> {
  const model = await openModel(modelDirectory, { cacheDirectory });
  return {
    engine: new Engine(model.definition, curveSource(model)),
    areas: null,
    dataset: (area) => model.dataset(area),
  };
}

/**
 * The recipe of a scenario in a file: `area_code`, `end_year` and `user_values`. Rejects with `SweepSpecError`, whose
 * problems name the file.
 */
export async function readScenario(file: string, calculation: Calculation): Promise<Recipe> {
  const { area_code: area = null, end_year: endYear, user_values: values } = readScenarioFile(file);
  try {
    return await recipeOf({ kind: "written", area, endYear, values }, calculation);
  } catch (error) {
    const problems = error instanceof SweepSpecError ? error.problems : isUnknownArea(error) ? [error.message] : null;
    if (problems === null) throw error;
    throw new SweepSpecError(problems.map((problem) => `${file}: ${problem.replace(/^base[.:] ?/, "")}`));
  }
}

const isUnknownArea = (error: unknown): error is Error =>
  error instanceof UnknownAreaError || error instanceof AreaNotComputableError;

function readScenarioFile(file: string): z.infer<typeof scenario> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SweepSpecError([`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const result = scenario.safeParse(json);
  if (result.success) return result.data;
  throw new SweepSpecError(
    result.error.issues.map(
      ({ path, message }) => `${file}: ${path.map(String).join(".") || "the scenario"}: ${message}`,
    ),
  );
}
