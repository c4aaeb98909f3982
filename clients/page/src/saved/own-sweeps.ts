/** A person's sweeps: listed, newest first, and deleted with their results. */
import type { Api, components } from "@etesian/client";

type Status = components["schemas"]["Sweep"]["status"];

export interface OwnSweep {
  readonly id: string;
  readonly scenario: number;
  /** Empty if it was requested without a title. */
  readonly title: string;
  /** The view of the page that requested it; null for requests of scripts. */
  readonly address: string | null;
  readonly status: Status;
  readonly variants: number;
  readonly done: number;
  readonly requestedAt: string;
}

export interface OwnSweeps {
  readonly sweeps: readonly OwnSweep[];
  /** The number of the next page; null after the last. */
  readonly next: number | null;
}

/** Key of the list among queries. */
export const SWEEPS = ["sweeps"] as const;
const PAGE = 50;
/** Sweeps without results, which the person has ended or whose time is over. */
const GONE: readonly Status[] = ["cancelled", "expired"];

/** A page of the person's sweeps that run, have results, or have failed. */
export async function listSweeps(api: Api, page: number): Promise<OwnSweeps> {
  const { data } = await api.GET("/api/v3/sweeps", { params: { query: { page, limit: PAGE } } });
  const { data: sweeps, meta } = data!;
  return {
    sweeps: sweeps.flatMap(({ id, base, metadata, status, variants, done, created_at: requestedAt }) =>
      GONE.includes(status)
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
    next: page < meta.total_pages ? page + 1 : null,
  };
}

/** Cancels it if it runs, and deletes its results. Throws `ApiError` if it is not the person's. */
export async function deleteSweep(api: Api, id: string): Promise<void> {
  await api.DELETE("/api/v3/sweeps/{id}", { params: { path: { id } } });
}
