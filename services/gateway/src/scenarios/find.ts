/** Scenarios by the id in a path. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyRequest } from "fastify";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError } from "../http/errors.ts";
import { toId, version } from "../http/parameters.ts";

/** What to say in the query of everything below a scenario to be answered as of an earlier version. */
export const atVersion = { at: version("Version to answer for, the number in an ETag; without it, as of now") };

type AtVersion = FastifyRequest<{ Querystring: { readonly at?: number | undefined } }>;

/** The scenario with an id as written in a path, at the version that is asked for; raises 404. */
export async function findScenario({ scenarios }: Backends, request: AtVersion, id: string): Promise<Scenario> {
  return scenarios.getScenario({ id: scenarioId(id), at: request.query.at }, contextOf(request));
}

export function scenarioId(written: string): number {
  const id = toId(written);
  if (id === null) throw apiError("unknown_scenario", written);
  return id;
}
