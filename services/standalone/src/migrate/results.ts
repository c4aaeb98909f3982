/** Results of scenarios before and after a migration, and their differences. */
import { CalculationError, Engine, type Json } from "@etesian/engine";
import { AreaNotComputableError, UnknownAreaError, curveSource, openModel } from "@etesian/model";
import type { Scenario } from "@etesian/scenarios";

/** Results of the end year; null if there is none. */
export type Results = { readonly [query: string]: Json };

export interface Calculation {
  /** Changes to inputs that the model declares. */
  readonly changes: Engine["definition"]["changes"];
  /** Results of a scenario without its attached curves; a message when it cannot be calculated. */
  results(scenario: Scenario, keys: readonly string[]): Promise<Results | string>;
  /** Keys of queries that start with one of these prefixes. */
  keys(prefixes: readonly string[]): readonly string[];
}

/** Opens the calculation with the model in a directory. */
export async function openCalculation(directory: string, cacheDirectory: string): Promise<Calculation> {
  const model = await openModel(directory, { cacheDirectory });
  const engine = new Engine(model.definition, curveSource(model));
  return {
    changes: model.definition.changes,
    async results({ area, endYear, userValues, balancedValues, activeCouplings, orders, scaling }, keys) {
      const recipe = { area, endYear, userValues, balancedValues, activeCouplings, orders, scaling, curves: {} };
      try {
        const { evaluation } = engine.solve(await model.dataset(area), recipe);
        const match = keys.flatMap((key) => {
          const gquery = engine.library.find(key);
          return gquery === undefined ? [] : [[key, evaluation.answer(gquery).future] as const];
        });
        return Object.fromEntries(match);
      } catch (error) {
        const isExpected =
          error instanceof CalculationError ||
          error instanceof AreaNotComputableError ||
          error instanceof UnknownAreaError;
        if (!isExpected) throw error;
        return error.message;
      }
    },
    keys: (prefixes) =>
      model.definition.gqueries
        .filter(
          ({ key, unit }) => unit !== "nodes" && unit !== "curve" && prefixes.some((text) => key.startsWith(text)),
        )
        .map(({ key }) => key),
  };
}

/** Relative differences up to this value are attributed to rounding. */
const TOLERANCE = 1e-9;

/** Results that differ, with both values. */
export function changedResults(before: Results, after: Results): { readonly [query: string]: readonly [Json, Json] } {
  return Object.fromEntries(
    Object.keys(after).flatMap((key) => {
      const pair = [before[key] ?? null, after[key] ?? null] as const;
      return isSame(...pair) ? [] : [[key, pair]];
    }),
  );
}

function isSame(before: Json, after: Json): boolean {
  if (typeof before !== "number" || typeof after !== "number") return before === after;
  return before === after || Math.abs(before - after) <= TOLERANCE * Math.max(Math.abs(before), Math.abs(after));
}
