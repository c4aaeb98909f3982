/** Descriptions of versions of saved scenarios, which are stored as version tags of their scenarios. */
import type { Api } from "@etesian/client";

/** The descriptions of scenarios that have one and that the person may see. */
export async function readTags(api: Api, scenarios: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { data } = await api.GET("/api/v3/scenarios/versions", { params: { query: { scenarios: [...scenarios] } } });
  return new Map(
    Object.entries(data!).flatMap(([id, { description = "" }]) =>
      description === "" ? [] : [[Number(id), description] as const],
    ),
  );
}

/** Sets the description of a scenario. @throws ApiError if the person may not change it */
export async function writeTag(api: Api, id: number, description: string): Promise<void> {
  const params = { path: { id } };
  const { data } = await api.GET("/api/v3/scenarios/{id}/version", { params });
  // The API has separate operations for creating and changing a description.
  if (data!.description === undefined)
    await api.POST("/api/v3/scenarios/{id}/version", { params, body: { description } });
  else await api.PUT("/api/v3/scenarios/{id}/version", { params, body: { description } });
}
