/** The run of a view: it starts when the view opens, unless its results are there. */
import { useEffect } from "react";
import { useStore } from "zustand";
import type { ExplorationWork } from "../../calculation/calculator.ts";
import { type Run, textOf } from "../../calculation/explorations.ts";
import { useSession, useWorkspace } from "../session-context.tsx";

export interface ViewRun {
  /** Null before the first start. */
  readonly run: Run | null;
  /** Whether the scenario has changed since. */
  readonly isStale: boolean;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** @param work null: there is nothing to calculate yet */
export function useRun(work: ExplorationWork | null): ViewRun {
  const { explorations } = useWorkspace().session;
  const key = work === null ? "" : textOf(work);
  const run = useStore(explorations.runs, (runs) => runs[key] ?? null);
  const version = useSession(({ base }) => base.version);
  const isReady = useSession(({ shown }) => shown !== null);
  const start = (): void => {
    if (work !== null) explorations.start(work);
  };
  useEffect(() => {
    if (work === null || !isReady) return undefined;
    const before = explorations.runs.getState()[key];
    const isComplete = before?.explored?.isOver === true && before.explored.done === before.explored.of;
    if (!isComplete && before?.isRunning !== true) explorations.start(work);
    return () => explorations.cancel();
  }, [explorations, key, isReady]);
  return { run, isStale: run !== null && run.version !== version, start, cancel: () => explorations.cancel() };
}
