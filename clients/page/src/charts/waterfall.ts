/** Geometry of a waterfall with names at the left: from the total of today, step by step, to that of the future. */
import { ticks } from "../figures/figures.ts";
import type { Series } from "./series.ts";

export interface Step {
  /** Null for the two totals. */
  readonly series: Series | null;
  readonly kind: "today" | "step" | "future";
  readonly y: number;
  readonly height: number;
  readonly x: number;
  readonly width: number;
  /** The length of the bar: a total, or a change with its sign. */
  readonly value: number;
  /** The bar of the state before; null when nothing is being changed. */
  readonly ghost: { readonly x: number; readonly width: number; readonly value: number } | null;
}
export interface Waterfall {
  readonly steps: readonly Step[];
  readonly ticks: readonly { readonly value: number; readonly x: number }[];
  /** Room for names, from the left edge. */
  readonly names: number;
  readonly zero: number;
  readonly max: number;
}

const MARGIN = { top: 22, bottom: 4 };
/** Room for names and for figures: a part of narrow charts. */
const NAMES = { share: 0.36, least: 80, most: 112 };
const FIGURES = { share: 0.3, least: 76, most: 96 };
/** From the names to the bars. */
const APART = 6;
const roomOf = ({ share, least, most }: typeof NAMES, width: number): number =>
  Math.min(most, Math.max(least, width * share));
/** Narrower scales have fewer ticks. */
const NARROW = 140;
/** Share of a row that its bar takes. */
const BAR = 0.72;

/** Series of less than a thousandth of the larger total are left out. */
const NOTHING = 1e-3;

export function waterfall(
  series: readonly Series[],
  size: { readonly width: number; readonly height: number },
  held = 0,
): Waterfall {
  const total = (of: (one: Series) => number | null): number => series.reduce((sum, one) => sum + (of(one) ?? 0), 0);
  const today = total((one) => one.today);
  const future = total((one) => one.future);
  const isChanging = series.some((one) => one.before !== null);
  const before = (one: Series): number => one.before ?? one.future ?? 0;
  const scale = Math.max(Math.abs(today), Math.abs(future));
  // Those that do not change keep their row as well: rows would come and go under the hand.
  const shown = series.filter(
    (one) => Math.max(...[one.today, one.future, one.before].map((value) => Math.abs(value ?? 0))) > NOTHING * scale,
  );

  const runs = { now: [today], before: [today] };
  for (const one of shown) {
    runs.now.push(runs.now.at(-1)! + (one.future ?? 0) - (one.today ?? 0));
    runs.before.push(runs.before.at(-1)! + before(one) - (one.today ?? 0));
  }
  const all = [0, ...runs.now, ...(isChanging ? runs.before : []), future];
  const max = Math.max(held, ...all);
  const left = roomOf(NAMES, size.width);
  const width = Math.max(40, size.width - left - roomOf(FIGURES, size.width));
  const axis = ticks(Math.min(...all), max > 0 ? max : 1, width < NARROW ? 2 : 4);
  const [from, to] = [axis[0]!, axis.at(-1)!];
  const x = (value: number): number => left + ((value - from) / (to - from || 1)) * width;
  const row = (size.height - MARGIN.top - MARGIN.bottom) / (shown.length + 2);
  const place = (index: number) => ({ y: MARGIN.top + row * (index + (1 - BAR) / 2), height: row * BAR });
  const bar = (a: number, b: number) => ({ x: x(Math.min(a, b)), width: Math.max(1, Math.abs(x(b) - x(a))) });

  const steps: Step[] = [
    { series: null, kind: "today", ...place(0), ...bar(0, today), value: today, ghost: null },
    ...shown.map((one, index): Step => {
      const [a, b] = [runs.now[index]!, runs.now[index + 1]!];
      const [c, d] = [runs.before[index]!, runs.before[index + 1]!];
      const ghost = isChanging ? { ...bar(c, d), value: d - c } : null;
      return { series: one, kind: "step", ...place(index + 1), ...bar(a, b), value: b - a, ghost };
    }),
    {
      series: null,
      kind: "future",
      ...place(shown.length + 1),
      ...bar(0, future),
      value: future,
      ghost: isChanging ? { ...bar(0, total(before)), value: total(before) } : null,
    },
  ];
  return { steps, ticks: axis.map((value) => ({ value, x: x(value) })), names: left - APART, zero: x(0), max };
}
