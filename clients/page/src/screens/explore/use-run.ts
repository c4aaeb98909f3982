/** A view's run. It starts when the view opens, unless its results already exist. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useStore } from "zustand";
import type { ExplorationWork, ExplorationResult } from "../../calculation/calculator.ts";
import { type Run, findRun, textOf } from "../../calculation/explorations.ts";
import { requestSweep } from "../../calculation/server-sweeps.ts";
import { api } from "../../server.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { addressOf } from "./run-address.ts";
import type { ViewProps } from "./view.ts";

type Kind = ExplorationWork["kind"];
type WorkOf<K extends Kind> = Extract<ExplorationWork, { readonly kind: K }>;
type ResultOf<K extends Kind> = Extract<ExplorationResult, { readonly kind: K }>;

const isOfKind = <K extends Kind>(result: ExplorationResult, kind: K): result is ResultOf<K> => result.kind === kind;

export interface ViewRun {
  /** Null before the first start. */
  readonly run: Run | null;
  /** Whether the scenario has changed since the run started. */
  readonly isStale: boolean;
  readonly start: () => void;
  readonly cancel: () => void;
  /** Calculates the variants on the server, which stores their results; null if it has already done so, or cannot. */
  readonly save: (() => Promise<void>) | null;
}

/**
 * @param work null if there is nothing to calculate yet
 * @param view the sweep in the URL, whose results are shown; and the title of a newly requested sweep
 */
export function useRun<K extends Kind>(
  kind: K,
  work: WorkOf<K> | null,
  { sweep, title }: Pick<ViewProps, "sweep" | "title">,
): ViewRun & { readonly result: ResultOf<K> | null } {
  const { session } = useWorkspace();
  const { explorations } = session;
  const navigate = useNavigate();
  const key = work === null ? "" : (sweep ?? textOf(work));
  const run = useStore(explorations.runs, (runs) => (work === null ? null : findRun(runs, { work, sweep })));
  const version = useSession(({ base }) => base.version);
  const isReady = useSession(({ answer }) => answer !== null);
  const metadata = () => ({ title, address: addressOf(location.search) });
  const showSweep = (id: string | undefined): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, run: id }), replace: true });
  const start = (): void => {
    if (work === null) return;
    explorations.start({ work, sweep: null }, metadata());
    if (sweep !== null) showSweep(undefined);
  };
  useEffect(() => {
    if (work === null || !isReady) return;
    const previousRun = findRun(explorations.runs.getState(), { work, sweep });
    if (previousRun?.isRunning === true) return;
    const { isFinished = false, done, total, sweep: knownSweep } = previousRun?.report ?? {};
    if (isFinished && done === total) explorations.leave();
    else explorations.start({ work, sweep: sweep ?? knownSweep?.id ?? null }, metadata());
  }, [explorations, key, isReady]);
  useEffect(() => () => explorations.leave(), [explorations]);
  const sweepId = run?.report?.sweep?.id ?? null;
  useEffect(() => {
    if (sweepId !== null && sweepId !== sweep) showSweep(sweepId);
  }, [sweepId]);
  const result = run?.report?.result ?? null;
  const resultOfKind = result !== null && isOfKind(result, kind) ? result : null;
  const isSavable = work?.kind === "sweep" && run?.location === "page" && run.report?.isFinished === true;
  return {
    run,
    result: resultOfKind,
    isStale: run !== null && run.version !== version,
    start,
    cancel: () => explorations.cancel(),
    save: isSavable
      ? async () => {
          const scenario = { ...session.state.getState().base, version: run.version };
          await requestSweep(api, { scenario, work, metadata: metadata() });
        }
      : null,
  };
}
