/** The services behind the gateway. */
import type { ComputeServiceDefinition, QueryResult } from "@etesian/contracts/compute";
import type { Scenario, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { type CallOrigin, type Calls, RpcError, status } from "@etesian/service-kit";
import { apiError, errorInWords } from "./http/errors.ts";

export interface Backends {
  readonly scenarios: Calls<ScenariosServiceDefinition>;
  readonly compute: Calls<ComputeServiceDefinition>;
}

/** Results of queries on a scenario as it stands, whether or not it is stored; raises 422 when one has no result. */
export async function query(
  { compute }: Backends,
  scenario: Scenario,
  keys: readonly string[],
  context: CallOrigin,
): Promise<readonly QueryResult[]> {
  const { outcome } = await calculate(scenario, () =>
    compute.query({ recipe: scenario.recipe, keys: [...keys] }, context),
  );
  if (outcome?.$case === "results") return outcome.value.results;
  throw errorInWords("no_result", outcome?.value.messages ?? []);
}

/** A calculation on a scenario; that its area is no longer part of the model is the scenario's end, not the request's. */
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
