/**
 * How charts show the compared scenarios: the URL has one choice for all charts, which a chart's own choice overrides.
 */
import { useNavigate } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import type { ComparedView } from "../../charts/compared.ts";
import { usePane } from "../workbench/pane-state.tsx";
import { readPanes, writePanes } from "../workbench/panes.ts";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { useWorkspace } from "../session-context.tsx";

type ViewChoice = readonly [view: ComparedView, choose: (view: ComparedView) => void];

/** The URL's view for all charts. */
export const ComparedViewContext = createContext<ComparedView>("side");

/** The choice for all charts, which replaces the choices of single charts. */
export function useCommonView(): ViewChoice {
  const { model } = useWorkspace();
  const navigate = useNavigate();
  const choose = (view: ComparedView): void =>
    void navigate({
      to: ".",
      search: (search: WorkbenchSearch) => ({
        ...search,
        compared: view === "side" ? undefined : view,
        charts:
          search.charts === undefined
            ? undefined
            : writePanes(readPanes(search.charts, model).map((pane) => ({ ...pane, compared: null }))),
      }),
      replace: true,
    });
  return [useContext(ComparedViewContext), choose];
}

/** The choice of one chart. */
export function useComparedView(): ViewChoice {
  const common = useContext(ComparedViewContext);
  const { pane, change } = usePane();
  return [pane.compared ?? common, (compared) => change({ compared })];
}
