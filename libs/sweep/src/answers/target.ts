/** A figure as a function of one slider. */
import type { Engine } from "@etesian/engine";
import type { AreaDataset } from "@etesian/model/definition";
import { type InputTable, moveSliders, type Recipe, type Values } from "@etesian/sliders";
import { SweepSpecError } from "../problems.ts";
import { figureOf } from "./figure.ts";

/** The range of positions to search. Throws `SweepSpecError` for a slider without a range of numbers. */
export function rangeOf(
  slider: string,
  table: InputTable,
  { lowest, highest }: { readonly lowest?: number | undefined; readonly highest?: number | undefined },
): { readonly from: number; readonly to: number } {
  const input = table.get(slider);
  if (input === undefined) throw new SweepSpecError([`slider is "${slider}"; expected the key of a slider`]);
  const { min, max, permittedValues, unit, disabled } = input;
  if (disabled) throw new SweepSpecError([`the slider ${slider} is disabled in this area`]);
  if (permittedValues !== null || unit === "bool" || min === null || max === null)
    throw new SweepSpecError([`the slider ${slider} has no range of numbers`]);
  const [from, to] = [lowest ?? min, highest ?? max];
  if (from < min || to > max || !(from < to))
    throw new SweepSpecError([
      `the range is ${from} to ${to}; expected two positions of ${slider} from ${min} to ${max}`,
    ]);
  return { from, to };
}

/**
 * A query's result in the end year as a function of a slider's position. A position that the rules refuse has no result
 * (NaN). The function throws `SweepSpecError` if the result is not a number.
 * @param valuesAt the values to set for a position; unset members of their share groups are balanced
 */
export function figureAtPosition(
  valuesAt: (position: number) => Values,
  query: string,
  recipe: Recipe,
  engine: Engine,
  dataset: AreaDataset,
): (position: number) => number {
  const table = engine.inputs(dataset, recipe.endYear);
  return (position) => {
    const sliderChange = moveSliders(table, recipe, { values: valuesAt(position) });
    if ("errors" in sliderChange) return Number.NaN;
    const solution = engine.solve(dataset, { ...recipe, ...sliderChange.state });
    try {
      return figureOf(solution, query);
    } finally {
      solution.release();
    }
  };
}

/** Figures are equal within this fraction of the largest of the target and the figures at both ends. */
const RELATIVE_TOLERANCE = 1e-6;

export function toleranceOf(
  figureAt: (position: number) => number,
  { from, to }: { readonly from: number; readonly to: number },
  target: number,
): number {
  const sizes = [figureAt(from), figureAt(to), target].filter(Number.isFinite).map(Math.abs);
  return RELATIVE_TOLERANCE * Math.max(...sizes);
}
