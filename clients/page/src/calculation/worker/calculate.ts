/** Answers a question: applies the slider rules to the changes, and calculates the results with the engine. */
import { CalculationFault, type InputTargets, type Solution } from "@etesian/engine";
import type { TextQueries } from "@etesian/engine/text-queries";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { type InputTable, moveSliders, type Recipe } from "@etesian/sliders";
import {
  type ExplanationSubject,
  type Explanation,
  isCustomQuery,
  type Question,
  type Result,
  type StoredScenario,
  type WholeAnswer,
} from "../calculator.ts";

/** A scenario's recipe with changes applied; refused changes are omitted and reported. */
export function recipeOf(
  table: InputTable,
  scenario: StoredScenario,
  changes: Question["changes"],
): { readonly recipe: Recipe; readonly refusals: readonly string[] } {
  const { area, endYear, userValues, balancedValues, activeCouplings, inactiveCouplings, orders, curves, scaling } =
    scenario;
  const unchanged: Recipe = { area, endYear, userValues, balancedValues, activeCouplings, orders, curves, scaling };
  if (Object.keys(changes).length === 0) return { recipe: unchanged, refusals: [] };
  const sliderChange = moveSliders(table, unchanged, { values: changes, uncoupled: inactiveCouplings });
  if ("errors" in sliderChange) return { recipe: unchanged, refusals: sliderChange.errors };
  return { recipe: { ...unchanged, ...sliderChange.state }, refusals: [] };
}

const toFiniteNumber = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** The result of a user-defined query in both years. */
function ownResultOf(solution: Solution, text: string, texts: TextQueries): Result {
  const future = texts.run(text, solution, "future");
  if (future.kind === "curve") return { today: null, future: null, fault: null, isCurve: true };
  const today = texts.run(text, solution, "present");
  const fault = [future, today].find((result) => result.kind === "fault")?.fault;
  return {
    today: today.kind === "number" ? today.value : null,
    future: future.kind === "number" ? future.value : null,
    fault: fault?.message ?? null,
    faultOffset: fault?.at ?? null,
  };
}

function resultOf(solution: Solution, key: string): Result {
  const answer = solution.query(key);
  return "errors" in answer
    ? { today: null, future: null, fault: answer.errors.join(" ") }
    : { today: toFiniteNumber(answer.present), future: toFiniteNumber(answer.future), fault: null };
}

/**
 * The explanation of a query, or of an object that its result consists of; null if there is none.
 * @param targets the attributes that inputs write; the first computation takes some tenths of a second
 */
export function explanationOf(
  subject: ExplanationSubject,
  solution: Solution,
  targets: () => InputTargets,
): DistributiveOmit<Explanation, "n"> | null {
  const [kind, key = ""] = subject.split(" ", 2);
  if (kind !== "query")
    return {
      subject,
      kind: "object",
      node: kind === "node" ? (solution.explainNode(key) ?? null) : null,
      inputs: targets().get(subject) ?? [],
    };
  const gquery = solution.evaluation.library.find(key);
  if (gquery === undefined) return null;
  try {
    return { subject, kind, formula: gquery.text, unit: gquery.unit, term: solution.explain(key)! };
  } catch (error) {
    if (error instanceof CalculationFault) return null;
    throw error;
  }
}

type DistributiveOmit<T, Key extends keyof T> = T extends unknown ? Omit<T, Key> : never;

/**
 * The answer to a question, from the solution of its recipe, which the hash identifies.
 * @param texts runs user-defined queries; null if there are none
 */
export function answerOf(
  { n, scenario, request }: Question,
  {
    solution,
    hash,
    refusals,
  }: { readonly solution: Solution; readonly hash: string; readonly refusals: readonly string[] },
  texts: TextQueries | null,
): WholeAnswer {
  const results = new Map<string, Result>();
  for (const key of request.queries) {
    const isOwn = texts !== null && isCustomQuery(key);
    results.set(key, isOwn ? ownResultOf(solution, key.slice(1), texts) : resultOf(solution, key));
  }
  const curves = new Map<string, Float32Array>();
  for (const key of request.curves) {
    const isOwn = texts !== null && isCustomQuery(key);
    const curve = isOwn ? ownCurveOf(solution, key.slice(1), texts) : curveOf(solution, key);
    if (curve !== null) curves.set(key, curve);
  }
  const { recipe } = solution;
  return {
    n,
    version: scenario.version,
    sliders: { userValues: recipe.userValues, balancedValues: recipe.balancedValues },
    refusals,
    results,
    curves,
    recipe: hash,
  };
}

/** Future results of queries; null for a query without a result. */
export const futureResults = (solution: Solution, queries: readonly string[]): ReadonlyMap<string, number | null> =>
  new Map(
    queries.map((key) => {
      const answer = solution.query(key);
      return [key, "errors" in answer ? null : toFiniteNumber(answer.future)];
    }),
  );

/** Null if a value is not a number. */
function toSinglePrecision(values: readonly unknown[]): Float32Array | null {
  const singles = new Float32Array(values.length);
  for (let hour = 0; hour < singles.length; hour++) {
    const value = values[hour];
    if (typeof value !== "number") return null;
    singles[hour] = value;
  }
  return singles;
}

function ownCurveOf(solution: Solution, text: string, texts: TextQueries): Float32Array | null {
  const result = texts.run(text, solution, "future");
  return result.kind === "curve" ? Float32Array.from(result.values) : null;
}

/** 8,760 future values; null if a query has no curve or fails. */
export function curveOf(solution: Solution, key: string): Float32Array | null {
  const { evaluation } = solution;
  if (evaluation.library.find(key) === undefined) return null;
  try {
    const curve = evaluation.query(key, "future");
    if (curve instanceof Float64Array) return new Float32Array(curve);
    // Hourly sums of curves are lists.
    return Array.isArray(curve) && curve.length === HOURS_PER_YEAR ? toSinglePrecision(curve) : null;
  } catch (error) {
    if (error instanceof CalculationFault) return null;
    throw error;
  }
}
