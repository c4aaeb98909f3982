import type { Solution } from "@etesian/engine";
import { SweepSpecError } from "../problems.ts";

/** The result of a query in the end year. Throws `SweepSpecError` if it is not a number. */
export function figureOf(solution: Solution, query: string): number {
  const result = solution.query(query);
  if ("errors" in result) throw new SweepSpecError([result.errors.join("; ")]);
  const { future } = result;
  if (typeof future === "number" && Number.isFinite(future)) return future;
  throw new SweepSpecError([`the query ${query} is ${JSON.stringify(future)} in the end year; expected a number`]);
}
