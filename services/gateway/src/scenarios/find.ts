/** Finds scenarios by the ID in a path. */
import { BATCHES } from "@etesian/contracts/limits";
import type { Scenario } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError } from "../http/errors.ts";
import { pathId, toId, version } from "../http/parameters.ts";

/** Parameters of paths below a scenario. */
export const scenarioParams = z.object({ id: pathId("ID of the scenario") });

/** Query parameter of paths below a scenario that selects an earlier version. */
export const atVersion = {
  at: version("Version of the scenario: the number in its ETag; default: the current version"),
};

type AtVersion = FastifyRequest<{ Querystring: { readonly at?: number | undefined } }>;

/** The scenario with the ID in a path, at the requested version; throws 404. */
export async function findScenario({ scenarios }: Backends, request: AtVersion, id: string): Promise<Scenario> {
  return scenarios.getScenario({ id: scenarioId(id), at: request.query.at }, contextOf(request));
}

export function scenarioId(text: string): number {
  const id = toId(text);
  if (id === null) throw apiError("not_found");
  return id;
}

/** Throws the error that a change would get, before its body is read. */
export async function checkMayChange(
  { updateScenario }: Pick<Backends["scenarios"], "updateScenario">,
  id: number,
  context: CallOrigin,
): Promise<void> {
  const noChange = { id, userValues: {}, reset: false, autobalance: true, source: undefined, template: undefined };
  await updateScenario({ ...noChange, preview: true }, { ...context, idempotencyKey: null });
}

/** The scenarios that the caller may read, in the order of the IDs, without duplicates. */
export async function readableScenarios(
  { scenarios }: Backends,
  ids: readonly (number | null)[],
  context: CallOrigin,
): Promise<readonly Scenario[]> {
  const distinctIds = [...new Set(ids.filter((id) => id !== null))];
  if (distinctIds.length > BATCHES.scenarios) throw apiError("too_many_ids", String(BATCHES.scenarios));
  const foundScenarios = await Promise.all(
    distinctIds.map((id) => scenarios.getScenario({ id }, context).catch(nullIfMissing)),
  );
  return foundScenarios.filter((scenario) => scenario !== null);
}

/** Null for scenarios that do not exist or that the caller may not see; rethrows other errors. */
function nullIfMissing(error: unknown): null {
  if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
  throw error;
}
