/** Requests for several scenarios: their IDs, and the errors of scenarios without results. */
import { BATCHES } from "@etesian/contracts/limits";
import type { FastifyRequest } from "fastify";
import { type ApiError, apiError, customError, knownError } from "../http/errors.ts";

/** Returns the distinct IDs. @throws ApiError if there are none or too many, or if an item is not an ID */
export function distinctIds(requestedIds: readonly (number | null)[]): readonly number[] {
  const index = requestedIds.indexOf(null);
  if (index >= 0) throw customError("invalid", [`scenario ${index + 1} in the list is not an ID: expected a number`]);
  const ids = [...new Set(requestedIds.filter((id) => id !== null))];
  if (ids.length === 0) throw apiError("missing_parameter", "scenarios");
  if (ids.length > BATCHES.scenarios) throw apiError("too_many_ids", String(BATCHES.scenarios));
  return ids;
}

/** The error of one of the scenarios. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Explains a scenario's error. Rethrows defects, and the error of a disconnected client. */
export type Explain = (error: unknown) => Problem;

export const explainFor =
  (request: FastifyRequest): Explain =>
  (error) => {
    const apiError: ApiError | null = knownError(error, request);
    if (apiError === null || apiError.code === "client_gone") throw error;
    return { code: apiError.code, message: Object.values(apiError.errors).flat().join("; ") };
  };

/** Number of scenarios that one request calculates concurrently. */
const CONCURRENCY = 4;

/** Maps items to results in order, a few at a time. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY)
    results.push(
      ...(await Promise.all(items.slice(start, start + CONCURRENCY).map((item, index) => work(item, start + index)))),
    );
  return results;
}
