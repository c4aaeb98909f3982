/** Explorations of a scenario in the worker; its scripts are loaded with the first one. */
import { calculate, estimatesOf, outlineOf, planOf, recipeOf, settingsOf } from "@etesian/sweep/calculation";
import type { Recipe } from "@etesian/sliders";
import type { ExplorationWork, Explored, Found } from "../calculator.ts";
import type { OpenedModel } from "./opened-model.ts";

export interface Step extends Pick<Explored, "done" | "of" | "failed"> {
  /** Estimates take some milliseconds: they are made when they are shown. */
  readonly found: () => Found;
}

/**
 * Calculates one variant after the other, with a step before the first one and after each. It rejects with
 * `SweepSpecError` for work that cannot be done.
 */
export async function* explore(
  { spec }: ExplorationWork,
  base: Recipe,
  { engine, dataset, withParts }: OpenedModel,
): AsyncGenerator<Step> {
  const isHere = (area: string): boolean => area === dataset.area;
  const plan = await planOf(spec, base, {
    engine,
    dataset: async (area) => {
      if (!isHere(area)) throw new Error("another area than the scenario's cannot be calculated here");
      return dataset;
    },
  });
  const outline = outlineOf(plan);
  const columns = (count: number): readonly Float64Array[] =>
    Array.from({ length: count }, () => new Float64Array(plan.rows).fill(NaN));
  const settings = columns(plan.settings.length);
  const figures = columns(plan.outputs.length);
  let failed = 0;
  const step = (done: number): Step => ({
    done,
    of: plan.rows,
    failed,
    found: () => ({
      kind: "sweep",
      outline,
      estimates: estimatesOf(spec, outline, { settings, outputs: figures }),
      figures,
    }),
  });
  yield step(0);
  if (outline.factors.length === 0) return;
  for (let variant = 0; variant < plan.rows; variant++) {
    const row = settingsOf(plan, { from: variant, to: variant + 1 });
    const recipe = recipeOf(plan, variant);
    await withParts(() => calculate(plan, row, 0, () => engine.solve(dataset, recipe)));
    for (const [place, [figure]] of row.outputs.entries()) figures[place]![variant] = figure!;
    for (const [place, [position]] of row.settings.entries()) settings[place]![variant] = position!;
    failed += row.errors.size;
    engine.evict();
    yield step(variant + 1);
  }
}
