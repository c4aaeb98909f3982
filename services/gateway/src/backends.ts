/** The services behind the gateway. */
import type { AccountsServiceDefinition } from "@etesian/contracts/accounts";
import type { Calculation, ComputeServiceDefinition, QueryFailure, QueryResult } from "@etesian/contracts/compute";
import type { CurvesServiceDefinition } from "@etesian/contracts/curves";
import type { SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import type { Scenario, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import type { SweepsServiceDefinition } from "@etesian/contracts/sweeps";
import { type CallOrigin, type Calls, RpcError, status } from "@etesian/service-kit";
import { apiError, customError } from "./http/errors.ts";

export interface Backends {
  readonly accounts: Calls<AccountsServiceDefinition>;
  readonly scenarios: Calls<ScenariosServiceDefinition>;
  readonly curves: Pick<Calls<CurvesServiceDefinition>, "downloadCurve" | "readNumbers">;
  readonly savedScenarios: Calls<SavedScenariosServiceDefinition>;
  readonly compute: Calls<ComputeServiceDefinition>;
  readonly sweeps: Calls<SweepsServiceDefinition>;
}

/**
 * Maximum number of queries per call: a response with every curve of a model takes a hundred megabytes and delays all
 * other requests.
 */
const BATCH_SIZE = 500;

/** Results of queries, and the calculation that produced them. */
export interface QueryResults {
  readonly results: readonly QueryResult[];
  /** Undefined if nothing was calculated. */
  readonly calculation: Calculation | undefined;
}

export const NO_RESULTS: QueryResults = { results: [], calculation: undefined };

/** Results of queries on the given scenario, which need not be stored; throws 422 if a query has no result. */
export async function query(
  { compute }: Backends,
  scenario: Scenario,
  keys: readonly string[],
  context: CallOrigin,
): Promise<QueryResults> {
  const distinctKeys = [...new Set(keys)];
  const results = new Map<string, QueryResult>();
  const failures: string[] = [];
  let calculation: Calculation | undefined;
  for (let start = 0; start < distinctKeys.length; start += BATCH_SIZE) {
    const slice = distinctKeys.slice(start, start + BATCH_SIZE);
    const response = await calculate(scenario, () =>
      compute.query({ recipe: scenario.recipe, keys: slice, partial: false }, context),
    );
    const { outcome } = response;
    calculation ??= response.calculation;
    if (outcome?.$case === "results") for (const result of outcome.value.results) results.set(result.key, result);
    else failures.push(...(outcome?.value.messages ?? []));
  }
  if (failures.length > 0) throw customError("no_result", failures);
  return { results: [...results.values()], calculation };
}

/** Results of queries on a scenario, and the failures of the other queries. */
export async function queryWithFailures(
  { compute }: Backends,
  scenario: Scenario,
  keys: readonly string[],
  context: CallOrigin,
): Promise<{ readonly results: readonly QueryResult[]; readonly failures: readonly QueryFailure[] }> {
  const results: QueryResult[] = [];
  const failures: QueryFailure[] = [];
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    const request = { recipe: scenario.recipe, keys: keys.slice(start, start + BATCH_SIZE), partial: true };
    const { outcome } = await calculate(scenario, () => compute.query(request, context));
    if (outcome?.$case !== "results") throw customError("no_result", outcome?.value.messages ?? []);
    results.push(...outcome.value.results);
    failures.push(...outcome.value.failures);
  }
  return { results, failures };
}

/** Runs a calculation on a scenario; throws 410 if the model no longer has its area. */
export async function calculate<T>(scenario: Scenario, calculation: () => Promise<T>): Promise<T> {
  try {
    return await calculation();
  } catch (error) {
    if (error instanceof RpcError && error.code === status.NOT_FOUND) {
      throw apiError("area_gone", scenario.recipe?.area ?? "");
    }
    throw error;
  }
}
