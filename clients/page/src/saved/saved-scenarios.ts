/** Saved scenarios over HTTP: a user's list, with versions, trash and users. */
import { type Api, ApiError, type components, type Scenario } from "@etesian/client";
import { writeSettings } from "../calculation/settings.ts";

type Schemas = components["schemas"];
export type SavedScenario = Schemas["SavedScenario"];
export type SavedUser = Schemas["SavedScenarioUser"];
export type RoleName = SavedUser["role"];
export const ROLES = [
  "scenario_owner",
  "scenario_collaborator",
  "scenario_viewer",
] as const satisfies readonly RoleName[];

export interface SavedVersion {
  readonly scenario_id: number;
  readonly saved_at: string;
  readonly present: boolean;
}
export interface SavedPage {
  readonly data: readonly SavedScenario[];
  readonly total: number;
}
export interface Details {
  readonly title: string;
  readonly description: string;
  readonly isPrivate: boolean;
}

export const PAGE_SIZE = 50;

export async function listSaved(
  api: Api,
  { page, isDiscarded }: { readonly page: number; readonly isDiscarded: boolean },
): Promise<SavedPage> {
  const { data } = await api.GET("/api/v3/saved_scenarios", {
    params: { query: { page, limit: PAGE_SIZE, ...(isDiscarded ? { discarded: isDiscarded } : {}) } },
  });
  return { data: data!.data, total: data!.meta.total };
}

/** All saved scenarios of the person, either in the trash or not. */
async function fetchAllSavedScenarios(api: Api, isDiscarded: boolean): Promise<readonly SavedScenario[]> {
  const all: SavedScenario[] = [];
  for (let page = 1, remaining = 1; remaining > 0; page++) {
    const { data, total } = await listSaved(api, { page, isDiscarded });
    all.push(...data);
    remaining = data.length === 0 ? 0 : total - page * PAGE_SIZE;
  }
  return all;
}

/** IDs of all scenarios that are versions of the person's saved scenarios, including those in the trash. */
export async function savedVersions(api: Api): Promise<ReadonlySet<number>> {
  const all = [...(await fetchAllSavedScenarios(api, false)), ...(await fetchAllSavedScenarios(api, true))];
  return new Set(all.flatMap(({ scenario_id: current, scenario_id_history: earlier }) => [current, ...earlier]));
}

/** The person's saved scenarios, by the scenario of their current version. */
export const currentVersions = async (api: Api): Promise<ReadonlyMap<number, number>> =>
  new Map((await fetchAllSavedScenarios(api, false)).map(({ id, scenario_id: current }) => [current, id]));

/** The saved scenario that has a scenario as a version; null if there is none that the user may see. */
export async function findSavedScenarioOf(api: Api, scenario: number): Promise<SavedScenario | null> {
  const { metadata } = await readScenario(api, scenario);
  const id = metadata["saved_scenario_id"];
  if (typeof id !== "number") return null;
  const savedScenario = await readSaved(api, id).catch(nullIfRefused);
  const isVersion =
    savedScenario?.scenario_id === scenario || savedScenario?.scenario_id_history.includes(scenario) === true;
  return isVersion ? savedScenario : null;
}

const readScenario = async (api: Api, id: number): Promise<Scenario> =>
  (await api.GET("/api/v3/scenarios/{id}", { params: { path: { id } } })).data!;

const readSaved = async (api: Api, id: number): Promise<SavedScenario> =>
  (await api.GET("/api/v3/saved_scenarios/{id}", { params: { path: { id } } })).data!;

/**
 * Saves a scenario. One that the user does not own is copied first, because others could change it and the user cannot
 * grant roles in it.
 */
export async function saveScenario(api: Api, scenario: number, details: Details): Promise<SavedScenario> {
  const id = (await isOwner(api, scenario)) ? scenario : await createCopy(api, scenario);
  const savedScenario = (
    await api.POST("/api/v3/saved_scenarios", {
      body: {
        saved_scenario: {
          scenario_id: id,
          title: details.title,
          description: details.description === "" ? null : details.description,
          private: details.isPrivate,
        },
      },
    })
  ).data!;
  await writeSettings(api, id, { title: details.title });
  if (details.isPrivate) await setPrivate(api, savedScenario, true);
  return savedScenario;
}

