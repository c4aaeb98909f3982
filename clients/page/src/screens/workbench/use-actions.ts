/** Runs the workbench's actions. */
import { useNavigate } from "@tanstack/react-router";
import type { Subject } from "../../calculation/team.ts";
import { copy } from "../../controls/CopyButton.tsx";
import { useTexts } from "../../texts/language.tsx";
import { useOpenComments } from "../comments/use-open-comments.ts";
import { useWorkspace } from "../session-context.tsx";
import { numberOf } from "../custom-query/custom-charts.ts";
import { enterFullScreen } from "../present/full-screen.ts";
import { useTheme } from "../theme.tsx";
import { startTour } from "../tour/steps.ts";
import { useSteps } from "../years/use-path.ts";
import type { ActionId } from "./actions.ts";
import { dataDialog } from "./data/data-dialog.ts";
import { overlay } from "./overlay.ts";
import { focusNeighbour } from "./show-slider.ts";
import type { View } from "./ViewLinks.tsx";

/** Toggles the focused chart, or else the hovered one, between chart and table. */
function toggleTable(): void {
  const pane = document.activeElement?.closest(".pane") ?? document.querySelector(".pane:hover");
  pane?.querySelector<HTMLElement>("[data-action=table]")?.click();
}

/** The focused slider or chart of the model, or else the hovered one; null if there is none. */
function focusedSubject(): Subject | null {
  const parts = "[data-input], [data-edge], .pane[data-chart]";
  const part =
    document.activeElement?.closest<HTMLElement>(parts) ??
    [...document.querySelectorAll<HTMLElement>(parts)].findLast((element) => element.matches(":hover"));
  const { input, edge, chart } = part?.dataset ?? {};
  const slider = edge ?? input;
  if (slider !== undefined) return { kind: "slider", key: slider };
  return chart === undefined || numberOf(chart) !== null ? null : { kind: "chart", key: chart };
}

export function useActions(): (action: ActionId) => void {
  const { session } = useWorkspace();
  const { language, setLanguage } = useTexts();
  const { theme, setTheme } = useTheme();
  const navigate = useNavigate();
  const step = useSteps();
  const openComments = useOpenComments();
  const show = (view: View | undefined): void => void navigate({ to: ".", search: (search) => ({ ...search, view }) });
  const handlers: Readonly<Record<ActionId, () => void>> = {
    find: () => overlay.setState({ shown: "find" }),
    keys: () => overlay.setState({ shown: "keys" }),
    undo: () => session.undo(),
    redo: () => session.redo(),
    previousSlider: () => focusNeighbour(-1),
    nextSlider: () => focusNeighbour(1),
    table: toggleTable,
    comment: () => openComments(focusedSubject()),
    compare: () => show("compare"),
    hours: () => show("hours"),
    explore: () => show("explore"),
    years: () => show("years"),
    previousYear: () => step(-1),
    nextYear: () => step(1),
    workbench: () => show(undefined),
    present: () => {
      enterFullScreen();
      show("present");
    },
    report: () => show("report"),
    numbers: () => overlay.setState({ shown: "numbers" }),
    customQuery: () => overlay.setState({ shown: "query" }),
    history: () => overlay.setState({ shown: "history" }),
    downloads: () => dataDialog.setState({ tab: "downloads" }),
    curves: () => dataDialog.setState({ tab: "curves" }),
    orders: () => dataDialog.setState({ tab: "orders" }),
    couplings: () => dataDialog.setState({ tab: "couplings" }),
    settings: () => dataDialog.setState({ tab: "scenario" }),
    dictionary: () => void navigate({ to: "/dictionary" }),
    tour: () => {
      show(undefined);
      startTour();
    },
    copyLink: () => void copy(location.href),
    theme: () => setTheme(theme === "dark" ? "light" : "dark"),
    language: () => setLanguage(language === "en" ? "nl" : "en"),
    start: () => void navigate({ to: "/" }),
  };
  return (action) => handlers[action]();
}
