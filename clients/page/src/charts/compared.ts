/** Geometry of charts that compare scenarios: columns beside each other, and bars below each other, on one scale. Pixels. */
import { ticks } from "../figures/figures.ts";
import { type Label, pushApart } from "./labels.ts";
import { type Box, boxes } from "./stacked-bars.ts";
import type { Series } from "./series.ts";

export interface ComparedSeries extends Pick<Series, "key" | "label" | "colour" | "hatch" | "today"> {
  /** Of the future: of the scenario itself, then of the others; null: there is no value. */
  readonly values: readonly (number | null)[];
}

/** Beside each other, the others as outlines over the scenario itself, or what the others have more. */
export type ComparedView = "side" | "overlay" | "difference";

/** A column or a bar: today, or a scenario by its place. */
export type Column = "today" | number;

/** Series with what the others have more than the scenario itself; null where one of both has no value. */
export const differenceOf = (series: readonly ComparedSeries[]): readonly ComparedSeries[] =>
  series.map((one) => {
    const [own = null, ...others] = one.values;
    return { ...one, values: others.map((value) => (own === null || value === null ? null : value - own)) };
  });

export interface ComparedColumns {
  readonly bars: readonly (Box & {
    readonly series: ComparedSeries;
    readonly column: Column;
    /** Null: it does not exist, and its bar has no height. */
    readonly value: number | null;
  })[];
  /** Of an overlay: the others' bars, over those of the scenario itself. */
  readonly outlines: readonly (Box & {
    readonly series: ComparedSeries;
    readonly scenario: number;
    readonly value: number;
  })[];
  readonly columns: readonly {
    readonly column: Column;
    readonly x: number;
    readonly top: number;
    readonly total: number;
  }[];
  /** Of the last column. */
  readonly labels: readonly Label<ComparedSeries>[];
  readonly leader: { readonly from: number; readonly to: number };
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly zero: number;
  readonly max: number;
}

const MARGIN = { left: 34, right: 150, top: 22, bottom: 20 };
const LABEL_GAP = 15;
const MIN_LABELLED = 4.5;
const MOST_WIDE = 64;
/** How far an outline stands out on each side, so that those of equal height can be told apart. */
const OUT = 5;

/**
 * Stacked columns: today, the others and the scenario itself, last, beside its labels; of differences the others alone. In an
 * overlay the others are outlines over the scenario itself.
 * @param held the least maximum of the axis: that of the frames before, during a drag
 */
export function comparedColumns(
  series: readonly ComparedSeries[],
  view: ComparedView,
  size: { readonly width: number; readonly height: number },
  held = 0,
): ComparedColumns {
  const isDifference = view === "difference";
  const shown = isDifference ? differenceOf(series) : series;
  const count = shown[0]?.values.length ?? 0;
  const places = Array.from({ length: count }, (_, index) => index);
  const isOverlay = view === "overlay";
  const order: readonly Column[] = isDifference
    ? places
    : ["today", ...(isOverlay ? [] : places.slice(1).toReversed()), 0];
  const valueOf = (one: ComparedSeries, column: Column): number | null =>
    (column === "today" ? one.today : one.values[column]) ?? null;
  const stackOf = (column: Column): readonly number[] => shown.map((one) => valueOf(one, column) ?? 0);
  const stacks = order.map(stackOf);
  const over = isOverlay ? places.slice(1) : [];
  const all = [...stacks, ...over.map(stackOf)];
  const up = (stack: readonly number[]): number => stack.reduce((sum, value) => sum + Math.max(0, value), 0);
  const down = (stack: readonly number[]): number => stack.reduce((sum, value) => sum + Math.min(0, value), 0);
  const highest = Math.max(held, 0, ...all.map(up));
  const lowest = Math.min(0, ...all.map(down));
  const axis = ticks(lowest, highest > lowest ? highest : 1);
  const [bottom, top] = [axis[0]!, axis.at(-1)!];
  const plot = {
    width: Math.max(40, size.width - MARGIN.left - MARGIN.right),
    height: size.height - MARGIN.top - MARGIN.bottom,
  };
  const y = (value: number): number => MARGIN.top + ((top - value) / (top - bottom || 1)) * plot.height;
  const room = plot.width / Math.max(1, order.length);
  const width = Math.min(MOST_WIDE, room * 0.66);
  const centre = (index: number): number => MARGIN.left + room * (index + 0.5);
  const bars = order.flatMap((column, index) =>
    boxes(stacks[index]!, centre(index) - width / 2, width, y).map((box, item) => ({
      ...box,
      column,
      series: shown[item]!,
      value: valueOf(shown[item]!, column),
    })),
  );
  const last = order.at(-1);
  const outlines = over.flatMap((scenario, index) =>
    boxes(stackOf(scenario), centre(order.length - 1) - width / 2 - OUT * (index + 1), width + 2 * OUT * (index + 1), y)
      .map((box, item) => ({ ...box, scenario, series: shown[item]!, value: stackOf(scenario)[item]! }))
      .filter(({ height }) => height > 0),
  );
  const marks = bars
    .filter(({ column, height }) => column === last && height >= MIN_LABELLED)
    .map((bar) => ({ item: bar.series, anchor: bar.y + bar.height / 2 }));
  return {
    bars,
    outlines,
    columns: order.map((column, index) => ({
      column,
      x: centre(index),
      top: y(up(stacks[index]!)) - 6,
      total: up(stacks[index]!) + down(stacks[index]!),
    })),
    labels: pushApart(marks, LABEL_GAP, MARGIN.top - 6, size.height - MARGIN.bottom),
    leader: { from: centre(order.length - 1) + width / 2 + 3, to: MARGIN.left + plot.width + 12 },
    ticks: axis.map((value) => ({ value, y: y(value) })),
    zero: y(0),
    max: highest,
  };
}

