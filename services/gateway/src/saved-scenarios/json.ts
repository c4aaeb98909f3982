import type { Role } from "@etesian/contracts/rights";
import type { SavedScenario, SavedVersion } from "@etesian/contracts/saved-scenarios";
import type { Scenario } from "@etesian/contracts/scenarios";
import { scenarioJson } from "../scenarios/json.ts";
import { roleName } from "../users/entries.ts";

/** A saved scenario in a response, with its scenario if the caller may see it. */
export function savedScenarioJson(savedScenario: SavedScenario, scenario: Scenario | null, baseUrl: string) {
  const { id, present, createdAt, updatedAt, discardedAt } = savedScenario;
  if (!present || !createdAt || !updatedAt) throw new Error(`saved scenario ${id} is incomplete`);
  return {
    id,
    scenario_id: present.scenarioId,
    scenario_id_history: savedScenario.history.map(({ scenarioId }) => scenarioId),
    title: savedScenario.title,
    description: savedScenario.description ?? null,
    area_code: present.area,
    end_year: present.endYear,
    version: present.modelVersion,
    private: savedScenario.private,
    discarded: discardedAt !== undefined,
    discarded_at: discardedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    saved_scenario_users: savedScenario.members.map(({ person, role }) => ({
      id: person,
      user_id: person,
      role: roleName(role as Role),
    })),
    scenario: scenario && scenarioJson(scenario, baseUrl),
  };
}

/**
 * Like `savedScenarioJson`, for responses to changes, without the version: clients send back all fields of the
 * response, but cannot set the version.
 */
export function changedSavedScenarioJson(savedScenario: SavedScenario, scenario: Scenario | null, baseUrl: string) {
  const { version: _, ...changedFields } = savedScenarioJson(savedScenario, scenario, baseUrl);
  return changedFields;
}

/** Versions of a saved scenario, the current one first. */
export function savedHistoryJson({ id, present, history }: SavedScenario) {
  if (present === undefined) throw new Error(`saved scenario ${id} has no current version`);
  return { versions: [present, ...history.toReversed()].map((version) => versionJson(version, version === present)) };
}

function versionJson({ scenarioId, scenarioVersion, modelVersion, savedAt }: SavedVersion, isCurrent: boolean) {
  if (savedAt === undefined) throw new Error(`a version of scenario ${scenarioId} has no time`);
  return {
    scenario_id: scenarioId,
    scenario_version: scenarioVersion,
    version: modelVersion,
    saved_at: savedAt.toISOString(),
    present: isCurrent,
  };
}
