/** Facts of a scenario that are asked for once: by its workbench, and by a visit before the components are there. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { readAreaModel } from "../../calculation/area-model.ts";
import { readInputs, readScenario } from "../../calculation/http.ts";
import { openAhead, startWorker } from "../../calculation/worker-ahead.ts";
import { api } from "../../server.ts";

export const scenarioQuery = (id: number) =>
  queryOptions({ queryKey: ["scenario", id], queryFn: () => readScenario(api, id), staleTime: Infinity });

export const inputsQuery = (id: number) =>
  queryOptions({ queryKey: ["inputs", id], queryFn: () => readInputs(api, id), staleTime: Infinity });

export const modelQuery = (area: string, endYear: number) =>
  queryOptions({
    queryKey: ["model", area, endYear],
    queryFn: () => readAreaModel(area, endYear, openAhead),
    staleTime: Infinity,
  });

/** Begins what the workbench at an address waits for, so that it comes while the components are made. */
export function begin(queries: QueryClient, path: string): void {
  const id = Number(/^\/s\/(\d+)$/.exec(path)?.[1]);
  if (Number.isNaN(id)) return;
  startWorker();
  void queries.prefetchQuery(inputsQuery(id));
  queries.fetchQuery(scenarioQuery(id)).then(
    ({ area, endYear }) => queries.prefetchQuery(modelQuery(area, endYear)),
    // The workbench asks again, and says why there is none.
    () => {},
  );
}