export interface ComparedRows {
  readonly rows: readonly {
    readonly series: ComparedSeries;
    readonly y: number;
    readonly bars: readonly (Box & { readonly scenario: number; readonly value: number | null })[];
    /** Today's mark; null: there is none. */
    readonly today: number | null;
    readonly height: number;
  }[];
  readonly ticks: readonly { readonly value: number; readonly x: number }[];
  /** Room for names, from the left edge. */
  readonly names: number;
  readonly zero: number;
  readonly height: number;
  readonly max: number;
}

const ROW = { left: 124, right: 52, top: 18, bar: 11, overlay: 18, least: 6, gap: 10 };

/**
 * Bars below each other, one a scenario for each series; in an overlay at one place. The picture grows where its rows do not
 * fit.
 */
export function comparedRows(
  series: readonly ComparedSeries[],
  view: ComparedView,
  size: { readonly width: number; readonly height: number },
  held = 0,
): ComparedRows {
  const isDifference = view === "difference";
  const shown = (isDifference ? differenceOf(series) : series).filter(({ today, values }) =>
    [today, ...values].some((value) => value !== null && value !== 0),
  );
  const all = shown
    .flatMap(({ today, values }) => (isDifference ? values : [today, ...values]))
    .map((value) => value ?? 0);
  const highest = Math.max(held, 0, ...all);
  const lowest = Math.min(0, ...all);
  const axis = ticks(lowest, highest > lowest ? highest : 1);
  const [from, to] = [axis[0]!, axis.at(-1)!];
  const plot = Math.max(40, size.width - ROW.left - ROW.right);
  const x = (value: number): number => ROW.left + ((value - from) / (to - from || 1)) * plot;
  const isOverlay = view === "overlay";
  const count = isOverlay ? 1 : Math.max(1, shown[0]?.values.length ?? 1);
  const least = count * ROW.least + ROW.gap;
  const row = Math.max(least, (size.height - ROW.top) / Math.max(1, shown.length));
  const bar = Math.min(isOverlay ? ROW.overlay : ROW.bar, (row - ROW.gap) / count);
  return {
    rows: shown.map((one, index) => {
      const y = ROW.top + index * row;
      const first = y + (row - count * bar) / 2;
      return {
        series: one,
        y: y + row / 2,
        height: row,
        today: isDifference || one.today === null ? null : x(one.today),
        bars: one.values.map((value, scenario) => ({
          scenario,
          value,
          x: x(Math.min(0, value ?? 0)),
          y: isOverlay ? first : first + scenario * bar,
          width: Math.abs(x(value ?? 0) - x(0)),
          height: bar - 1.5,
        })),
      };
    }),
    ticks: axis.map((value) => ({ value, x: x(value) })),
    names: ROW.left - ROW.gap,
    zero: x(0),
    height: ROW.top + row * shown.length,
    max: highest,
  };
}

/** Opacity of the bars of each scenario, and the dashes of its lines, in the order of the header. */
export const OPACITIES = [1, 0.62, 0.4, 0.2] as const;
export const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3], [8, 3, 2, 3]];
