/** Compares the search for a target with a scan of a slider's positions. */
import { findTarget, randomAt } from "@etesian/explore";
import type { Engine } from "@etesian/engine";
import type { AreaDataset } from "@etesian/model/definition";
import type { InputTable, Recipe } from "@etesian/sliders";
import { figureAtPosition, rangeOf, toleranceOf } from "./target.ts";

export const FIGURES = ["dashboard_total_costs", "share_of_renewable_electricity", "import_of_electricity"];

/** Number of positions in a scan. */
export const SCAN = 101;
/** Number of sliders with figures and targets that `npm test` compares. */
export const SAMPLE_TRIPLES = 2;

export interface BlankScenario {
  readonly engine: Engine;
  readonly dataset: AreaDataset;
  readonly table: InputTable;
  readonly blank: Recipe;
}

/** Differences between the search and a scan, for a random slider, figure and target. */
export function targetFaults(triple: number, { engine, dataset, table, blank }: BlankScenario): readonly string[] {
  const sliders = [...table.values()].filter(
    ({ key, permittedValues, unit, disabled, couplingGroups, min, max }) =>
      permittedValues === null &&
      unit !== "bool" &&
      !disabled &&
      couplingGroups.length === 0 &&
      !key.startsWith("settings_") &&
      min !== null &&
      max !== null &&
      max > min,
  );
  const { key } = sliders[Math.floor(randomAt(1, triple, 0) * sliders.length)]!;
  const query = FIGURES[Math.floor(randomAt(1, triple, 1) * FIGURES.length)]!;
  const range = rangeOf(key, table, {});
  const figureAt = figureAtPosition((position) => ({ [key]: position }), query, blank, engine, dataset);
  const scan = Array.from({ length: SCAN }, (_, n) =>
    figureAt(range.from + ((range.to - range.from) * n) / (SCAN - 1)),
  );
  const [low, high] = [Math.min(...scan), Math.max(...scan)];
  // A fifth of the targets cannot be reached.
  const target = low + (high - low) * (1.25 * randomAt(1, triple, 2));
  const tolerance = toleranceOf(figureAt, range, target);
  const answer = findTarget(figureAt, { ...range, target, tolerance });
  const isCrossed = scan.some((figure, n) => n > 0 && (figure - target) * (scan[n - 1]! - target) <= 0);
  // A pair of roots between two coarse positions may be missed; a target between the figures at both ends is found.
  const agrees =
    answer.kind === "beyond" ? (scan[0]! - target) * (scan.at(-1)! - target) > 0 : isCrossed || high - low <= tolerance;
  const reachedPositions = answer.kind === "reached" ? answer.at.flatMap(({ from, to }) => [from, to]) : [];
  const inexactPositions = reachedPositions.filter((position) => !(Math.abs(figureAt(position) - target) <= tolerance));
  return [
    ...(agrees ? [] : [`${query} is ${answer.kind} ${target} by ${key}, but a scan disagrees`]),
    ...inexactPositions.map((position) => `${query} is not ${target} at ${key} = ${position}`),
  ];
}
