/** Answers a question: sliders move by the service's rules, and the engine calculates the numbers. */
import { CalculationFault, type InputTargets, type Solution } from "@etesian/engine";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { type InputTable, moveSliders, type Recipe } from "@etesian/sliders";
import type { Explained, Explanation, Question, Result, StoredScenario, WholeAnswer } from "../calculator.ts";

/** A scenario's recipe with changes applied; refused changes are omitted and reported. */
export function recipeOf(
  table: InputTable,
  stored: StoredScenario,
  changes: Question["changes"],
): { readonly recipe: Recipe; readonly refused: readonly string[] } {
  const { area, endYear, userValues, balancedValues, activeCouplings, inactiveCouplings, orders, curves, scaling } =
    stored;
  const unchanged: Recipe = { area, endYear, userValues, balancedValues, activeCouplings, orders, curves, scaling };
  if (Object.keys(changes).length === 0) return { recipe: unchanged, refused: [] };
  const moved = moveSliders(table, unchanged, { values: changes, uncoupled: inactiveCouplings });
  if ("errors" in moved) return { recipe: unchanged, refused: moved.errors };
  return { recipe: { ...unchanged, ...moved.state }, refused: [] };
}

const number = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

function resultOf(solution: Solution, key: string): Result {
  const answer = solution.query(key);
  return "errors" in answer
    ? { today: null, future: null, fault: answer.errors.join(" ") }
    : { today: number(answer.present), future: number(answer.future), fault: null };
}

/**
 * The explanation of a query, or of an object that its result consists of; null if there is none.
 * @param targets the attributes that inputs write, whose first calculation takes some tenths of a second
 */
export function explanationOf(
  of: Explained,
  solution: Solution,
  targets: () => InputTargets,
): DistributiveOmit<Explanation, "n"> | null {
  const [kind, key = ""] = of.split(" ", 2);
  if (kind !== "query")
    return {
      of,
      kind: "object",
      node: kind === "node" ? (solution.explainNode(key) ?? null) : null,
      inputs: targets().get(of) ?? [],
    };
  const gquery = solution.evaluation.library.find(key);
  if (gquery === undefined) return null;
  try {
    return { of, kind, formula: gquery.text, unit: gquery.unit, term: solution.explain(key)! };
  } catch (error) {
    if (error instanceof CalculationFault) return null;
    throw error;
  }
}

type DistributiveOmit<T, Key extends keyof T> = T extends unknown ? Omit<T, Key> : never;

/** The answer to a question, from the solution of its recipe, which the hash identifies. */
export function answerOf(
  { n, stored, wanted }: Question,
  solution: Solution,
  hash: string,
  refused: readonly string[],
): WholeAnswer {
  const results = new Map<string, Result>();
  for (const key of wanted.queries) results.set(key, resultOf(solution, key));
  const curves = new Map<string, Float32Array>();
  for (const key of wanted.curves) {
    const curve = curveOf(solution, key);
    if (curve !== null) curves.set(key, curve);
  }
  const { recipe } = solution;
  return {
    n,
    version: stored.version,
    sliders: { userValues: recipe.userValues, balancedValues: recipe.balancedValues },
    refused,
    results,
    curves,
    recipe: hash,
  };
}

/** Future results of queries; null for a query without a result. */
export const futureOf = (solution: Solution, queries: readonly string[]): ReadonlyMap<string, number | null> =>
  new Map(
    queries.map((key) => {
      const answer = solution.query(key);
      return [key, "errors" in answer ? null : number(answer.future)];
    }),
  );

/** Null if a result is not a number. */
function singlesOf(values: readonly unknown[]): Float32Array | null {
  const singles = new Float32Array(values.length);
  for (let hour = 0; hour < singles.length; hour++) {
    const value = values[hour];
    if (typeof value !== "number") return null;
    singles[hour] = value;
  }
  return singles;
}

/** 8,760 values of the future; null if a query has no curve or cannot be answered. */
export function curveOf(solution: Solution, key: string): Float32Array | null {
  const { evaluation } = solution;
  if (evaluation.library.find(key) === undefined) return null;
  try {
    const curve = evaluation.query(key, "future");
    if (curve instanceof Float64Array) return new Float32Array(curve);
    // Hourly sums of curves are lists.
    return Array.isArray(curve) && curve.length === HOURS_PER_YEAR ? singlesOf(curve) : null;
  } catch (error) {
    if (error instanceof CalculationFault) return null;
    throw error;
  }
}
