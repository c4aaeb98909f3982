/**
 * State shared by all hourly charts of a screen: the hour under the cursor, the selected hour, and the visible period.
 */
import { createContext, useContext, useEffect } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { darkestWeekOf, HOURS, type HourlySeries } from "./hours.ts";

/** The hours from `from` through `to`, from 1 January. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface HoursState {
  /** The hour under the pointer; null if none is. */
  readonly hoveredHour: number | null;
  /** The hour selected by a click or by keys. */
  readonly selectedHour: number | null;
  /** The period that the user selected; null if there is none. */
  readonly span: Span | null;
  /** The period shown until the user selects one: the week around the hour in the URL. */
  readonly initialSpan: Span;
}

export type HoursView = StoreApi<HoursState>;

/** The shortest visible period (hours). */
const MIN_HOURS = 6;
export const DAY = 24;
export const WEEK = 168;

export const WHOLE_YEAR: Span = { from: 0, to: HOURS - 1 };
const FIRST_WEEK: Span = { from: 0, to: WEEK - 1 };

/** The visible period. */
export const visibleSpan = ({ span, initialSpan }: HoursState): Span => span ?? initialSpan;

/** The state for the hours in a URL. */
const stateOf = ({ selectedHour = null, span = null }: Partial<HoursState>): Omit<HoursState, "hoveredHour"> => ({
  selectedHour,
  span,
  initialSpan: selectedHour === null ? FIRST_WEEK : spanAround(selectedHour, WEEK),
});

export const createHoursView = (urlHours: Partial<HoursState> = {}): HoursView =>
  createStore<HoursState>()(() => ({ hoveredHour: null, ...stateOf(urlHours) }));

/** Shows the hours of another URL. */
export const showUrlHours = (view: HoursView, urlHours: Partial<HoursState>): void => view.setState(stateOf(urlHours));

const clampHour = (hour: number): number => Math.min(HOURS - 1, Math.max(0, Math.round(hour)));

/** A span of whole hours within the year. */
export function spanOf(from: number, to: number): Span {
  const first = Math.min(clampHour(from), HOURS - MIN_HOURS);
  return { from: first, to: Math.max(clampHour(to), first + MIN_HOURS - 1) };
}

/** A span of the given length around an hour, starting at midnight. */
export function spanAround(hour: number, length: number): Span {
  const first = Math.floor((hour - (length - DAY) / 2) / DAY) * DAY;
  const from = Math.min(Math.max(0, first), HOURS - length);
  return { from, to: from + length - 1 };
}

/** The span moved to contain an hour. */
export function spanContaining(span: Span, hour: number): Span {
  if (hour >= span.from && hour <= span.to) return span;
  const length = span.to - span.from;
  const from = hour < span.from ? hour : hour - length;
  return { from, to: from + length };
}

/** The span, zoomed around one of its hours; a `factor` below 1 zooms in. */
export function zoomSpan({ from, to }: Span, hour: number, factor: number): Span {
  const length = Math.min(HOURS, Math.max(MIN_HOURS, (to - from + 1) * factor));
  const part = (Math.min(to, Math.max(from, hour)) - from) / (to - from + 1);
  const first = Math.min(Math.max(0, hour - part * length), HOURS - length);
  return spanOf(first, first + length - 1);
}

const MOVES: { readonly [key: string]: number } = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -WEEK,
  PageDown: WEEK,
};

/**
 * The hour and the span after a key in an hourly chart: arrows move by an hour, with Shift by a day, Page Up and Down
 * by a week, Home and End go to the ends of the year, + and - zoom, 0 shows the whole year. Null for other keys.
 */
export function afterHourKey(
  key: string,
  isShifted: boolean,
  state: { readonly hour: number; readonly span: Span },
): { readonly hour: number; readonly span: Span } | null {
  const { hour, span } = state;
  if (key === "+" || key === "=") return { hour, span: zoomSpan(span, hour, 0.5) };
  if (key === "-") return { hour, span: zoomSpan(span, hour, 2) };
  if (key === "0") return { hour, span: WHOLE_YEAR };
  const move = MOVES[key];
  const next = key === "Home" ? 0 : key === "End" ? HOURS - 1 : undefined;
  if (move === undefined && next === undefined) return null;
  const step = move !== undefined && Math.abs(move) === 1 && isShifted ? move * DAY : (move ?? 0);
  const nextHour = clampHour(next ?? hour + step);
  return { hour: nextHour, span: spanContaining(span, nextHour) };
}

/** `497`, or `497.432-599` with the visible period, for a URL. */
export function writeHours({ selectedHour, span }: Pick<HoursState, "selectedHour" | "span">): string | undefined {
  if (selectedHour === null && span === null) return undefined;
  const hour = selectedHour === null ? "" : String(selectedHour);
  return span === null ? hour : `${hour}.${span.from}-${span.to}`;
}

/** Null if the text contains no hours of a year. */
export function readHours(text: string | number): Pick<HoursState, "selectedHour" | "span"> | null {
  const match = /^(\d{0,4})(?:\.(\d{1,4})-(\d{1,4}))?$/.exec(String(text));
  if (match === null) return null;
  const [hour, from, to] = match
    .slice(1)
    .map((digits) => (digits === undefined || digits === "" ? null : Number(digits)));
  if ((hour ?? 0) >= HOURS || (to ?? 0) >= HOURS || (from ?? 0) > (to ?? 0)) return null;
  if (hour === undefined || (hour === null && from === null)) return null;
  return { selectedHour: hour, span: from === null || from === undefined ? null : spanOf(from, to!) };
}

export const HoursViewContext = createContext<HoursView | null>(null);

export function useHoursView(): HoursView {
  const view = useContext(HoursViewContext);
  if (view === null) throw new Error("useHoursView needs a HoursViewContext");
  return view;
}

/** Returns a part of the state; the component renders again when it changes. */
export const useHours = <Part>(part: (state: HoursState) => Part): Part => useStore(useHoursView(), part);

/** Selects an hour; the visible period follows. */
export function selectHour(view: HoursView, hour: number): void {
  view.setState((state) => ({ selectedHour: hour, span: spanContaining(visibleSpan(state), hour) }));
}

/** Shows an hour with its surroundings: its week, or its day. */
export function showHoursAround(view: HoursView, hour: number, length: number): void {
  view.setState({ selectedHour: hour, span: spanAround(hour, length) });
}

/** The week that starts at an hour. */
export const weekFrom = (hour: number): Span => spanOf(hour, hour + WEEK - 1);

/** Shows the darkest week of a chart's series, unless hours are selected. It is kept, regardless of later results. */
export function useDarkestWeek(series: readonly HourlySeries[]): void {
  const view = useHoursView();
  useEffect(() => {
    const { selectedHour, span } = view.getState();
    if (selectedHour !== null || span !== null) return;
    const from = darkestWeekOf(series);
    if (from !== null) view.setState({ span: weekFrom(from) });
  }, [series, view]);
}
