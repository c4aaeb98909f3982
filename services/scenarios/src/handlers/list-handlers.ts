/** gRPC handlers of lists: a person's scenarios, and featured scenarios. */
import { callerOf } from "@etesian/contracts/rights";
import type { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import type { Handlers } from "@etesian/service-kit";
import { pageOf, type ScenarioLists } from "../lists/scenario-lists.ts";
import type { StoredScenarios } from "../stored.ts";
import type { ScenarioResponses } from "./responses.ts";

type ListHandlers = Pick<Handlers<ScenariosServiceDefinition>, "listScenarios" | "listFeatured">;

export function listHandlers(
  scenarios: StoredScenarios,
  lists: ScenarioLists,
  responses: ScenarioResponses,
): ListHandlers {
  const loadAll = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => ({ id, ...(await scenarios.load(id)) })));

  return {
    async listFeatured(_request, call) {
      const presets = (await loadAll(await lists.listFeatured())).flatMap(({ id, state, version }) =>
        state.status === "present" && !state.private ? [responses.toMessage(id, version, state, call)] : [],
      );
      return { scenarios: await Promise.all(presets) };
    },

    async listScenarios({ page, limit }, call) {
      const { person } = callerOf(call);
      if (person === null) return { scenarios: [], total: 0 };
      const { ids, total } = await lists.listOfPerson(person, pageOf(page, limit));
      const rows = (await loadAll(ids)).flatMap(({ id, state, version }) =>
        state.status === "present" ? [responses.toMessage(id, version, state, call)] : [],
      );
      return { scenarios: await Promise.all(rows), total };
    },
  };
}
