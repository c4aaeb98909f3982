/** The path in the URL: its scenarios, and steps between them. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { adjacentScenario, pathIds, type PathScenario, readPathScenarios, writePath } from "../../calculation/paths.ts";
import { api } from "../../server.ts";
import { useSession } from "../session-context.tsx";
import { keepView, type WorkbenchSearch } from "../workbench/search.ts";

export interface Path {
  /** IDs of its scenarios, this one first. */
  readonly ids: readonly number[];
  /** Sorted by year; this scenario alone until the others have been read. */
  readonly scenarios: readonly PathScenario[];
  /** Number of scenarios that the user may not see or that do not exist. */
  readonly missing: number;
  /** The ID of the stored path to which it belongs; null if there is none. */
  readonly collection: number | null;
  /** Shows a path with these scenarios, which include this one. */
  readonly show: (ids: readonly number[], collection?: number) => void;
}

export function usePath(): Path {
  const { path, collection } = useSearch({ strict: false });
  const stored = useSession((state) => state.scenario);
  const navigate = useNavigate();
  const ids = pathIds(path, stored.id);
  // Sorted, so that all scenarios of the path share one cached request.
  const sortedIds = ids.toSorted((a, b) => a - b);
  const others = useQuery({
    queryKey: ["path", sortedIds],
    queryFn: () => readPathScenarios(api, sortedIds),
    enabled: ids.length > 1,
  });
  const scenarios = others.data ?? [stored];
  return {
    ids,
    scenarios,
    missing: others.data === undefined ? 0 : ids.length - others.data.length,
    collection: collection ?? null,
    show: (next, nextCollection = collection) =>
      void navigate({
        to: ".",
        search: (search: WorkbenchSearch) => {
          const path = writePath(next);
          return { ...search, path, collection: path === undefined ? undefined : nextCollection };
        },
        replace: true,
      }),
  };
}

/** Goes to the previous or next scenario of the path; does nothing at its ends, and without a path. */
export function useSteps(): (step: -1 | 1) => void {
  const { scenarios } = usePath();
  const id = useSession((state) => state.scenario.id);
  const navigate = useNavigate();
  return (step) => {
    const next = adjacentScenario(scenarios, id, step);
    if (next !== null) void navigate({ to: "/s/$id", params: { id: String(next.id) }, search: keepView });
  };
}
