/** Gives the workbench's components access to its scenario. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Input } from "@etesian/client";
import type { Value } from "../calculation/calculator.ts";
import type { History, HistoryState } from "../calculation/history.ts";
import type { Team, TeamState } from "../calculation/team.ts";
import type { Session } from "../calculation/session.ts";
import type { SessionState } from "../calculation/session-state.ts";
import type { HeadlineNumber, InterfaceView, Magnitudes } from "@etesian/interface";

export interface Workspace {
  readonly session: Session;
  readonly history: History;
  readonly team: Team;
  readonly inputs: ReadonlyMap<string, Input>;
  /**
   * Values of the example that the scenario was copied from, where they differ from start values: sliders are reset to
   * them.
   */
  readonly template: ReadonlyMap<string, Value>;
  /** Whether the server lets the user change the scenario; if not, every input is disabled. */
  readonly mayChange: boolean;
  readonly model: InterfaceView;
  /** The headline numbers that the user chose, in their order; initially the model's. */
  readonly numbers: readonly HeadlineNumber[];
  /**
   * The largest figures of the scenario and the compared ones; they determine units, scales and useful slider ranges.
   */
  readonly magnitudes: Magnitudes;
  /** Hash of the model; null if the server does not provide it. */
  readonly modelHash: string | null;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error("a workbench component must be inside a workbench");
  return workspace;
}

/** Returns a part of the session's state; the component re-renders when it changes. */
export const useSession = <Part,>(part: (state: SessionState) => Part): Part =>
  useStore(useWorkspace().session.state, part);

/** Whether the user may not change the scenario. */
export function useIsReadOnly(): boolean {
  const { mayChange } = useWorkspace();
  return useSession((state) => state.isReadOnly) || !mayChange;
}

/** Whether all controls of the scenario are locked: it is read-only, or the screen shows an earlier version. */
export function useIsFixed(): boolean {
  const isPast = useSession(({ visitedVersion }) => visitedVersion !== null);
  return useIsReadOnly() || isPast;
}

/** Returns a part of the team's state; the component re-renders when it changes. */
export const useTeam = <Part,>(part: (state: TeamState) => Part): Part => useStore(useWorkspace().team.state, part);

/** Returns a part of the scenario's history; the component re-renders when it changes. */
export const useHistory = <Part,>(part: (state: HistoryState) => Part): Part =>
  useStore(useWorkspace().history.state, part);
