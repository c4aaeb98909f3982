/** A scenario's settings other than its sliders, its copies for other years, and its ESDL file. */
import type { Api } from "@etesian/client";
import { type ImportedScenario, importScenario, readDump } from "./scenario-file.ts";

export interface Settings {
  readonly title: string;
  readonly isPrivate: boolean;
  /** Whether the scenario follows changes to the model's inputs. */
  readonly keepCompatible: boolean;
  /** The scenario to whose values sliders are reset; null for the area's data. */
  readonly template: number | null;
}

export async function readSettings(api: Api, id: number): Promise<Settings> {
  const { data } = await api.GET("/api/v3/scenarios/{id}", { params: { path: { id } } });
  const { title, private: isPrivate, keep_compatible: keepCompatible, template } = data!;
  return { title, isPrivate, keepCompatible, template };
}

/** Changes some of the settings. @throws ApiError if the change is refused */
export async function writeSettings(
  api: Api,
  id: number,
  { title, isPrivate, keepCompatible, template }: Partial<Settings>,
): Promise<void> {
  const scenario = {
    ...(title !== undefined && { title }),
    ...(isPrivate !== undefined && { private: isPrivate }),
    ...(keepCompatible !== undefined && { keep_compatible: keepCompatible }),
    ...(template !== undefined && { preset_scenario_id: template }),
  };
  await api.PUT("/api/v3/scenarios/{id}", { params: { path: { id } }, body: { scenario } });
}

/**
 * Copies a scenario to another end year, with its slider positions, curves, orders and couplings.
 * @throws ApiError if no scenario is created, for example because the year does not allow a position
 */
export async function copyToYear(api: Api, id: number, endYear: number): Promise<ImportedScenario> {
  return importScenario(api, { ...(await readDump(api, id)), endYear });
}

/** Creates a scenario for a year by interpolation between the start year and the end year; returns its ID. */
export async function interpolateTo(api: Api, id: number, endYear: number): Promise<number> {
  const { data } = await api.POST("/api/v3/scenarios/{id}/interpolate", {
    params: { path: { id } },
    body: { end_year: endYear },
  });
  return data!.id;
}

/** The name of the attached ESDL file; null if there is none. */
export async function readEsdlName(api: Api, id: number): Promise<string | null> {
  const { data } = await api.GET("/api/v3/scenarios/{id}/esdl_file", { params: { path: { id } } });
  const { filename } = data as { readonly filename?: string };
  return filename ?? null;
}

/** The attached file's text. */
export async function readEsdl(api: Api, id: number): Promise<string> {
  const params = { path: { id }, query: { download: true } };
  const { data } = await api.GET("/api/v3/scenarios/{id}/esdl_file", { params });
  return (data as { readonly file: string }).file;
}

export async function attachEsdl(api: Api, id: number, file: File): Promise<void> {
  await api.PUT("/api/v3/scenarios/{id}/esdl_file", { params: { path: { id } }, body: { file } });
}
