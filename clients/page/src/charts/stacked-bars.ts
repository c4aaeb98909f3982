/** Geometry of stacked bars: today and the future beside each other, the state before as an outline. Pixels, downwards. */
import { ticks } from "../figures/figures.ts";
import { type Label, pushApart } from "./labels.ts";
import { type Series, shownOf, stackedOf, type View } from "./series.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Bar extends Box {
  readonly series: Series;
  readonly column: "today" | "future";
}
export interface StackedBars {
  readonly bars: readonly Bar[];
  /** The state before, beside the future. */
  readonly ghosts: readonly Box[];
  /** Over the columns, one point in the middle of each. */
  readonly lines: readonly {
    readonly series: Series;
    readonly points: readonly { readonly x: number; readonly y: number }[];
  }[];
  /** Half of the width of a column. */
  readonly halfWidth: number;
  readonly labels: readonly Label<Series>[];
  readonly totals: readonly {
    readonly column: "today" | "future";
    readonly x: number;
    readonly y: number;
    readonly value: number;
  }[];
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly zero: number;
  /** Of labels: where their leaders begin and where they stand. */
  readonly leader: { readonly from: number; readonly to: number };
  /** Width of labels with their figures, from where they stand. */
  readonly labelWidth: number;
  /** The largest value on the axis, to be held during a drag. */
  readonly max: number;
}

/** Room for the figures of the axis, above the bars, where the unit stands, and below them. */
const MARGIN = { left: 34, top: 22, bottom: 20 };
const LABEL_GAP = 15;
/** Room at the right of the bars for labels with their figures: about half of a narrow chart, so that bars stand apart. */
const LABELS = { share: 0.48, least: 128, most: 172 };
/** From the bars to their labels. */
export const LEADER = 12;
/** Between the name, the figure and the change of a label. */
const APART = 6;
/** Room that a change has before there is one, so that figures stay where they are when a drag begins. */
const CHANGE = 36;
/** Thinner marks have no label: hover and the table name them. */
const MIN_LABELLED = 4.5;
const BAR_SHARE = 0.3;
const GHOST_WIDTH = 9;

/** Room at the right of a chart of years, for its labels. */
export const labelRoom = (width: number): number => Math.min(LABELS.most, Math.max(LABELS.least, width * LABELS.share));
/** Width of the labels in that room, from where they stand. */
export const labelWidth = (room: number): number => room - LEADER - 2;

/** @param held the least maximum of the axis: that of the frames before, during a drag */
export function stackedBars(
  all: readonly Series[],
  view: View,
  size: { readonly width: number; readonly height: number },
  held = 0,
): StackedBars {
  const series = stackedOf(all);
  const over = all.filter(({ isLine }) => isLine);
  const right = labelRoom(size.width);
  const plot = {
    width: Math.max(40, size.width - MARGIN.left - right),
    height: size.height - MARGIN.top - MARGIN.bottom,
  };
  // A year without a value is no column of height 0.
  const hasToday = series.some(({ today }) => today !== null);
  const columns =
    view === "today"
      ? (["today"] as const)
      : hasToday && view === "future"
        ? (["today", "future"] as const)
        : (["future"] as const);
  const valueOf = (one: Series, column: "today" | "future"): number =>
    shownOf(one, view === "difference" ? view : column) ?? 0;

  const stacks = columns.map((column) => series.map((one) => valueOf(one, column)));
  const before =
    view === "future" && series.some((one) => one.before !== null) ? series.map((one) => one.before ?? 0) : [];
  const positive = (stack: readonly number[]): number => stack.reduce((sum, value) => sum + Math.max(0, value), 0);
  const negative = (stack: readonly number[]): number => stack.reduce((sum, value) => sum + Math.min(0, value), 0);
  const sums = [...stacks, before];
  const levels = over.flatMap((one) => columns.map((column) => valueOf(one, column)));
  const highest = Math.max(held, ...sums.map(positive), ...levels);
  const lowest = Math.min(0, ...sums.map(negative), ...levels);
  const axis = ticks(lowest, highest > lowest ? highest : 1);
  const [bottom, top] = [axis[0]!, axis.at(-1)!];
  const y = (value: number): number => MARGIN.top + ((top - value) / (top - bottom || 1)) * plot.height;

  const width = Math.min(64, plot.width * BAR_SHARE);
  const centre = (index: number): number => MARGIN.left + (plot.width * (index + 0.5)) / columns.length;
  const bars = columns.flatMap((column, index) =>
    boxes(stacks[index]!, centre(index) - width / 2, width, y).map((box, item): Bar => ({
      ...box,
      column,
      series: series[item]!,
    })),
  );
  const last = columns.length - 1;
  const ghosts = before.length === 0 ? [] : boxes(before, centre(last) - width / 2 - GHOST_WIDTH - 3, GHOST_WIDTH, y);
  const labelled = bars.filter((bar) => bar.column === columns[last] && bar.height >= MIN_LABELLED);
  const lines = over.map((one) => ({
    series: one,
    points: columns.map((column, index) => ({ x: centre(index), y: y(valueOf(one, column)) })),
  }));
  const marks = [
    ...labelled.map((bar) => ({ item: bar.series, anchor: bar.y + bar.height / 2 })),
    ...lines.map((line) => ({ item: line.series, anchor: line.points[last]!.y })),
  ];
  return {
    bars,
    ghosts,
    lines,
    halfWidth: width / 2,
    labels: pushApart(marks, LABEL_GAP, MARGIN.top - 6, size.height - MARGIN.bottom),
    totals:
      view === "difference"
        ? []
        : columns.map((column, index) => ({
            column,
            x: centre(index),
            y: y(positive(stacks[index]!)) - 6,
            value: positive(stacks[index]!) + negative(stacks[index]!),
          })),
    ticks: axis.map((value) => ({ value, y: y(value) })),
    zero: y(0),
    leader: { from: centre(last) + width / 2 + 3, to: MARGIN.left + plot.width + LEADER },
    labelWidth: labelWidth(right),
    max: highest,
  };
}

/** Columns of labels: the room of their names, and where their figures and changes end, from where the names begin. */
export interface LabelColumns {
  readonly name: number;
  readonly value: number;
  readonly change: number;
}

/**
 * Divides the width of labels: figures and changes have what they take, names the rest.
 * @param value width of the widest figure
 * @param change width of the widest change
 */
export function labelColumns(width: number, value: number, change: number): LabelColumns {
  const end = width - Math.max(CHANGE, change) - APART;
  return { name: end - value - APART, value: end, change: width };
}

/** One above the other from zero upwards, negative ones downwards. */
export function boxes(
  values: readonly number[],
  x: number,
  width: number,
  y: (value: number) => number,
): readonly Box[] {
  let up = 0;
  let down = 0;
  return values.map((value) => {
    const from = value >= 0 ? up : down;
    const to = from + value;
    if (value >= 0) up = to;
    else down = to;
    const [upper, lower] = [y(Math.max(from, to)), y(Math.min(from, to))];
    return { x, y: upper, width, height: lower - upper };
  });
}