/** Keeps the scenario as the earlier version, and makes a copy of it the current version. */
export async function saveVersion(api: Api, { id, title }: SavedScenario, scenario: number): Promise<SavedScenario> {
  const copy = await createCopy(api, scenario);
  await writeSettings(api, copy, { title });
  await update(api, id, { scenario_id: copy });
  return readSaved(api, id);
}

export async function rename(
  api: Api,
  { id, scenario_id }: SavedScenario,
  details: Omit<Details, "isPrivate">,
): Promise<void> {
  const { title, description } = details;
  await update(api, id, { title, description: description === "" ? null : description });
  // Also renames the scenario itself, if the user may change it.
  await writeSettings(api, scenario_id, { title }).catch(nullIfRefused);
}

/** Applies to the saved scenario and to its current version, which a link opens. */
export async function setPrivate(api: Api, { id, scenario_id }: SavedScenario, isPrivate: boolean): Promise<void> {
  await update(api, id, { private: isPrivate });
  await writeSettings(api, scenario_id, { isPrivate });
}

export async function discard(api: Api, id: number): Promise<void> {
  await api.PUT("/api/v3/saved_scenarios/{id}/discard", { params: { path: { id } } });
}
export async function restoreFromTrash(api: Api, id: number): Promise<void> {
  await api.POST("/api/v3/saved_scenarios/{id}/restore", { params: { path: { id } }, body: {} });
}
export async function deleteForever(api: Api, id: number): Promise<void> {
  await api.DELETE("/api/v3/saved_scenarios/{id}", { params: { path: { id } } });
}

export const versionsOf = async (api: Api, id: number): Promise<readonly SavedVersion[]> =>
  (await api.GET("/api/v3/saved_scenarios/{id}/history", { params: { path: { id } } })).data!.versions;

export async function restoreVersion(api: Api, id: number, scenario: number): Promise<void> {
  await api.POST("/api/v3/saved_scenarios/{id}/restore", {
    params: { path: { id } },
    body: { scenario_id: scenario },
  });
}

export const usersOf = async (api: Api, id: number): Promise<readonly SavedUser[]> =>
  (await api.GET("/api/v3/saved_scenarios/{id}/users", { params: { path: { id } } })).data!;

/** The OpenAPI document declares a user as an object without properties. */
const userBody = (person: object) => ({ saved_scenario_users: [person as Record<string, never>] });

export async function addUser(api: Api, id: number, email: string, role: RoleName): Promise<readonly SavedUser[]> {
  return (
    await api.POST("/api/v3/saved_scenarios/{id}/users", {
      params: { path: { id } },
      body: userBody({ user_email: email, role }),
    })
  ).data!;
}
export async function changeRole(api: Api, id: number, user: SavedUser, role: RoleName): Promise<void> {
  await api.PUT("/api/v3/saved_scenarios/{id}/users", {
    params: { path: { id } },
    body: userBody({ id: user.id, role }),
  });
}
export async function removeUser(api: Api, id: number, user: SavedUser): Promise<void> {
  await api.DELETE("/api/v3/saved_scenarios/{id}/users", {
    params: { path: { id } },
    body: userBody({ id: user.id }),
  });
}

const update = (
  api: Api,
  id: number,
  saved_scenario: {
    readonly scenario_id?: number;
    readonly title?: string;
    readonly description?: string | null;
    readonly private?: boolean;
  },
) => api.PUT("/api/v3/saved_scenarios/{id}", { params: { path: { id } }, body: { saved_scenario } });

/** A copy to work on: its sliders are reset to the same values as the sliders of the original. */
async function createCopy(api: Api, scenario: number): Promise<number> {
  const { template, read_only: isExample } = await readScenario(api, scenario);
  const { data } = await api.POST("/api/v3/scenarios", {
    body: { scenario: { scenario_id: scenario, source: "Etesian" } },
  });
  const { id } = data!;
  // An example's values are the start values of its copy.
  if (isExample) return id;
  await writeSettings(api, id, { template });
  return id;
}

/** Only owners may see the users of a scenario. */
const isOwner = (api: Api, id: number): Promise<boolean> =>
  api.GET("/api/v3/scenarios/{id}/users", { params: { path: { id } } }).then(
    () => true,
    (error: unknown) => nullIfRefused(error) !== null,
  );

/** Null if the server refuses, because the user may not see the scenario. */
function nullIfRefused(error: unknown): null {
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null;
  throw error;
}
