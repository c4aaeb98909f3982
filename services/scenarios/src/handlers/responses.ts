/** Converts scenarios and refusals to responses. */
import type { Rejection, Scenario as ScenarioMessage } from "@etesian/contracts/scenarios";
import type { Outcome } from "@etesian/event-store";
import type { Call } from "@etesian/service-kit";
import type { Refusal } from "../deciding/scenario-commands.ts";
import type { Scenario, ScenarioState } from "../deciding/scenario-state.ts";
import { scenarioMessage } from "../messages.ts";
import type { ModelFacts } from "../model.ts";
import type { StoredScenarios } from "../stored.ts";
import { requirePresent } from "./access.ts";
import { toRpcError } from "./refusals.ts";

export interface ScenarioResponse {
  readonly outcome:
    | { readonly $case: "scenario"; readonly value: ScenarioMessage }
    | { readonly $case: "rejection"; readonly value: Rejection };
}

export class ScenarioResponses {
  readonly #scenarios: StoredScenarios;
  readonly #model: ModelFacts;

  constructor(scenarios: StoredScenarios, model: ModelFacts) {
    this.#scenarios = scenarios;
    this.#model = model;
  }

  async toMessage(id: number, version: number, scenario: Scenario, call: Call): Promise<ScenarioMessage> {
    const template = scenario.template === null ? null : (await this.#scenarios.load(scenario.template.id)).state;
    const preset = template?.status === "present" ? template.featured : null;
    return scenarioMessage(id, version, scenario, await this.#model.load(call), preset);
  }

  /**
   * The scenario after a command, or the problems of the request.
   * @throws RpcError for every other refusal
   */
  async toResponse(id: number, outcome: Outcome<ScenarioState, Refusal>, call: Call): Promise<ScenarioResponse> {
    if ("refusal" in outcome) return { outcome: rejection(id, outcome.refusal) };
    const { scenario, version } = requirePresent(id, outcome);
    return { outcome: { $case: "scenario", value: await this.toMessage(id, version, scenario, call) } };
  }
}

/**
 * The problems of a request.
 * @throws RpcError for every other refusal
 */
export function rejection(id: number, refusal: Refusal): { readonly $case: "rejection"; readonly value: Rejection } {
  if (refusal.reason !== "invalid") throw toRpcError(id, refusal);
  return { $case: "rejection", value: { problems: [...refusal.problems] } };
}
