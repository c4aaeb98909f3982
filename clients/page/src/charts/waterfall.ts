/** Geometry of a horizontal waterfall from today's total, step by step, to the future total. In pixels. */
import { type Language, tickLabels } from "../figures/figures.ts";
import type { Grow } from "./frame.ts";
import { splitMarks } from "./labels.ts";
import type { ChartText } from "./chart-text.ts";
import { widest } from "./measure.ts";
import { linearScale, type Scale } from "./scale.ts";
import type { Series } from "./series.ts";
import type { Size } from "./use-size.ts";

export interface Step {
  readonly kind: "today" | "step" | "future";
  /** Null for the two totals, and for a step of several series. */
  readonly series: Series | null;
  /** Empty for the two totals. */
  readonly label: string;
  /** The series that the step contains. */
  readonly members: readonly Series[];
  readonly y: number;
  readonly height: number;
  readonly x: number;
  readonly width: number;
  /** A total, or a change with its sign. */
  readonly value: number;
  /** The bar before the current drag; null while nothing is dragged. */
  readonly ghost: { readonly x: number; readonly width: number; readonly value: number } | null;
  /** Position of the target; null if it has none. */
  readonly target: number | null;
}

export interface Waterfall {
  readonly steps: readonly Step[];
  readonly scale: Scale;
  readonly tickLabels: readonly string[];
  readonly top: number;
  /** Right edge of the figures; changes end at the edge of the chart. */
  readonly figures: number;
  readonly hasChanges: boolean;
}

export interface WaterfallOptions {
  readonly series: readonly Series[];
  readonly size: Size;
  /** Unit, drawn in the line of the ticks. */
  readonly unit: string;
  readonly years: { readonly today: string; readonly future: string };
  readonly text: ChartText;
  readonly language: Language;
  readonly grow: Grow;
  /** Formats a change with its sign and the decimals of the axis. */
  readonly formatChange: (change: number, max: number) => string;
}

const TOP = 22;
const BOTTOM = 4;
const TEXT_GAP = 8;
/** Minimum height of a row with a name. */
const MIN_ROW = 14;
const MIN_PLOT = 90;
const TICK_SPACING = 50;
/** Height of a bar as a share of its row. */
const BAR = 0.72;
/** Series below this share of the larger total are omitted. */
const MIN_SHARE = 1e-3;

export function waterfallOf({
  series,
  size,
  unit,
  years,
  text,
  language,
  grow,
  formatChange,
}: WaterfallOptions): Waterfall {
  const { measure } = text;
  const sumOf = (all: readonly Series[], valueOf: (one: Series) => number | null): number =>
    all.reduce((sum, one) => sum + (valueOf(one) ?? 0), 0);
  const isChanging = series.some((one) => one.previous !== null);
  const previousOf = (one: Series): number => one.previous ?? one.future ?? 0;
  const [today, future, previousTotal] = [
    sumOf(series, (one) => one.today),
    sumOf(series, (one) => one.future),
    sumOf(series, previousOf),
  ];
  const largest = Math.max(Math.abs(today), Math.abs(future));
  // Unchanged series keep their rows, so that rows do not appear and disappear during a drag.
  const existing = series.filter(
    (one) =>
      Math.max(...[one.today, one.future, one.previous].map((value) => Math.abs(value ?? 0))) > MIN_SHARE * largest,
  );
  const maxRows = Math.floor((size.height - TOP - BOTTOM) / MIN_ROW) - 2;
  const { labelledMarks, groupedMarks } = splitMarks(existing, Math.max(1, maxRows), {
    isThin: () => false,
    sizeOf: (one) => Math.max(Math.abs(one.today ?? 0), Math.abs(one.future ?? 0)),
  });
  const groups = [...labelledMarks.map((one) => [one]), ...(groupedMarks.length > 0 ? [groupedMarks] : [])].map(
    (members) => {
      const start = sumOf(members, (one) => one.today);
      return {
        members,
        label: members.length === 1 ? members[0]!.label : text.andMore(members.length),
        change: sumOf(members, (one) => one.future) - start,
        previousChange: sumOf(members, previousOf) - start,
        toTarget: members.length === 1 && members[0]!.target !== null ? members[0]!.target - start : null,
      };
    },
  );

  let [runningTotal, previousRunningTotal] = [today, today];
  const runs = groups.map(({ change, previousChange, toTarget }) => {
    const run = {
      from: runningTotal,
      to: (runningTotal += change),
      previousFrom: previousRunningTotal,
      previousTo: (previousRunningTotal += previousChange),
    };
    return { ...run, target: toTarget === null ? null : run.from + toTarget };
  });
  const ends = [
    0,
    today,
    future,
    ...runs.flatMap(({ from, to, target }) => [from, to, target ?? from]),
    ...(isChanging
      ? [previousTotal, ...runs.flatMap(({ previousFrom, previousTo }) => [previousFrom, previousTo])]
      : []),
  ];
  const highest = grow("max", Math.max(...ends));
  const names = grow(
    "name",
    Math.max(
      widest(
        groups.map(({ label }) => label),
        measure,
      ),
      widest(Object.values(years), measure, "strong"),
      measure(unit),
    ),
  );
  const figureTexts = [
    ...groups.map(({ change }) => formatChange(change, highest)),
    text.figure(today),
    text.figure(future),
  ];
  const figures = grow("value", widest(figureTexts, measure, "strong"));
  const deltas = groups.map(({ change, previousChange }) => formatChange(change - previousChange, highest));
  const changes = grow("change", Math.max(measure("−00.0", "mid"), isChanging ? widest(deltas, measure, "mid") : 0));
  const left = names + TEXT_GAP;
  const plotWidth = size.width - left - TEXT_GAP - figures;
  const hasChanges = plotWidth - TEXT_GAP - changes >= MIN_PLOT;
  const width = Math.max(40, hasChanges ? plotWidth - TEXT_GAP - changes : plotWidth);
  const scale = linearScale([Math.min(...ends), highest], [left, left + width], TICK_SPACING);
  const x = scale.position;
  const row = (size.height - TOP - BOTTOM) / (groups.length + 2);
  const rowPosition = (index: number) => ({ y: TOP + row * (index + (1 - BAR) / 2), height: row * BAR });
  const bar = (a: number, b: number) => ({ x: x(Math.min(a, b)), width: Math.max(1, Math.abs(x(b) - x(a))) });
  const total = { series: null, label: "", members: [], target: null };
  return {
    steps: [
      { ...total, kind: "today", ...rowPosition(0), ...bar(0, today), value: today, ghost: null },
      ...groups.map(({ members, label, change, previousChange }, index): Step => {
        const { from, to, previousFrom, previousTo, target } = runs[index]!;
        return {
          kind: "step",
          series: members.length === 1 ? members[0]! : null,
          label,
          members,
          ...rowPosition(index + 1),
          ...bar(from, to),
          value: change,
          ghost: isChanging ? { ...bar(previousFrom, previousTo), value: previousChange } : null,
          target: target === null ? null : x(target),
        };
      }),
      {
        ...total,
        kind: "future",
        ...rowPosition(groups.length + 1),
        ...bar(0, future),
        value: future,
        ghost: isChanging ? { ...bar(0, previousTotal), value: previousTotal } : null,
      },
    ],
    scale,
    tickLabels: tickLabels(scale.ticks, language),
    top: TOP - 4,
    figures: hasChanges ? size.width - TEXT_GAP - changes : size.width,
    hasChanges,
  };
}
