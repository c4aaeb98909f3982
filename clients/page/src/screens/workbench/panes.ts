/**
 * The panes of the workbench and their format in the URL: chart keys, each with its differences from a new pane, as in
 * `electricity_mix,emissions_by_sector.difference,hourly_price.table.pinned,hourly_use.curve:homes`.
 */
import type { InterfaceView, Slide } from "@etesian/interface";
import { COMPARED_VIEWS, type ComparedView } from "../../charts/compared.ts";
import type { View } from "../../charts/series.ts";
import type { WorkbenchSearch } from "./search.ts";
import { slideAt } from "./slides.ts";

export interface PaneState {
  /** The chart. */
  readonly key: string;
  readonly view: View;
  readonly isTable: boolean;
  /** How it shows compared scenarios; null if it follows the choice for all panes. */
  readonly compared: ComparedView | null;
  /** The compared curve of an hourly chart, a key of `curveChoices`; null for the first. */
  readonly curve: string | null;
  /** A pinned pane keeps its chart when another slide is opened. */
  readonly isPinned: boolean;
}

/** Tokens in the URL. `difference` already denotes the difference between the years, hence `delta`. */
const COMPARED_TOKENS: Readonly<Record<ComparedView, string>> = {
  side: "side",
  overlay: "overlay",
  difference: "delta",
};

const CURVE_TOKEN = "curve:";

type Model = Pick<InterfaceView, "charts" | "board">;

/** Number of panes if the URL names none. */
const INITIAL_PANES = 3;
export const MAX_PANES = 6;

export const newPane = (key: string): PaneState => ({
  key,
  view: "future",
  isTable: false,
  compared: null,
  curve: null,
  isPinned: false,
});

/** The panes of a URL; charts missing from the model are omitted. */
export function readPanes(text: string, { charts }: Model): readonly PaneState[] {
  const keys = new Set<string>();
  return text.split(",").flatMap((pane) => {
    const [key = "", ...tokens] = pane.split(".");
    if (!charts.has(key) || keys.has(key)) return [];
    keys.add(key);
    return [
      {
        key,
        view: (["today", "difference"] as const).find((view) => tokens.includes(view)) ?? "future",
        isTable: tokens.includes("table"),
        compared: COMPARED_VIEWS.find((view) => tokens.includes(COMPARED_TOKENS[view])) ?? null,
        curve: tokens.find((token) => token.startsWith(CURVE_TOKEN))?.slice(CURVE_TOKEN.length) ?? null,
        isPinned: tokens.includes("pinned"),
      },
    ];
  });
}

export const writePanes = (panes: readonly PaneState[]): string =>
  panes
    .map(({ key, view, isTable, compared, curve, isPinned }) =>
      [
        key,
        ...(view === "future" ? [] : [view]),
        ...(isTable ? ["table"] : []),
        ...(compared === null ? [] : [COMPARED_TOKENS[compared]]),
        ...(curve === null ? [] : [CURVE_TOKEN + curve]),
        ...(isPinned ? ["pinned"] : []),
      ].join("."),
    )
    .join(",");

/** The panes after opening another slide: the first unpinned one shows its chart, unless a pane already does. */
export function followSlide(panes: readonly PaneState[], slide: Slide | null, { charts }: Model): readonly PaneState[] {
  const key = slide?.chart ?? null;
  if (key === null || !charts.has(key) || panes.some((pane) => pane.key === key)) return panes;
  const unpinned = panes.findIndex(({ isPinned }) => !isPinned);
  return unpinned === -1 ? panes : panes.with(unpinned, newPane(key));
}

/** The URL of a slide on the workbench, with its chart and without an explanation in place of the sliders. */
export function slideAddress(
  search: WorkbenchSearch,
  slide: Slide,
  model: Model & Pick<InterfaceView, "sections">,
): WorkbenchSearch {
  const panes = panesOf(search.charts, slideAt(model.sections, search.slide), model);
  const next = followSlide(panes, slide, model);
  return {
    ...search,
    slide: slide.key,
    charts: next === panes ? search.charts : writePanes(next),
    // Locks belong to the slide: elsewhere they would be invisible.
    lock: slide.key === search.slide ? search.lock : undefined,
    view: undefined,
    why: undefined,
    node: undefined,
  };
}

/**
 * The panes after a chart is opened elsewhere: in the first unpinned pane, or else in an additional one, or else in
 * place of the last one.
 */
export function withChart(panes: readonly PaneState[], key: string): readonly PaneState[] {
  if (panes.some((pane) => pane.key === key)) return panes;
  const unpinned = panes.findIndex(({ isPinned }) => !isPinned);
  if (unpinned !== -1) return panes.with(unpinned, newPane(key));
  return panes.length < MAX_PANES ? [...panes, newPane(key)] : panes.with(panes.length - 1, newPane(key));
}

/** The panes of a URL, or the model's board with the chart of the slide. */
export const panesOf = (text: string | undefined, slide: Slide | null, model: Model): readonly PaneState[] =>
  text === undefined
    ? followSlide(readPanes(model.board.slice(0, INITIAL_PANES).join(","), model), slide, model)
    : readPanes(text, model);
