/** What a thread does to become fast: scenarios like those that people make, with the queries that they ask. */
import { blankRecipe, type InputFacts, type Recipe } from "@etesian/sliders";
import type { ModelDescription } from "./model-description.ts";

/** The end year that nearly all scenarios have. */
export const USUAL_END_YEAR = 2050;

/** Rounds that make the first answer fast, and those that make the next ones as fast as they get. */
export const ROUNDS_BEFORE_READY = 2;
export const ROUNDS_AFTER_READY = 12;

const MOST_QUERIES = 50;

/** The queries of the dashboard, which front-ends ask with every move of a slider; of models without one the first. */
export function practiceQueries(gqueries: ModelDescription["gqueries"]): readonly string[] {
  const keys = gqueries.map(({ key }) => key);
  const dashboard = keys.filter((key) => key.startsWith("dashboard_"));
  return (dashboard.length > 0 ? dashboard : keys).slice(0, MOST_QUERIES);
}

/** The blank scenario, then in every round one in which another slider was moved a little. */
export function practiceRecipes(
  area: string,
  endYear: number,
  inputs: readonly InputFacts[],
  rounds: number,
): readonly Recipe[] {
  const blank = blankRecipe(area, endYear);
  const moves = inputs.flatMap(({ key, unit, min, max, default: start, disabled, shareGroup }) => {
    if (min === null || max === null || typeof start !== "number" || !(max > min)) return [];
    if (disabled || shareGroup !== null || unit === "bool" || key.startsWith("settings_")) return [];
    const step = (max - min) / 100;
    return [{ [key]: start + step <= max ? start + step : start - step }];
  });
  const chosen = Array.from({ length: Math.min(rounds, moves.length) }, (_, round) => {
    // From all parts of the list, which is in the order of the documents.
    const userValues = moves[Math.floor((((round + 0.5) * GOLDEN) % 1) * moves.length)]!;
    return { ...blank, userValues };
  });
  return [blank, ...chosen];
}

const GOLDEN = 0.618;
