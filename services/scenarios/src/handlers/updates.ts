/** Updates to scenarios: commands from requests, and the scenarios that result from them. */
import { callerOf } from "@etesian/contracts/rights";
import type { UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import type { Outcome } from "@etesian/event-store";
import { causeOf } from "@etesian/event-store/rpc";
import type { Call } from "@etesian/service-kit";
import type { InputTable } from "@etesian/sliders";
import type { Refusal, UpdateScenario } from "../deciding/scenario-commands.ts";
import type { Scenario, ScenarioState } from "../deciding/scenario-state.ts";
import { scenario as decider } from "../deciding/scenario.ts";
import { attributes, sliderValues } from "../messages.ts";
import { type ModelFacts, NO_INPUTS } from "../model.ts";
import type { StoredScenarios } from "../stored.ts";
import type { ScenarioAccess } from "./access.ts";

export class ScenarioUpdates {
  readonly #access: ScenarioAccess;
  readonly #scenarios: StoredScenarios;
  readonly #model: ModelFacts;

  constructor(access: ScenarioAccess, scenarios: StoredScenarios, model: ModelFacts) {
    this.#access = access;
    this.#scenarios = scenarios;
    this.#model = model;
  }

  async execute(request: UpdateScenarioRequest, call: Call): Promise<Outcome<ScenarioState, Refusal>> {
    const { id, expectedVersion: expected = null } = request;
    return this.#access.execute(id, await this.#commandOf(request, call), call, { expectedVersion: expected });
  }

  /** The outcome of an update; nothing is stored. */
  async preview(request: UpdateScenarioRequest, call: Call): Promise<Outcome<ScenarioState, Refusal>> {
    if (request.hypothetical === true) return this.#previewHypothetical(request, call);
    const { id, expectedVersion = null } = request;
    return this.#scenarios.preview(id, await this.#commandOf(request, call), causeOf(call), expectedVersion);
  }

  /** The outcome of an update to a scenario that the caller may read, whether or not they may change it. */
  async #previewHypothetical(request: UpdateScenarioRequest, call: Call): Promise<Outcome<ScenarioState, Refusal>> {
    const command = await this.#commandOf(request, call);
    const { scenario, version } = await this.#access.find(request.id, call);
    const caller = { ...command.caller, scopes: null, admin: true };
    const decision = decider.decide({ ...command, caller }, { ...scenario, readOnly: false });
    if ("refusal" in decision) return decision;
    const time = scenario.updatedAt;
    const state = decision.events.reduce<ScenarioState>((next, event) => decider.evolve(next, event, time), scenario);
    return { state, version };
  }

  async #commandOf(request: UpdateScenarioRequest, call: Call): Promise<UpdateScenario> {
    const { id, reset, autobalance } = request;
    const { scenario } = await this.#access.find(id, call);
    const movesSliders = reset || Object.keys(request.userValues).length > 0;
    return {
      type: "UpdateScenario",
      caller: callerOf(call),
      userValues: sliderValues(request.userValues),
      reset,
      autobalance,
      // A scenario's area never changes, so the table is still valid when the command is handled.
      table: movesSliders ? await this.#model.inputs(scenario, call) : await this.#tableWithoutMoves(scenario, call),
      changes: (await this.#model.load(call)).changes,
      customCurves: movesSliders ? (await this.#model.load(call)).customCurves : [],
      attributes: attributes(request, request.source && (request.source.value ?? null)),
      template: request.template && (await this.#templateOf(request.template.id, { id, area: scenario.area }, call)),
    };
  }

  /** Input table for a change that moves no sliders: empty, or null if the model no longer has the area. */
  async #tableWithoutMoves({ area }: Scenario, call: Call): Promise<InputTable | null> {
    return (await this.#model.load(call)).areas.has(area) ? NO_INPUTS : null;
  }

  async #templateOf(
    id: number | undefined,
    target: { readonly id: number; readonly area: string },
    call: Call,
  ): Promise<UpdateScenario["template"]> {
    if (id === undefined) return null;
    const parent = await this.#access.findParent(id, call);
    if (parent === "missing" || parent === null) return { problem: "does not exist" };
    if (id === target.id) return { problem: "is the scenario itself" };
    return parent.scenario.area === target.area ? { ...parent.scenario, id } : { problem: "is in another area" };
  }
}
