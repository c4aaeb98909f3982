/** The scenarios service: gRPC handlers, grouped by concept; their only state is events. */
import { callerOf } from "@etesian/contracts/rights";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { Creations, type EventStore, type ReadDatabase } from "@etesian/event-store";
import { storeErrors } from "@etesian/event-store/rpc";
import { type Handlers, serve, type ServedService } from "@etesian/service-kit";
import { commentHandlers } from "../comments/comment-handlers.ts";
import { Presence } from "../comments/presence.ts";
import { ID_SEQUENCE, idOf } from "../lists/scenario-list.ts";
import { ScenarioLists } from "../lists/scenario-lists.ts";
import { type ComputeClient, ModelFacts } from "../model.ts";
import { createStoredScenarios } from "../stored.ts";
import { ScenarioAccess } from "./access.ts";
import { Contents } from "./contents.ts";
import { creationHandlers } from "./creation-handlers.ts";
import { curveHandlers, type CurvesClient } from "./curve-handlers.ts";
import { esdlHandlers } from "./esdl-handlers.ts";
import { historyHandlers } from "./history-handlers.ts";
import { inputHandlers } from "./input-handlers.ts";
import { listHandlers } from "./list-handlers.ts";
import { orderHandlers } from "./order-handlers.ts";
import { toRpcError } from "./refusals.ts";
import { ScenarioResponses } from "./responses.ts";
import { roleHandlers } from "./role-handlers.ts";
import { ScenarioUpdates } from "./updates.ts";

export interface ScenariosOptions {
  readonly store: EventStore;
  /** For the list of scenarios and their ids; may be the same file or server as the store. */
  readonly readModels: ReadDatabase;
  readonly compute: ComputeClient;
  readonly curves: CurvesClient;
}

/** Creates the service. Its lists are brought up to date in the background, and requests for a list wait for that. */
export async function scenariosService({
  store,
  readModels,
  compute,
  curves,
}: ScenariosOptions): Promise<ServedService> {
  const scenarios = createStoredScenarios(store);
  const lists = await ScenarioLists.open(store, readModels);
  const contents = new Contents(store);
  const model = new ModelFacts(compute);
  const presence = await Presence.open(readModels);
  const access = new ScenarioAccess(store, scenarios, model);
  const responses = new ScenarioResponses(scenarios, model);
  const updates = new ScenarioUpdates(access, scenarios, model);
  const creations = new Creations({ aggregates: scenarios, store, sequences: readModels, sequence: ID_SEQUENCE, idOf });

  const handlers: Handlers<ScenariosServiceDefinition> = {
    async getScenario({ id, at, creation }, call) {
      const { scenario, version } = await access.find(id, call, at);
      if (creation !== undefined && creation !== scenario.creation) throw toRpcError(id, { reason: "unknown" });
      return responses.toMessage(id, version, scenario, call);
    },

    async deleteScenario({ id }, call) {
      const outcome = await access.execute(id, { type: "DeleteScenario", caller: callerOf(call) }, call);
      if ("refusal" in outcome) throw toRpcError(id, outcome.refusal);
      return {};
    },

    ...listHandlers(scenarios, lists, responses),
    ...creationHandlers({ access, responses, creations, contents, model, curves }),
    ...inputHandlers(access, updates, responses, model),
    ...orderHandlers(access, model),
    ...curveHandlers(access, model, curves),
    ...esdlHandlers(access, responses, contents),
    ...historyHandlers({ store, scenarios, access, responses, model }),
    ...commentHandlers(access, { store, scenarios, presence }),
    ...roleHandlers(access, scenarios, lists),
  };
  return serve(ScenariosServiceDefinition, handlers, storeErrors);
}
