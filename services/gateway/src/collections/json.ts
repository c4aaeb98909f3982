import type { Collection } from "@etesian/contracts/saved-scenarios";
import type { VisiblePerson } from "../http/personal-data.ts";

/** Years that clients show before the end year. */
const INTERMEDIATE_YEARS = [2030, 2040];

/** A collection in a response; `people` are owners by id. */
export function collectionJson(collection: Collection, people: ReadonlyMap<number, VisiblePerson>) {
  const { id, owner, interpolation, area, endYear, createdAt, updatedAt, discardedAt } = collection;
  if (!createdAt || !updatedAt) throw new Error(`collection ${id} is incomplete`);
  const years = endYear === undefined ? [] : [...INTERMEDIATE_YEARS.filter((year) => year < endYear), endYear];
  return {
    id,
    title: collection.title,
    interpolation,
    area_code: area ?? null,
    end_year: endYear ?? null,
    version: collection.modelVersion,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    discarded: discardedAt !== undefined,
    discarded_at: discardedAt?.toISOString() ?? null,
    owner: { id: owner, name: people.get(owner)?.name ?? null },
    saved_scenario_ids: collection.savedScenarioIds,
    scenario_ids: collection.scenarioIds,
    // This server has no page for collections.
    collections_app_url: null,
    ...(interpolation ? { interpolation_params: { area_code: area ?? null, end_years: years } } : {}),
  };
}
