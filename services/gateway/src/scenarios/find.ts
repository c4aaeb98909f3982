/** Scenarios by the id in a path. */
import type { Scenario } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError } from "../http/errors.ts";
import { pathId, toId, version } from "../http/parameters.ts";

/** The path of everything below a scenario. */
export const scenarioParams = z.object({ id: pathId("Number of the scenario") });

/** Query parameter of every path below a scenario, to get it as of an earlier version. */
export const atVersion = { at: version("Version to answer for, the number in an ETag; the current one by default") };

type AtVersion = FastifyRequest<{ Querystring: { readonly at?: number | undefined } }>;

/** The scenario with an id as written in a path, at the version that is asked for; raises 404. */
export async function findScenario({ scenarios }: Backends, request: AtVersion, id: string): Promise<Scenario> {
  return scenarios.getScenario({ id: scenarioId(id), at: request.query.at }, contextOf(request));
}

export function scenarioId(written: string): number {
  const id = toId(written);
  if (id === null) throw apiError("not_found");
  return id;
}

/** Raises what the caller would hear of a change, before they have sent the whole of it. */
export async function checkMayChange(
  { updateScenario }: Pick<Backends["scenarios"], "updateScenario">,
  id: number,
  context: CallOrigin,
): Promise<void> {
  const nothing = { id, userValues: {}, reset: false, autobalance: true, source: undefined, template: undefined };
  await updateScenario({ ...nothing, preview: true }, { ...context, idempotencyKey: null });
}

/** Scenarios of one request. */
export const MAX_IDS = 100;

/** Those that the caller may read, in the order of the ids, each once. */
export async function readableScenarios(
  { scenarios }: Backends,
  ids: readonly (number | null)[],
  context: CallOrigin,
): Promise<readonly Scenario[]> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length > MAX_IDS) throw apiError("too_many_ids", String(MAX_IDS));
  const found = await Promise.all(known.map((id) => scenarios.getScenario({ id }, context).catch(missing)));
  return found.filter((scenario) => scenario !== null);
}

/** A scenario that is not there, or not for the caller, is left out; other errors are not. */
function missing(error: unknown): null {
  if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
  throw error;
}
