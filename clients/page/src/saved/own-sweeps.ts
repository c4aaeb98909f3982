/** Lists a person's sweeps, newest first, and deletes them with their results. */
import type { Api, components } from "@etesian/client";

type Status = components["schemas"]["Sweep"]["status"];

export interface OwnSweep {
  readonly id: string;
  readonly scenario: number;
  /** Empty if it was requested without a title. */
  readonly title: string;
  /** The view of the page that requested it; null if a script requested it. */
  readonly address: string | null;
  readonly status: Status;
  readonly variants: number;
  readonly done: number;
  readonly requestedAt: string;
}

export interface OwnSweeps {
  readonly sweeps: readonly OwnSweep[];
  /** The number of the next page; null after the last. */
  readonly nextPage: number | null;
}

/** Query key of the list. */
export const SWEEPS_KEY = ["sweeps"] as const;
const PAGE_SIZE = 50;
/** Statuses of sweeps that have no results to list: cancelled by the person, or expired. */
const STATUSES_WITHOUT_RESULTS: readonly Status[] = ["cancelled", "expired"];

/** A page of the person's sweeps that are running, have results or have failed. */
export async function listSweeps(api: Api, page: number): Promise<OwnSweeps> {
  const { data } = await api.GET("/api/v3/sweeps", { params: { query: { page, limit: PAGE_SIZE } } });
  const { data: sweeps, meta } = data!;
  return {
    sweeps: sweeps.flatMap(({ id, base, metadata, status, variants, done, created_at: requestedAt }) =>
      STATUSES_WITHOUT_RESULTS.includes(status)
        ? []
        : {
            id,
            scenario: base.scenario_id,
            title: metadata["title"] ?? "",
            address: metadata["address"] ?? null,
            status,
            variants,
            done,
            requestedAt,
          },
    ),
    nextPage: page < meta.total_pages ? page + 1 : null,
  };
}

/**
 * Cancels a running sweep, and deletes its results.
 * @throws ApiError if the sweep does not belong to the person
 */
export async function deleteSweep(api: Api, id: string): Promise<void> {
  await api.DELETE("/api/v3/sweeps/{id}", { params: { path: { id } } });
}
