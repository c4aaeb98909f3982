/**
 * Geometry of lines over years, with targets as horizontal lines. Nothing is summed. In pixels; y increases downwards.
 */
import { labelsOf, targetEntry } from "./columns.ts";
import { type Entry, type Frame, frameOf, type FrameOptions } from "./frame.ts";
import type { Label } from "./labels.ts";
import type { Series } from "./series.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LineSeries extends Pick<Series, "key" | "label" | "colour" | "target"> {
  /** A figure for each year; null if there is none. */
  readonly values: readonly (number | null)[];
  /** The last figure before the current drag; null while nothing is dragged. */
  readonly previous: number | null;
}

export interface LineYear {
  readonly name: string;
  /** Position as a fraction of the width. */
  readonly position: number;
}

export interface Line {
  readonly series: LineSeries;
  /** Null for a year without a value. */
  readonly points: readonly (Point | null)[];
  /** The last year before the current drag; null while nothing is dragged. */
  readonly previousPoint: Point | null;
  /** Height of its target; null if it has none. */
  readonly target: number | null;
}

export interface Lines {
  readonly frame: Frame;
  readonly lines: readonly Line[];
  readonly labels: readonly Label<Entry>[];
  /** Years with a value of any series, at their positions. */
  readonly years: readonly { readonly name: string; readonly x: number }[];
  /** Position of the last year. */
  readonly end: number;
}

export interface LinesOptions extends Omit<FrameOptions, "range" | "entries" | "isSum"> {
  readonly series: readonly LineSeries[];
  readonly years: readonly LineYear[];
  /** Translated name of a target. */
  readonly target: string;
}

/** Positions of the first and the last year, as fractions of the width. */
const END_POSITIONS = { first: 0.12, last: 0.88 };

/** Places years in proportion to time. Names differ from the years if two scenarios have the same year. */
export function yearsOnAxis(years: readonly { readonly name: string; readonly year: number }[]): readonly LineYear[] {
  const [first = 0, last = 0] = [years[0]?.year, years.at(-1)?.year];
  return years.map(({ name, year }) => ({
    name,
    position: END_POSITIONS.first + ((year - first) / (last - first || 1)) * (END_POSITIONS.last - END_POSITIONS.first),
  }));
}

/** All series share one scale, which includes 0. */
export function linesOf({ series, years, target, ...options }: LinesOptions): Lines {
  const values = series.flatMap((one) => [...one.values, one.previous, one.target]).filter((value) => value !== null);
  const targets = series.filter((one) => one.target !== null);
  const entries = [
    ...series.map((one): Entry => {
      const value = one.values.findLast((value) => value !== null) ?? null;
      const change = one.previous === null ? null : (one.values.at(-1) ?? 0) - one.previous;
      return { key: one.key, label: one.label, colour: one.colour, hatch: null, mark: "line", value, change };
    }),
    ...targets.map((one) => targetEntry(one, one.target ?? 0, series.length > 1, target)),
  ];
  const range = [Math.min(0, ...values), Math.max(0, ...values)] as const;
  const frame = frameOf({ ...options, range, entries, isSum: false });
  const { plot, scale } = frame;
  const xs = years.map(({ position }) => plot.left + (plot.right - plot.left) * position);
  const end = xs.at(-1) ?? plot.right;
  const point = (x: number, value: number | null): Point | null =>
    value === null ? null : { x, y: scale.position(value) };
  const lines = series.map((one): Line => ({
    series: one,
    points: xs.map((x, index) => point(x, one.values[index] ?? null)),
    previousPoint: point(end, one.previous),
    target: one.target === null ? null : scale.position(one.target),
  }));
  const marks = entries.map(({ key, value }) => ({ key, anchor: scale.position(value ?? 0), height: Infinity }));
  return {
    frame,
    lines,
    labels: frame.labels === null ? [] : labelsOf(entries, marks, frame, { isSum: false, text: options.text }),
    years: years.flatMap(({ name }, index) =>
      series.some((one) => (one.values[index] ?? null) !== null) ? [{ name, x: xs[index]! }] : [],
    ),
    end,
  };
}
