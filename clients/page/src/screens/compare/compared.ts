/** The scenarios compared with the one on the screen: their stored values and their numbers. */
import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Answer, StoredScenario, ResultRequest } from "../../calculation/calculator.ts";
import type { Inputs } from "../../calculation/comparison.ts";
import type { Session } from "../../calculation/session.ts";
import { readAnswer, readInputs, readScenario } from "../../calculation/http.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";

export interface ComparedScenario {
  readonly id: number;
  /** The stored scenario; null until it has been read. */
  readonly stored: StoredScenario | null;
  /** Inputs of its area and year; null until they have been read. */
  readonly inputs: Inputs | null;
  readonly answer: Answer | null;
  readonly fault: string | null;
}

/** Interval (ms) at which a compared scenario is read again, because other users may change it. */
const REFETCH_MS = 15_000;
/**
 * Time for which unused answers are kept (ms): each choice of charts and each version has its own answer, with curves.
 */
const ANSWER_CACHE_MS = 30_000;

/** The latest answer about a scenario. */
const latestAnswer = (queries: QueryClient, id: number): Answer | undefined =>
  queries
    .getQueryCache()
    .findAll({ queryKey: ["answer", id] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]?.state.data as Answer | undefined;

export function useCompared(
  session: Session,
  inputs: Inputs,
  ids: readonly number[],
  request: ResultRequest,
): readonly ComparedScenario[] {
  const { texts } = useTexts();
  const ownScenario = useStore(session.state, (state) => state.scenario);
  const queries = useQueryClient();
  const scenarios = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["compared", id],
      queryFn: () => readScenario(api, id),
      refetchInterval: REFETCH_MS,
      retry: false,
    })),
  });
  const answers = useQueries({
    queries: scenarios.map(({ data }, index) => ({
      queryKey: ["answer", ids[index], data?.version, request],
      queryFn: () => readAnswer(api, data!, request),
      enabled: data !== undefined && request.queries.length + request.curves.length > 0,
      staleTime: Infinity,
      retry: false,
      gcTime: ANSWER_CACHE_MS,
      // Numbers of the previous charts, until the current ones arrive.
      placeholderData: () => latestAnswer(queries, ids[index]!),
    })),
  });
  const hasOwnInputs = (stored: StoredScenario): boolean =>
    stored.area === ownScenario.area &&
    stored.endYear === ownScenario.endYear &&
    stored.scaling === null &&
    ownScenario.scaling === null;
  const otherInputs = useQueries({
    queries: scenarios.map(({ data }, index) => ({
      queryKey: ["inputs", ids[index]],
      queryFn: () => readInputs(api, ids[index]!),
      enabled: data !== undefined && !hasOwnInputs(data),
      staleTime: Infinity,
    })),
  });
  return ids.map((id, index) => {
    const stored = scenarios[index]?.data ?? null;
    const error = scenarios[index]?.error ?? answers[index]?.error ?? null;
    return {
      id,
      stored,
      inputs: stored !== null && hasOwnInputs(stored) ? inputs : (otherInputs[index]?.data ?? null),
      answer: answers[index]?.data ?? null,
      fault: error?.name === "ScenarioNotFound" ? texts.noScenario : (error?.message ?? null),
    };
  });
}

export const ComparedContext = createContext<readonly ComparedScenario[]>([]);

/** The compared scenarios; empty if there is no comparison. */
export const useComparedScenarios = (): readonly ComparedScenario[] => useContext(ComparedContext);
