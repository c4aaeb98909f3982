/** gRPC handlers of a scenario's inputs: their states, updates and couplings. */
import { inputFactsCodec, scalarCodec } from "@etesian/contracts/codecs";
import { callerOf, denialOf } from "@etesian/contracts/rights";
import type { InputState, ScenariosServiceDefinition, UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import { type Call, type Handlers, RpcError, status } from "@etesian/service-kit";
import { type InputTable, isDisabledByCoupling, isDisabledInScenario } from "@etesian/sliders";
import { curvesOnSliders } from "../deciding/attached-curves.ts";
import type { Scenario, Template } from "../deciding/scenario-state.ts";
import type { ModelFacts } from "../model.ts";
import { type VersionedScenario, requirePresent, type ScenarioAccess } from "./access.ts";
import { toRpcError } from "./refusals.ts";
import type { ScenarioResponses } from "./responses.ts";
import type { ScenarioUpdates } from "./updates.ts";

type InputHandlers = Pick<Handlers<ScenariosServiceDefinition>, "listInputs" | "updateScenario" | "changeCouplings">;

export function inputHandlers(
  access: ScenarioAccess,
  updates: ScenarioUpdates,
  responses: ScenarioResponses,
  model: ModelFacts,
): InputHandlers {
  /** A scenario as a change would leave it; throws an error for its problems. */
  async function previewScenario(change: UpdateScenarioRequest, call: Call): Promise<VersionedScenario> {
    const outcome = await updates.preview(change, call);
    if ("refusal" in outcome) throw toRpcError(change.id, outcome.refusal);
    return requirePresent(change.id, outcome);
  }

  return {
    async listInputs({ id, keys, originalDefaults, at, change }, call) {
      const { scenario } =
        change === undefined
          ? await access.find(id, call, at)
          : await previewScenario({ ...change, id, expectedVersion: undefined }, call);
      const table = await model.requiredInputs(scenario, call);
      const template = originalDefaults ? null : scenario.template;
      const isSettable = denialOf("update", callerOf(call), scenario) === null;
      const requestedKeys = keys.length > 0 ? keys : table.keys();
      const { customCurves } = await model.load(call);
      const { replaced } = curvesOnSliders(scenario.curves, customCurves);
      return {
        inputs: [...requestedKeys].map((key) => inputState(key, table, scenario, template, isSettable, replaced)),
      };
    },

    async updateScenario(request, call) {
      const outcome = request.preview ? await updates.preview(request, call) : await updates.execute(request, call);
      return responses.toResponse(request.id, outcome, call);
    },

    async changeCouplings({ id, activate, deactivate, force }, call) {
      const { couplings, changes } = await model.load(call);
      const command = {
        type: "ChangeCouplings",
        caller: callerOf(call),
        activate,
        deactivate,
        force,
        couplings,
        changes,
      } as const;
      return responses.toResponse(id, await access.execute(id, command, call), call);
    },
  };
}

function inputState(
  key: string,
  table: InputTable,
  scenario: Scenario,
  template: Template | null,
  isSettable: boolean,
  replacedByCurves: ReadonlyMap<string, string>,
): InputState {
  const input = table.get(key);
  if (input === undefined) throw new RpcError(status.NOT_FOUND, `No such input: ${key}`, { reason: "unknown_input" });
  const { userValues, balancedValues, activeCouplings } = scenario;
  const value = userValues[key] ?? balancedValues[key];
  const values = { ...balancedValues, ...userValues };
  const conditions = { values, activeCouplings, disabledByCurves: replacedByCurves };
  const isDisabled = isDisabledInScenario(input, conditions);
  return {
    input: inputFactsCodec.toMessage(input),
    default: scalarCodec.toMessage(template?.userValues[key] ?? template?.balancedValues[key] ?? input.default),
    user: value === undefined ? undefined : scalarCodec.toMessage(value),
    disabled: !isSettable || input.disabled || isDisabled,
    couplingDisabled: isDisabled ? isDisabledByCoupling(input, activeCouplings) : undefined,
  };
}
