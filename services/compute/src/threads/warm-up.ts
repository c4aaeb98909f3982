/** Warm-up of a thread: scenarios and queries like those of users. */
import { blankRecipe, type InputFacts, type Recipe } from "@etesian/sliders";
import type { ModelDescription } from "../model/model-description.ts";
import type { UsedArea } from "./used-areas.ts";

/** The end year that nearly all scenarios have. */
const USUAL_END_YEAR = 2050;

/** Rounds that make the first answer fast, and those that make the next ones as fast as they get. */
export const ROUNDS_BEFORE_READY = 2;
export const ROUNDS_AFTER_READY = 12;

/** Areas and end years that are used lately and that the model still has; at a first start those named, else its default. */
export function warmUpTargets(
  { areas, defaultArea }: Pick<ModelDescription, "areas" | "defaultArea">,
  used: readonly UsedArea[],
  firstAreas: readonly string[],
): readonly UsedArea[] {
  const isComputable = ({ area }: UsedArea): boolean =>
    areas.some((summary) => summary.area === area && summary.problem === null);
  const known = used.filter(isComputable);
  if (known.length > 0) return known;
  const named = firstAreas.length > 0 ? firstAreas : [defaultArea];
  return named.map((area) => ({ area, endYear: USUAL_END_YEAR })).filter(isComputable);
}

const MOST_QUERIES = 50;

/** The queries of the dashboard, which front-ends ask with every move of a slider; of models without one the first. */
export function warmUpQueries(keys: ModelDescription["gqueries"]): readonly string[] {
  const dashboard = keys.filter((key) => key.startsWith("dashboard_"));
  return (dashboard.length > 0 ? dashboard : keys).slice(0, MOST_QUERIES);
}

/**
 * The blank scenario, then in every round one with another slider moved a little. The first slider is that of the
 * largest capacity, which makes the merit order run again.
 */
export function warmUpRecipes(
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
    const capacity = unit === CAPACITY_UNIT ? start : 0;
    return [{ values: { [key]: start + step <= max ? start + step : start - step }, capacity }];
  });
  const [largest] = moves.toSorted((one, other) => other.capacity - one.capacity);
  const chosen = Array.from({ length: Math.min(rounds, moves.length) }, (_, round) => {
    // From all parts of the list, which is in the order of the documents.
    const move = round === 0 ? largest! : moves[Math.floor((((round - 0.5) * GOLDEN) % 1) * moves.length)]!;
    return { ...blank, userValues: move.values };
  });
  return [blank, ...chosen];
}

const GOLDEN = 0.618;
const CAPACITY_UNIT = "MW";
