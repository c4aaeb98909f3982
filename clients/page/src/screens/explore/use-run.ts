/** The run of a view: it starts when the view opens, unless its results are there. */
import { useEffect } from "react";
import { useStore } from "zustand";
import type { ExplorationWork, Found } from "../../calculation/calculator.ts";
import { type Run, textOf } from "../../calculation/explorations.ts";
import { useSession, useWorkspace } from "../session-context.tsx";

type Kind = ExplorationWork["kind"];
type WorkOf<Of extends Kind> = Extract<ExplorationWork, { readonly kind: Of }>;
type FoundOf<Of extends Kind> = Extract<Found, { readonly kind: Of }>;

const isOf = <Of extends Kind>(found: Found, kind: Of): found is FoundOf<Of> => found.kind === kind;

export interface ViewRun {
  /** Null before the first start. */
  readonly run: Run | null;
  /** Whether the scenario has changed since. */
  readonly isStale: boolean;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** @param work null: there is nothing to calculate yet */
export function useRun<Of extends Kind>(
  kind: Of,
  work: WorkOf<Of> | null,
): ViewRun & { readonly found: FoundOf<Of> | null } {
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
  const found = run?.explored?.found ?? null;
  const own = found !== null && isOf(found, kind) ? found : null;
  return {
    run,
    found: own,
    isStale: run !== null && run.version !== version,
    start,
    cancel: () => explorations.cancel(),
  };
}
