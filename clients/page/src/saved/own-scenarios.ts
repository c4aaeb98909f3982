/** Lists and deletes a person's unsaved scenarios, the latest change first. */
import type { Api } from "@etesian/client";

export interface OwnScenario {
  readonly id: number;
  /** Empty if it has none. */
  readonly title: string;
  readonly area: string;
  readonly endYear: number;
  readonly isPrivate: boolean;
  readonly changedAt: string;
}

export interface OwnScenarios {
  readonly scenarios: readonly OwnScenario[];
  /** The number of the next page; null after the last. */
  readonly nextPage: number | null;
}

const PAGE_SIZE = 50;

/** A page of the scenarios in which the person has a role. */
export async function listOwnScenarios(api: Api, page: number): Promise<OwnScenarios> {
  const { data } = await api.GET("/api/v3/scenarios", { params: { query: { page, limit: PAGE_SIZE } } });
  const { data: scenarios, meta } = data!;
  return {
    scenarios: scenarios.map(({ id, title, area_code, end_year, private: isPrivate, updated_at }) => ({
      id,
      // Scenarios created by scripts have this title.
      title: title === "API" ? "" : title,
      area: area_code,
      endYear: end_year,
      isPrivate,
      changedAt: updated_at,
    })),
    nextPage: page < meta.total_pages ? page + 1 : null,
  };
}

/** @throws ApiError if the person may not delete it */
export async function deleteOwnScenario(api: Api, id: number): Promise<void> {
  await api.DELETE("/api/v3/scenarios/{id}", { params: { path: { id } } });
}

export interface WeightedScenario {
  readonly id: number;
  readonly weight: number;
}

/** Creates the weighted mean of scenarios of one area and year, with curves and orders of the first; returns its ID. */
export async function mergeScenarios(api: Api, scenarios: readonly WeightedScenario[]): Promise<number> {
  const { data } = await api.POST("/api/v3/scenarios/merge", {
    body: { scenarios: scenarios.map(({ id, weight }) => ({ scenario_id: id, weight })) },
  });
  return data!.id;
}
