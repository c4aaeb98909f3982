/** The scenario on the screen, for the components of a workbench. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Input } from "@etesian/client";
import type { Value } from "../calculation/calculator.ts";
import type { History, HistoryState } from "../calculation/history.ts";
import type { Session } from "../calculation/session.ts";
import type { SessionState } from "../calculation/session-state.ts";
import type { InterfaceView, Magnitudes } from "@etesian/interface";

export interface Workspace {
  readonly session: Session;
  readonly history: History;
  readonly inputs: ReadonlyMap<string, Input>;
  /** Values of the example that the scenario is a copy of, where they differ from start values: sliders are reset to them. */
  readonly template: ReadonlyMap<string, Value>;
  /** Whether the server lets the person change the scenario: it disables every input of one that they may only read. */
  readonly mayChange: boolean;
  readonly model: InterfaceView;
  /** The largest figures of the scenario, or of those that are compared: units, rules and sliders have their size. */
  readonly magnitudes: Magnitudes;
  /** Hash of the model; null where the server keeps it to itself. */
  readonly modelHash: string | null;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error("a component of the workbench is outside of it");
  return workspace;
}

/** A part of the session's state; the component is drawn again when that part changes. */
export const useSession = <Part,>(part: (state: SessionState) => Part): Part =>
  useStore(useWorkspace().session.state, part);

/** Whether the person may not change the scenario. */
export function useIsReadOnly(): boolean {
  const { mayChange } = useWorkspace();
  return useSession((state) => state.isReadOnly) || !mayChange;
}

/** Whether no control of the scenario can be moved: it is read-only, or an earlier version of it is on the screen. */
export function useIsFixed(): boolean {
  const isPast = useSession(({ visiting }) => visiting !== null);
  return useIsReadOnly() || isPast;
}

/** A part of the scenario's history; the component is drawn again when that part changes. */
export const useHistory = <Part,>(part: (state: HistoryState) => Part): Part =>
  useStore(useWorkspace().history.state, part);
