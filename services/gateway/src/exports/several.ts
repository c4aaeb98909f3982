/** Requests for several scenarios at once: their ids, and the errors of scenarios without results. */
import { SEVERAL } from "@etesian/contracts/limits";
import type { FastifyRequest } from "fastify";
import { type ApiError, apiError, customError, knownError } from "../http/errors.ts";

/** Different ids. @throws ApiError for none, for items that are not ids, and for too many */
export function severalIds(written: readonly (number | null)[]): readonly number[] {
  const wrong = written.indexOf(null);
  if (wrong >= 0) throw customError("invalid", [`scenario ${wrong + 1} of the list has no id: expected a number`]);
  const found = [...new Set(written.filter((id) => id !== null))];
  if (found.length === 0) throw apiError("missing_parameter", "scenarios");
  if (found.length > SEVERAL.scenarios) throw apiError("too_many_ids", String(SEVERAL.scenarios));
  return found;
}

/** The error that one of the scenarios gets. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Explains errors of a scenario. It throws defects, and the error of a client that has disconnected. */
export type Explain = (error: unknown) => Problem;

export const explainFor =
  (request: FastifyRequest): Explain =>
  (error) => {
    const known: ApiError | null = knownError(error, request);
    if (known === null || known.code === "client_gone") throw error;
    return { code: known.code, message: Object.values(known.errors).flat().join("; ") };
  };

/** Scenarios that are calculated at the same time for one request. */
const AT_ONCE = 4;

/** The results of all items in order, a few at a time. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, place: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(
      ...(await Promise.all(items.slice(from, from + AT_ONCE).map((item, place) => work(item, from + place)))),
    );
  return results;
}
