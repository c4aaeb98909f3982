/** The run of a view: it starts when the view opens, unless its results are there. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useStore } from "zustand";
import type { ExplorationWork, Found } from "../../calculation/calculator.ts";
import { type Run, runIn, textOf } from "../../calculation/explorations.ts";
import { requestSweep } from "../../calculation/server-sweeps.ts";
import { api } from "../../server.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { addressOf } from "./run-address.ts";
import type { ViewProps } from "./view.ts";

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
  /** Calculates the same variants on the server, which stores their results; null if it has them, or cannot. */
  readonly save: (() => Promise<void>) | null;
}

/**
 * @param work null: there is nothing to calculate yet
 * @param view the sweep in the address, whose results are shown; and the title of a sweep that is requested
 */
export function useRun<Of extends Kind>(
  kind: Of,
  work: WorkOf<Of> | null,
  { sweep, title }: Pick<ViewProps, "sweep" | "title">,
): ViewRun & { readonly found: FoundOf<Of> | null } {
  const { session } = useWorkspace();
  const { explorations } = session;
  const navigate = useNavigate();
  const key = work === null ? "" : (sweep ?? textOf(work));
  const run = useStore(explorations.runs, (runs) => (work === null ? null : runIn(runs, { work, sweep })));
  const version = useSession(({ base }) => base.version);
  const isReady = useSession(({ shown }) => shown !== null);
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
    const before = runIn(explorations.runs.getState(), { work, sweep });
    if (before?.isRunning === true) return;
    const { isOver = false, done, of, sweep: known } = before?.explored ?? {};
    if (isOver && done === of) explorations.leave();
    else explorations.start({ work, sweep: sweep ?? known?.id ?? null }, metadata());
  }, [explorations, key, isReady]);
  useEffect(() => () => explorations.leave(), [explorations]);
  const here = run?.explored?.sweep?.id ?? null;
  useEffect(() => {
    if (here !== null && here !== sweep) showSweep(here);
  }, [here]);
  const found = run?.explored?.found ?? null;
  const own = found !== null && isOf(found, kind) ? found : null;
  const isSavable = work?.kind === "sweep" && run?.place === "page" && run.explored?.isOver === true;
  return {
    run,
    found: own,
    isStale: run !== null && run.version !== version,
    start,
    cancel: () => explorations.cancel(),
    save: isSavable
      ? async () => {
          const stored = { ...session.state.getState().base, version: run.version };
          await requestSweep(api, { stored, work, metadata: metadata() });
        }
      : null,
  };
}
