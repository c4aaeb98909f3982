/** Geometry of horizontal bars on one scale: a row per series with a bar per scenario or year. In pixels. */
import { type Language, tickLabels } from "../figures/figures.ts";
import type { Box } from "./columns.ts";
import { type ComparedSeries, type ComparedView, differenceOf } from "./compared.ts";
import type { Grow } from "./frame.ts";
import type { ChartText } from "./chart-text.ts";
import { widest } from "./measure.ts";
import { linearScale, type Scale } from "./scale.ts";
import type { Size } from "./use-size.ts";

export interface Row {
  readonly series: ComparedSeries;
  /** Vertical middle of the bars. */
  readonly y: number;
  readonly height: number;
  /** Baseline of the name. */
  readonly nameY: number;
  readonly bars: readonly Bar[];
  /** Positions of the start year's mark and of the target; null if there is none. */
  readonly today: number | null;
  readonly target: number | null;
}

interface Bar extends Box {
  readonly scenario: number;
  readonly value: number | null;
  /** Left end of its figure. */
  readonly figureX: number;
}

export interface Rows {
  readonly rows: readonly Row[];
  readonly scale: Scale;
  readonly tickLabels: readonly string[];
  readonly top: number;
  readonly height: number;
}

export interface RowsOptions {
  readonly series: readonly ComparedSeries[];
  readonly view: ComparedView;
  readonly size: Size;
  /** Unit, drawn in the line of the ticks. */
  readonly unit: string;
  readonly text: ChartText;
  readonly language: Language;
  readonly grow: Grow;
}

/** Height of the row with the unit and the ticks; above long names, each gets its own row. */
const TOP = 18;
/** Heights of bars. A row with one bar has room for its figure; with several bars, figures are in tooltips. */
const BAR = { max: 11, maxInOverlay: 18, min: 6, minSingle: 10 };
const GAP = 10;
/** Distance of names and figures from the bars. */
const TEXT_GAP = 8;
/** Distance of figures from the end of their bar, and from the marks of the start year and the target. */
const FIGURE_GAP = 4;
/** Names wider than this share of the width get their own row above the bars. */
const MAX_NAME_LENGTH = 0.42;
const NAME_LINE = 15;
const TICK_SPACING = 60;

/**
 * Omits series without a figure. The drawing grows beyond the pane if its rows do not fit. In an overlay, all bars of a
 * series share one position.
 */
export function rowsOf({ series, view, size, unit, text, language, grow }: RowsOptions): Rows {
  const isDifference = view === "difference";
  const isOverlay = view === "overlay";
  const figuresOf = ({ today, target, values }: ComparedSeries): readonly number[] =>
    (isDifference ? values : [today, target, ...values]).filter((value) => value !== null);
  const visibleSeries = (isDifference ? differenceOf(series) : series).filter(({ today, values }) =>
    [today, ...values].some((value) => value !== null && value !== 0),
  );
  const allFigures = visibleSeries.flatMap(figuresOf);
  const widestName = grow(
    "name",
    widest(
      visibleSeries.map(({ label }) => label),
      text.measure,
    ),
  );
  const isAbove = widestName > MAX_NAME_LENGTH * size.width;
  const values = visibleSeries.flatMap((one) =>
    one.values.flatMap((value) => (value === null ? [] : [text.figure(value)])),
  );
  const valueWidth = grow("value", widest(values, text.measure));
  const left = isAbove ? TEXT_GAP : Math.max(widestName, text.measure(unit)) + TEXT_GAP;
  const start = isAbove ? 2 * TOP : TOP;
  const right = Math.max(left + 40, size.width - valueWidth - TEXT_GAP);
  const scale = linearScale(
    [Math.min(0, ...allFigures), grow("max", Math.max(0, ...allFigures))],
    [left, right],
    TICK_SPACING,
  );
  const x = scale.position;

  const count = isOverlay ? 1 : Math.max(1, visibleSeries[0]?.values.length ?? 1);
  const nameLine = isAbove ? NAME_LINE : 0;
  const minHeight = (count === 1 ? BAR.minSingle : count * BAR.min) + GAP + nameLine;
  const height = Math.max(minHeight, (size.height - start) / Math.max(1, visibleSeries.length));
  const bar = Math.min(isOverlay ? BAR.maxInOverlay : BAR.max, (height - GAP - nameLine) / count);
  /** A figure that a mark would cross is to the right of the mark. */
  const figureAfter = (end: number, value: number | null, marks: readonly (number | null)[]): number => {
    const width = value === null ? 0 : text.measure(text.figure(value));
    return marks
      .filter((mark) => mark !== null)
      .toSorted((a, b) => a - b)
      .reduce(
        (left, mark) => (mark > end && mark < left + width + FIGURE_GAP ? mark + FIGURE_GAP : left),
        end + FIGURE_GAP,
      );
  };
  return {
    rows: visibleSeries.map((one, index) => {
      const top = start + index * height;
      const firstBarY = top + nameLine + (height - nameLine - count * bar) / 2;
      const y = top + (height + nameLine) / 2;
      const today = isDifference || one.today === null ? null : x(one.today);
      const target = isDifference || one.target === null ? null : x(one.target);
      const endOf = (value: number | null): number => x(Math.max(0, value ?? 0));
      const lastEnd = Math.max(...one.values.map(endOf));
      return {
        series: one,
        y,
        height: height - nameLine,
        nameY: isAbove ? firstBarY - 4 : y + 4,
        today,
        target,
        bars: one.values.map((value, scenario) => ({
          scenario,
          value,
          x: x(Math.min(0, value ?? 0)),
          y: isOverlay ? firstBarY : firstBarY + scenario * bar,
          width: Math.abs(x(value ?? 0) - x(0)),
          height: bar - 1.5,
          figureX: figureAfter(isOverlay ? lastEnd : endOf(value), value, [today, target]),
        })),
      };
    }),
    scale,
    tickLabels: tickLabels(scale.ticks, language),
    top: start,
    height: start + height * visibleSeries.length,
  };
}
