/** The warm-up of a thread: scenarios and queries that resemble users' requests. */
import { blankRecipe, type InputFacts, type Recipe } from "@etesian/sliders";
import type { ModelDescription } from "../model/model-description.ts";
import type { UsedArea } from "./used-areas.ts";

/** The end year of nearly all scenarios. */
const USUAL_END_YEAR = 2050;

/** Rounds after which the first response is fast, and rounds after which further responses reach full speed. */
export const ROUNDS_BEFORE_READY = 2;
export const ROUNDS_AFTER_READY = 12;

/**
 * The most recently used areas and end years that the model still has; on the first start the configured areas, or the
 * default area.
 */
export function warmUpTargets(
  { areas, defaultArea }: Pick<ModelDescription, "areas" | "defaultArea">,
  usedAreas: readonly UsedArea[],
  firstAreas: readonly string[],
): readonly UsedArea[] {
  const isComputable = ({ area }: UsedArea): boolean =>
    areas.some((summary) => summary.area === area && summary.problem === null);
  const computableAreas = usedAreas.filter(isComputable);
  if (computableAreas.length > 0) return computableAreas;
  const names = firstAreas.length > 0 ? firstAreas : [defaultArea];
  return names.map((area) => ({ area, endYear: USUAL_END_YEAR })).filter(isComputable);
}

const MAX_QUERIES = 50;

/**
 * The dashboard's queries, which front ends request after every slider move; the first queries of a model without a
 * dashboard.
 */
export function warmUpQueries(keys: ModelDescription["gqueries"]): readonly string[] {
  const dashboard = keys.filter((key) => key.startsWith("dashboard_"));
  return (dashboard.length > 0 ? dashboard : keys).slice(0, MAX_QUERIES);
}

/**
 * The blank scenario, then one scenario per round with a different slider moved slightly. The first slider is the
 * largest capacity, so that the merit order runs again.
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
  const [largestMove] = moves.toSorted((one, other) => other.capacity - one.capacity);
  const moved = Array.from({ length: Math.min(rounds, moves.length) }, (_, round) => {
    // Spread over the list, which is in document order.
    const move = round === 0 ? largestMove! : moves[Math.floor((((round - 0.5) * GOLDEN) % 1) * moves.length)]!;
    return { ...blank, userValues: move.values };
  });
  return [blank, ...moved];
}

const GOLDEN = 0.618;
const CAPACITY_UNIT = "MW";
