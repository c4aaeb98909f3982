/**
 * Detects that the served model is not the one with which the scenarios were created, for example because a data
 * directory is reused.
 */
import { type EventStore, lastNumberOf, type ReadDatabase } from "@etesian/event-store";
import type { ComputeClient } from "./model.ts";
import { ID_SEQUENCE } from "./lists/scenario-list.ts";
import { createStoredScenarios } from "./stored.ts";

/** Number of newest scenarios that are checked. */
const MAX_CHECKED = 20;

export const AREAS_MISSING =
  "this model lacks the areas of the newest scenarios: these scenarios can be viewed but not calculated";

/** Areas of the newest scenarios, if the model has none of them; otherwise empty. */
export async function findMissingAreas({
  store,
  readModels,
  compute,
}: {
  readonly store: EventStore;
  readonly readModels: ReadDatabase;
  readonly compute: Pick<ComputeClient, "listAreas">;
}): Promise<readonly string[]> {
  const [sequence] = await readModels.query<{ last: number }>(lastNumberOf(ID_SEQUENCE));
  const last = sequence?.last ?? 0;
  const scenarios = createStoredScenarios(store);
  const areas = new Set<string>();
  for (let id = last; id > Math.max(0, last - MAX_CHECKED); id--) {
    const { state } = await scenarios.load(id);
    if (state.status === "present") areas.add(state.area);
  }
  const modelAreas = new Set((await compute.listAreas({ attributes: ["area"] })).areas.map(({ key }) => key));
  return areas.isDisjointFrom(modelAreas) ? [...areas] : [];
}
