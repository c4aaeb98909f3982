/** Transition paths: scenarios of several years, stored as collections of the API. */
import { type Api, ApiError, type components } from "@etesian/client";
import { currentVersions } from "../saved/saved-scenarios.ts";
import { idsIn } from "./comparison.ts";

/** The API's limit for a collection. */
export const MAX_ON_PATH = 6;

/** A scenario of a path. */
export interface PathScenario {
  readonly id: number;
  readonly title: string;
  readonly area: string;
  readonly startYear: number;
  readonly endYear: number;
}

/** A stored path, without its scenarios. */
export interface StoredPath {
  readonly id: number;
  readonly title: string;
  readonly area: string | null;
  readonly endYear: number | null;
  readonly changedAt: string;
}

type Collection = Omit<components["schemas"]["Collection"], "collections_app_url">;

const toStoredPath = ({ id, title, area_code, end_year, updated_at }: Collection): StoredPath => ({
  id,
  title,
  area: area_code,
  endYear: end_year,
  changedAt: updated_at,
});

/** IDs of the scenarios in the URL parameter of a path, the open scenario first. */
export const pathIds = (text: string | number | undefined, ownId: number): readonly number[] => [
  ownId,
  ...idsIn(String(text ?? ""), ownId, MAX_ON_PATH - 1),
];

/** A path's URL parameter, the same for each of its scenarios. Undefined for a single scenario. */
export const writePath = (ids: readonly number[]): string | undefined =>
  ids.length > 1 ? ids.toSorted((a, b) => a - b).join(",") : undefined;

/** Scenarios sorted by year, and by ID within a year. */
export const sortByYear = <Scenario extends Pick<PathScenario, "id" | "endYear">>(
  scenarios: readonly Scenario[],
): readonly Scenario[] => scenarios.toSorted((a, b) => a.endYear - b.endYear || a.id - b.id);

/** The scenario before or after another on its path; null at the end. */
export function adjacentScenario<Scenario extends Pick<PathScenario, "id" | "endYear">>(
  scenarios: readonly Scenario[],
  id: number,
  step: -1 | 1,
): Scenario | null {
  const ordered = sortByYear(scenarios);
  const index = ordered.findIndex((scenario) => scenario.id === id);
  return index === -1 ? null : (ordered[index + step] ?? null);
}

/** Names of scenarios on a path: the years, with the scenario ID where a year occurs twice. */
export function yearNames(scenarios: readonly Pick<PathScenario, "id" | "endYear">[]): readonly string[] {
  const counts = Map.groupBy(scenarios, ({ endYear }) => endYear);
  return scenarios.map(({ id, endYear }) => (counts.get(endYear)!.length > 1 ? `${endYear} (${id})` : `${endYear}`));
}

/** Decades between the start year and the last year that are not on the path, up to its maximum length. */
export function suggestedYears(startYear: number, years: readonly number[]): readonly number[] {
  const last = Math.max(...years);
  const decades = Array.from({ length: 20 }, (_, index) => Math.ceil((startYear + 1) / 10) * 10 + 10 * index);
  return decades.filter((year) => year < last && !years.includes(year)).slice(0, MAX_ON_PATH - years.length);
}

/** Parses years such as "2030, 2040" and sorts them, without duplicates. Null if a part is not a year. */
export function parseYears(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  if (parts.length === 0 || parts.some((part) => !/^\d{4}$/.test(part))) return null;
  return [...new Set(parts.map(Number))].toSorted((a, b) => a - b);
}

/** The scenarios with these IDs that the person may see, sorted by year. */
export async function readPathScenarios(api: Api, ids: readonly number[]): Promise<readonly PathScenario[]> {
  const { data } = await api.GET("/api/v3/scenarios/{ids}/batch", { params: { path: { ids: ids.join(",") } } });
  return sortByYear(
    data!.map(({ id, title, area_code: area, start_year: startYear, end_year: endYear }) => ({
      id,
      title: title ?? "",
      area,
      startYear,
      endYear,
    })),
  );
}

/**
 * Creates a scenario for each year, interpolated between its neighbours among the given scenarios, or from the start
 * year.
 * @throws ApiError for a year that is not between them, and for scaled scenarios
 */
export async function interpolateYears(
  api: Api,
  ids: readonly number[],
  years: readonly number[],
): Promise<readonly number[]> {
  const { data } = await api.POST("/api/v3/scenarios/interpolate", {
    body: { scenario_ids: [...ids], end_years: [...years] },
  });
  return data!.map(({ id }) => id);
}

/** The person's paths, newest first. */
export const listPaths = async (api: Api): Promise<readonly StoredPath[]> =>
  (await api.GET("/api/v3/collections")).data!.collections.map(toStoredPath);

const readCollection = async (api: Api, id: number): Promise<Collection> =>
  (await api.GET("/api/v3/collections/{id}", { params: { path: { id } } })).data!;

export const readPath = async (api: Api, id: number): Promise<StoredPath> =>
  toStoredPath(await readCollection(api, id));

/** The scenarios of a path, with the current versions of saved ones. Scenarios that no longer exist are omitted. */
export async function scenariosOf(api: Api, id: number): Promise<readonly PathScenario[]> {
  const { scenario_ids: scenarioIds, saved_scenario_ids: savedIds } = await readCollection(api, id);
  const currentIds = await Promise.all(
    savedIds.map((id) =>
      api.GET("/api/v3/saved_scenarios/{id}", { params: { path: { id } } }).then(
        ({ data }) => [data!.scenario_id],
        (error: unknown) => {
          if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return [];
          throw error;
        },
      ),
    ),
  );
  const ids = [...new Set([...scenarioIds, ...currentIds.flat()])];
  return ids.length === 0 ? [] : readPathScenarios(api, ids);
}

/**
 * Stores a path. A scenario that is the current version of one of the person's saved scenarios is stored as that saved
 * scenario, so that the path follows its later versions.
 * @param path.id the path to change; null for a new one
 */
export async function storePath(
  api: Api,
  {
    id,
    title,
    scenarios,
  }: { readonly id: number | null; readonly title: string; readonly scenarios: readonly number[] },
): Promise<number> {
  const savedScenarios = await currentVersions(api);
  const collection = {
    title,
    scenario_ids: scenarios.filter((scenario) => !savedScenarios.has(scenario)),
    saved_scenario_ids: scenarios.flatMap((scenario) => savedScenarios.get(scenario) ?? []),
  };
  if (id === null) return (await api.POST("/api/v3/collections", { body: { collection } })).data!.id;
  await api.PUT("/api/v3/collections/{id}", { params: { path: { id } }, body: { collection } });
  return id;
}

/** Deletes a path; its scenarios are kept. */
export async function deletePath(api: Api, id: number): Promise<void> {
  await api.DELETE("/api/v3/collections/{id}", { params: { path: { id } } });
}
