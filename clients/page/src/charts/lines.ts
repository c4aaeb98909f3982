/** Geometry of lines from today to the future, with targets as level lines. Pixels, downwards. */
import { ticks } from "../figures/figures.ts";
import { type Label, pushApart } from "./labels.ts";
import type { Series } from "./series.ts";
import { labelRoom, labelWidth, LEADER } from "./stacked-bars.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly series: Series;
  /** Null: there is no value. */
  readonly today: Point | null;
  readonly future: Point | null;
  /** The future before the change that is being made; null: nothing is. */
  readonly before: Point | null;
  /** Height of its target; null: it has none. */
  readonly target: number | null;
}

export interface Lines {
  readonly lines: readonly Line[];
  readonly labels: readonly Label<Series>[];
  readonly columns: { readonly today: number; readonly future: number };
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly zero: number;
  readonly leader: { readonly from: number; readonly to: number };
  readonly labelWidth: number;
  readonly plot: { readonly left: number; readonly right: number };
  readonly max: number;
}

const MARGIN = { left: 34, top: 22, bottom: 20 };
const LABEL_GAP = 15;
/** Where the two years stand in the plot. */
const YEARS = { today: 0.12, future: 0.88 };

/**
 * One scale for all series, which holds 0; nothing is summed.
 * @param held the least maximum of the axis: that of the frames before, during a drag
 */
export function lines(
  series: readonly Series[],
  size: { readonly width: number; readonly height: number },
  held = 0,
): Lines {
  const right = labelRoom(size.width);
  const width = Math.max(40, size.width - MARGIN.left - right);
  const height = size.height - MARGIN.top - MARGIN.bottom;
  const values = series
    .flatMap(({ today, future, before, target }) => [today, future, before, target])
    .filter((value) => value !== null);
  const highest = Math.max(held, 0, ...values);
  const axis = ticks(Math.min(0, ...values), highest > 0 || values.some((value) => value < 0) ? highest : 1);
  const [bottom, top] = [axis[0]!, axis.at(-1)!];
  const y = (value: number): number => MARGIN.top + ((top - value) / (top - bottom || 1)) * height;
  const columns = { today: MARGIN.left + width * YEARS.today, future: MARGIN.left + width * YEARS.future };
  const point = (x: number, value: number | null): Point | null => (value === null ? null : { x, y: y(value) });
  const all = series.map((one): Line => {
    const { today, future, before, target } = one;
    return {
      series: one,
      today: point(columns.today, today),
      future: point(columns.future, future),
      before: point(columns.future, before),
      target: target === null ? null : y(target),
    };
  });
  const marks = all.flatMap((line) => {
    const end = line.future ?? line.today;
    return end === null ? [] : [{ item: line.series, anchor: end.y }];
  });
  return {
    lines: all,
    labels: pushApart(marks, LABEL_GAP, MARGIN.top - 6, size.height - MARGIN.bottom),
    columns,
    ticks: axis.map((value) => ({ value, y: y(value) })),
    zero: y(0),
    leader: { from: columns.future + 5, to: MARGIN.left + width + LEADER },
    labelWidth: labelWidth(right),
    plot: { left: MARGIN.left, right: MARGIN.left + width },
    max: highest,
  };
}
