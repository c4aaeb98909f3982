/** Geometry of lines from today to the future, with targets as level lines. Nothing is summed. In pixels; y increases downwards. */
import { labelsOf, targetEntry } from "./columns.ts";
import { type Entry, type Frame, frameOf, type FrameOptions } from "./frame.ts";
import type { Label } from "./labels.ts";
import type { Series } from "./series.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly series: Series;
  /** Null without a value. */
  readonly today: Point | null;
  readonly future: Point | null;
  /** The future before the current drag; null while nothing is dragged. */
  readonly before: Point | null;
  /** Height of its target; null if it has none. */
  readonly target: number | null;
}

export interface Lines {
  readonly frame: Frame;
  readonly lines: readonly Line[];
  readonly labels: readonly Label<Entry>[];
  /** Years with a value of any series. */
  readonly years: readonly ("today" | "future")[];
  /** Positions of the two years. */
  readonly columns: { readonly today: number; readonly future: number };
}

export interface LinesOptions extends Omit<FrameOptions, "range" | "entries" | "isSum"> {
  readonly series: readonly Series[];
  /** Translated name of a target. */
  readonly target: string;
}

/** Positions of the two years, as shares of the width. */
const YEARS = { today: 0.12, future: 0.88 };

/** All series share one scale, which includes 0. */
export function linesOf({ series, target, ...options }: LinesOptions): Lines {
  const values = series
    .flatMap((one) => [one.today, one.future, one.before, one.target])
    .filter((value) => value !== null);
  const targets = series.filter((one) => one.target !== null);
  const entries = [
    ...series.map((one): Entry => {
      const value = one.future ?? one.today;
      const change = one.before === null ? null : (one.future ?? 0) - one.before;
      return { key: one.key, label: one.label, colour: one.colour, hatch: null, mark: "line", value, change };
    }),
    ...targets.map((one) => targetEntry(one, one.target ?? 0, series.length > 1, target)),
  ];
  const range = [Math.min(0, ...values), Math.max(0, ...values)] as const;
  const frame = frameOf({ ...options, range, entries, isSum: false });
  const { plot, scale } = frame;
  const xOf = (share: number): number => plot.left + (plot.right - plot.left) * share;
  const columns = { today: xOf(YEARS.today), future: xOf(YEARS.future) };
  const point = (x: number, value: number | null): Point | null => (value === null ? null : { x, y: scale.at(value) });
  const lines = series.map((one): Line => ({
    series: one,
    today: point(columns.today, one.today),
    future: point(columns.future, one.future),
    before: point(columns.future, one.before),
    target: one.target === null ? null : scale.at(one.target),
  }));
  const marks = entries.map(({ key, value }) => ({ key, anchor: scale.at(value ?? 0), height: Infinity }));
  return {
    frame,
    lines,
    labels: frame.labels === null ? [] : labelsOf(entries, marks, frame, { isSum: false, text: options.text }),
    columns,
    years: (["today", "future"] as const).filter((year) => series.some((one) => one[year] !== null)),
  };
}
