/** The state of a pane: stored in the URL for the workbench's panes, and in memory for all others. */
import { useNavigate } from "@tanstack/react-router";
import { createContext, useCallback, useContext, useState } from "react";
import type { Slide } from "@etesian/interface";
import { useWorkspace } from "../session-context.tsx";
import { type PaneState, newPane, panesOf, slideAddress, withChart, writePanes } from "./panes.ts";
import { slideAt } from "./slides.ts";
import type { WorkbenchSearch } from "./search.ts";

export type PaneChange = Partial<Omit<PaneState, "key">>;
type PaneBinding = readonly [pane: PaneState, change: (change: PaneChange) => void];

/** The pane around a workbench chart; null on other screens, where panes cannot be pinned. */
export const PaneContext = createContext<PaneBinding | null>(null);

export function usePane(): { readonly pane: PaneState; readonly change: PaneBinding[1]; readonly canPin: boolean } {
  const binding = useContext(PaneContext);
  const [localPane, setLocalPane] = useState<PaneState>(newPane(""));
  const [pane, change] = binding ?? [
    localPane,
    (next: PaneChange) => setLocalPane((current) => ({ ...current, ...next })),
  ];
  return { pane, change, canPin: binding !== null };
}

/** Navigation to slides and charts. */
export function useWorkbenchNavigation(): {
  /** The URL of a slide (`slideAddress`). */
  readonly withSlide: (slide: Slide) => (search: WorkbenchSearch) => WorkbenchSearch;
  /** Opens a chart on the workbench and moves the focus to it. */
  readonly showChart: (key: string) => void;
} {
  const { model } = useWorkspace();
  const navigate = useNavigate();
  const withSlide = useCallback(
    (slide: Slide) =>
      (search: WorkbenchSearch): WorkbenchSearch =>
        slideAddress(search, slide, model),
    [model],
  );
  const showChart = (key: string): void =>
    void navigate({
      to: ".",
      search: (search: WorkbenchSearch) => {
        const panes = panesOf(search.charts, slideAt(model.sections, search.slide), model);
        return { ...search, view: undefined, charts: writePanes(withChart(panes, key)) };
      },
    }).then(() => {
      requestAnimationFrame(() => {
        const pane = document.querySelector<HTMLElement>(`.pane[data-chart="${CSS.escape(key)}"]`);
        pane?.scrollIntoView({ block: "nearest", inline: "nearest" });
        pane?.focus({ preventScroll: true });
      });
    });
  return { withSlide, showChart };
}
