/** Queries of a scenario's data, which the workbench shares with the requests sent before its components are loaded. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Input } from "@etesian/client";
import type { StoredScenario, Value } from "../../calculation/calculator.ts";
import { readAreaModel } from "../../calculation/area-model.ts";
import { readInputs, readScenario } from "../../calculation/http.ts";
import { unsentEntries } from "../../calculation/outbox.ts";
import { api, storage, visitor } from "../../server.ts";

/**
 * Reads a scenario. If the browser stores a user's unsent changes, waits for the visitor first, so that other users do
 * not see them.
 */
async function readForVisitor(id: number, onPlace?: (area: string, endYear: number) => void): Promise<StoredScenario> {
  const visitorSettled = unsentEntries(storage, () => true).length === 0 ? null : visitor.waitUntilSettled();
  const [scenario] = await Promise.all([readScenario(api, id, onPlace), visitorSettled]);
  return scenario;
}

export const scenarioQuery = (id: number) =>
  queryOptions({ queryKey: ["scenario", id], queryFn: () => readForVisitor(id), staleTime: Infinity });

/** The example scenarios, with their titles in both languages. */
export const examplesQuery = () =>
  queryOptions({
    queryKey: ["examples"],
    queryFn: async () => (await api.GET("/api/v1/featured_scenarios")).data!.featured_scenarios,
    staleTime: Infinity,
  });

export const inputsQuery = (id: number) =>
  queryOptions({ queryKey: ["inputs", id], queryFn: () => readInputs(api, id), staleTime: Infinity });

/** Slider values of a copied scenario's original, where they differ from the area's data. */
export const templateQuery = (id: number, inputs: ReadonlyMap<string, Input>) =>
  queryOptions({
    queryKey: ["template", id],
    queryFn: async (): Promise<ReadonlyMap<string, Value>> =>
      new Map(
        [...(await readInputs(api, id, "parent"))].flatMap(([key, { default: value }]) =>
          value === null || typeof value === "boolean" || value === inputs.get(key)?.default ? [] : [[key, value]],
        ),
      ),
    staleTime: Infinity,
  });

export const modelQuery = (area: string, endYear: number, onManifest?: () => void) =>
  queryOptions({
    queryKey: ["model", area, endYear],
    queryFn: () => readAreaModel(area, endYear, onManifest),
    staleTime: Infinity,
  });

/**
 * Starts requesting the workbench's data for a URL, so that it arrives while the components are rendered.
 * Resolves when all requests have been sent or have failed.
 */
export async function prefetchWorkbench(queries: QueryClient, path: string): Promise<void> {
  const id = Number(/^\/s\/(\d+)$/.exec(path)?.[1]);
  if (Number.isNaN(id)) return;
  void queries.prefetchQuery(inputsQuery(id));
  await new Promise<void>((resolve) => {
    const readModel = (area: string, endYear: number): void => {
      void queries.prefetchQuery(modelQuery(area, endYear, resolve)).then(resolve);
    };
    const queryFn = (): Promise<StoredScenario> => readForVisitor(id, readModel);
    // The workbench repeats a failed request, and shows the reason.
    queries.fetchQuery({ ...scenarioQuery(id), queryFn }).catch(resolve);
  });
}
