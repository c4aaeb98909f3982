/** Scenarios by the id in a path. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyRequest } from "fastify";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError } from "../http/errors.ts";
import { toId } from "../http/parameters.ts";

/** The scenario with an id as written in a path; raises 404. */
export async function findScenario({ scenarios }: Backends, request: FastifyRequest, id: string): Promise<Scenario> {
  return scenarios.getScenario({ id: scenarioId(id) }, contextOf(request));
}

export function scenarioId(written: string): number {
  const id = toId(written);
  if (id === null) throw apiError("unknown_scenario", written);
  return id;
}
