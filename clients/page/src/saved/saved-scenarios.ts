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

export const ON_A_PAGE = 50;

export async function listSaved(
  api: Api,
  { page, discarded }: { readonly page: number; readonly discarded: boolean },
): Promise<SavedPage> {
  const { data } = await api.GET("/api/v3/saved_scenarios", {
    params: { query: { page, limit: ON_A_PAGE, ...(discarded ? { discarded } : {}) } },
  });
  return { data: data!.data, total: data!.meta.total };
}

/** All saved scenarios of the person, or those in the trash. */
async function allSaved(api: Api, discarded: boolean): Promise<readonly SavedScenario[]> {
  const all: SavedScenario[] = [];
  for (let page = 1, left = 1; left > 0; page++) {
    const { data, total } = await listSaved(api, { page, discarded });
    all.push(...data);
    left = data.length === 0 ? 0 : total - page * ON_A_PAGE;
  }
  return all;
}

/** Ids of all scenarios that are versions of the person's saved scenarios, of those in the trash, too. */
export async function savedVersions(api: Api): Promise<ReadonlySet<number>> {
  const all = [...(await allSaved(api, false)), ...(await allSaved(api, true))];
  return new Set(all.flatMap(({ scenario_id: current, scenario_id_history: earlier }) => [current, ...earlier]));
}

/** The person's saved scenarios, by the scenario of their current version. */
export const currentVersions = async (api: Api): Promise<ReadonlyMap<number, number>> =>
  new Map((await allSaved(api, false)).map(({ id, scenario_id: current }) => [current, id]));

/** The saved scenario that a scenario is a version of; null if it is not saved anywhere visible to the user. */
export async function savedOf(api: Api, scenario: number): Promise<SavedScenario | null> {
  const { metadata } = await readScenario(api, scenario);
  const id = metadata["saved_scenario_id"];
  if (typeof id !== "number") return null;
  const saved = await readSaved(api, id).catch(orNull);
  const isVersion = saved?.scenario_id === scenario || saved?.scenario_id_history.includes(scenario) === true;
  return isVersion ? saved : null;
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
  const id = (await isOwner(api, scenario)) ? scenario : await copyOf(api, scenario);
  const saved = (
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
  if (details.isPrivate) await setPrivate(api, saved, true);
  return saved;
}

/** Freezes the scenario as the earlier version, and makes a copy of it the current one. */
export async function saveVersion(api: Api, { id, title }: SavedScenario, scenario: number): Promise<SavedScenario> {
  const copy = await copyOf(api, scenario);
  await writeSettings(api, copy, { title });
  await change(api, id, { scenario_id: copy });
  return readSaved(api, id);
}

export async function rename(
  api: Api,
  { id, scenario_id }: SavedScenario,
  details: Omit<Details, "isPrivate">,
): Promise<void> {
  const { title, description } = details;
  await change(api, id, { title, description: description === "" ? null : description });
  // Shows the title on the scenario itself, too, if the user may change it.
  await writeSettings(api, scenario_id, { title }).catch(orNull);
}

/** The saved scenario and its current version, to which a link leads. */
export async function setPrivate(api: Api, { id, scenario_id }: SavedScenario, isPrivate: boolean): Promise<void> {
  await change(api, id, { private: isPrivate });
  await writeSettings(api, scenario_id, { isPrivate });
}

export async function discard(api: Api, id: number): Promise<void> {
  await api.PUT("/api/v3/saved_scenarios/{id}/discard", { params: { path: { id } } });
}
export async function takeOut(api: Api, id: number): Promise<void> {
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

/** The API's document specifies a person only as an object. */
const people = (person: object) => ({ saved_scenario_users: [person as Record<string, never>] });

export async function addUser(api: Api, id: number, email: string, role: RoleName): Promise<readonly SavedUser[]> {
  return (
    await api.POST("/api/v3/saved_scenarios/{id}/users", {
      params: { path: { id } },
      body: people({ user_email: email, role }),
    })
  ).data!;
}
export async function changeRole(api: Api, id: number, user: SavedUser, role: RoleName): Promise<void> {
  await api.PUT("/api/v3/saved_scenarios/{id}/users", {
    params: { path: { id } },
    body: people({ id: user.id, role }),
  });
}
export async function removeUser(api: Api, id: number, user: SavedUser): Promise<void> {
  await api.DELETE("/api/v3/saved_scenarios/{id}/users", {
    params: { path: { id } },
    body: people({ id: user.id }),
  });
}

const change = (
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
async function copyOf(api: Api, scenario: number): Promise<number> {
  const { template, read_only: isExample } = await readScenario(api, scenario);
  const { data } = await api.POST("/api/v3/scenarios", {
    body: { scenario: { scenario_id: scenario, source: "Etesian" } },
  });
  const { id } = data!;
  // The values of an example are start values of its copy.
  if (isExample) return id;
  await writeSettings(api, id, { template });
  return id;
}

/** Only owners may see the users of a scenario. */
const isOwner = (api: Api, id: number): Promise<boolean> =>
  api.GET("/api/v3/scenarios/{id}/users", { params: { path: { id } } }).then(
    () => true,
    (error: unknown) => orNull(error) !== null,
  );

/** A refusal by the server: there is none that the user may see. */
function orNull(error: unknown): null {
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null;
  throw error;
}
