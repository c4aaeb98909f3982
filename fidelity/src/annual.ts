/**
 * `annual`: the calculation without hours. Every query of the reference's scenarios, in both years, and the ranges of
 * all inputs of its areas.
 */
import type { Engine, Recipe } from "@etesian/engine";
import type { Gquery, GqueryAnswer, JsonValue } from "@etesian/gql";
import type { AreaDataset } from "@etesian/model";
import { difference, TOLERANCE } from "./compare.ts";
import type { Comparison, Mismatch } from "./report.ts";
import { listGolden, type Reference } from "./reference.ts";

/** One scenario of the reference and the results of all its queries. */
export interface ReferenceScenario {
  readonly scenario: {
    readonly area_code: string;
    readonly end_year: number;
    readonly user_values: Recipe["userValues"];
    readonly balanced_values: Recipe["balancedValues"];
    readonly active_couplings: Recipe["activeCouplings"];
    readonly user_sortables: Recipe["orders"];
  };
  readonly gqueries: { readonly [key: string]: readonly [present: JsonValue, future: JsonValue, unit: string] };
  /** Messages of queries that raise; null in a year in which they do not. */
  readonly errors: { readonly [key: string]: readonly [present: string | null, future: string | null] };
  /** Queries whose value, given as 0, was not a number. */
  readonly nan: { readonly [key: string]: readonly [present: boolean, future: boolean] };
}

/** Files of annual scenarios: `area/annual-….json.gz`. */
export function annualFiles(reference: Reference): readonly string[] {
  const areas = listGolden(reference, "").filter((name) => !name.includes("."));
  return areas.flatMap((area) =>
    listGolden(reference, area)
      .filter((name) => name.startsWith("annual-"))
      .map((name) => `${area}/${name}`),
  );
}

export function recipeOf({ scenario }: ReferenceScenario): Recipe {
  return {
    area: scenario.area_code,
    endYear: scenario.end_year,
    userValues: scenario.user_values,
    balancedValues: scenario.balanced_values,
    activeCouplings: scenario.active_couplings,
    orders: scenario.user_sortables,
    curves: {},
    scaling: null,
  };
}

/**
 * Compares every query of a scenario in both years: its value as the API gives it, that it raises where the reference
 * raises, and that it is not a number where the reference's is not.
 */
export function compareScenario(
  engine: Engine,
  dataset: AreaDataset,
  file: string,
  golden: ReferenceScenario,
): Comparison {
  const solution = engine.solve(dataset, recipeOf(golden));
  const mismatches: Mismatch[] = [];
  let total = 0;
  let worst = 0;
  for (const [key, [present, future]] of Object.entries(golden.gqueries)) {
    const gquery = engine.library.find(key);
    const answer = gquery === undefined ? null : solution.evaluation.answer(gquery);
    for (const [index, year, value] of [
      [0, "present", present],
      [1, "future", future],
    ] as const) {
      total++;
      const expected = golden.errors[key]?.[index] ? RAISES : golden.nan[key]?.[index] ? "not a number" : value;
      const actual = gquery && answer ? outcome(solution.evaluation, gquery, answer, year) : "no such query";
      const error = difference(expected, actual);
      if (error > TOLERANCE) mismatches.push({ path: `${key} ${year}`, expected, actual, error });
      else worst = Math.max(worst, error);
    }
  }
  mismatches.sort((a, b) => b.error - a.error);
  return { title: file, matched: total - mismatches.length, total, mismatches, worst };
}

const RAISES = "an error";

function outcome(
  evaluation: { query(key: string, year: "present" | "future"): unknown },
  { key }: Gquery,
  answer: GqueryAnswer,
  year: "present" | "future",
): JsonValue {
  const message = answer.errors[year];
  if (message !== null) return `${RAISES}`;
  return answer[year] === 0 && Number.isNaN(evaluation.query(key, year)) ? "not a number" : answer[year];
}
