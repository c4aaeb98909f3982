import type { Solution } from "@etesian/engine";
import { SweepSpecError } from "../problems.ts";

/** The result of a query in the end year. Raises `SweepSpecError` where it has no number. */
export function figureOf(solution: Solution, query: string): number {
  const answer = solution.query(query);
  if ("errors" in answer) throw new SweepSpecError([answer.errors.join("; ")]);
  const { future } = answer;
  if (typeof future === "number" && Number.isFinite(future)) return future;
  throw new SweepSpecError([`the query ${query} is ${JSON.stringify(future)} in the end year; expected a number`]);
}
