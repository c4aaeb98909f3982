/** The axis of hours: a ladder whose blocks are months, days or parts of a day, each labelled in its middle. */
import type uPlot from "uplot";
import { DAYS, monthsOfYear } from "./heatmap.ts";
import { type FirstWeekday, hourFormat } from "./calendar.ts";
import { HOURS } from "./hours.ts";
import type { Span } from "./hours-view.ts";
import { ink } from "./ink.ts";
import { type Measure, widest } from "./measure.ts";
import { chartFont } from "./use-measure.ts";

const DAY = 24;
/** A part of a day, in hours. */
const PART = 6;
/** Longest periods (hours) that are divided into parts of a day, and into days. */
const MAX_HOURS = { parts: 2 * DAY, days: 40 * DAY };
const SECONDS = 3_600;

export interface Block {
  /** The block's first hour and the hour after its last, from 1 January. */
  readonly from: number;
  readonly to: number;
  /** Whether the block is dark; every second one is. */
  readonly isDark: boolean;
}
export interface Ladder {
  readonly unit: "part" | "day" | "month";
  readonly blocks: readonly Block[];
}

const equalBlocks = (length: number): readonly Block[] =>
  Array.from({ length: (DAYS * DAY) / length }, (_, index) => ({
    from: index * length,
    to: (index + 1) * length,
    isDark: index % 2 === 0,
  }));

/** Blocks of the whole year. */
const BLOCKS: Readonly<Record<Ladder["unit"], readonly Block[]>> = {
  part: equalBlocks(PART),
  day: equalBlocks(DAY),
  month: monthsOfYear.map(({ first, days }, index) => ({
    from: first * DAY,
    to: (first + days) * DAY,
    isDark: index % 2 === 0,
  })),
};

/** The month of an hour, from 0. */
const monthOf = (hour: number): number => BLOCKS.month.findIndex(({ to }) => hour < to);

/** The blocks that overlap a period. */
export function ladderOf({ from, to }: Span): Ladder {
  const length = to - from + 1;
  const unit = length <= MAX_HOURS.parts ? "part" : length <= MAX_HOURS.days ? "day" : "month";
  return { unit, blocks: BLOCKS[unit].filter((block) => block.from <= to && block.to > from) };
}

const spanOfScale = (times: Float64Array, min: number, max: number): Span => ({
  from: Math.max(0, Math.round((min - times[0]!) / SECONDS)),
  to: Math.min(HOURS - 1, Math.round((max - times[0]!) / SECONDS) - 1),
});

/**
 * The hour at a position on the axis, for the cursor and for clicks.
 * @param left distance from the left end of the axis, in pixels
 */
export function hourAt(left: number, width: number, { from, to }: Span): number {
  // Multiplies before it divides, so that the start of an hour is exact at whole pixels.
  const hour = from + Math.floor((left * (to - from + 1)) / width);
  return Math.min(to, Math.max(from, hour));
}

/** Distance between labels, in pixels. */
const LABEL_GAP = 8;
const LADDER = { gap: 3, height: 4 };

const FORMATS: Readonly<Record<Ladder["unit"], Intl.DateTimeFormatOptions>> = {
  part: { hour: "2-digit", minute: "2-digit" },
  day: { weekday: "short", day: "numeric", month: "short" },
  month: { month: "short" },
};
/** Shorter forms of days. */
const WEEKDAY: Intl.DateTimeFormatOptions = { weekday: "short", day: "numeric" };
const DAY_OF_MONTH: Intl.DateTimeFormatOptions = { day: "numeric" };
const DATE: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

/** The visible part of a block. */
const clip = ({ from, to }: Block, span: Span): { readonly from: number; readonly to: number } => ({
  from: Math.max(from, span.from),
  to: Math.min(to, span.to + 1),
});

/**
 * The names of the blocks that overlap a period; empty for blocks without room. If there is no room for months on all
 * days, only the first day and the first of each month have one.
 * @param perHour width of an hour, in pixels
 */
export function hourLabels(
  span: Span,
  perHour: number,
  { language, first, measure }: { readonly language: string; readonly first: FirstWeekday; readonly measure: Measure },
): readonly string[] {
  const { unit, blocks } = ladderOf(span);
  const formatHours = (parts: Intl.DateTimeFormatOptions): readonly string[] => {
    const format = hourFormat(language, first, parts);
    return blocks.map(({ from }) => format(from));
  };
  const widthOf = (index: number): number => {
    const { from, to } = clip(blocks[index]!, span);
    return (to - from) * perHour;
  };
  const keepFitting = (labels: readonly string[]): readonly string[] =>
    labels.map((label, index) => (measure(label) + LABEL_GAP <= widthOf(index) ? label : ""));
  const perDay = DAY * perHour;
  const haveRoom = (labels: readonly string[]): boolean => widest(labels, measure) + LABEL_GAP <= perDay;
  const fullLabels = formatHours(FORMATS[unit]);
  if (unit !== "day" || haveRoom(fullLabels)) return keepFitting(fullLabels);
  const [weekdays, days, dates] = [formatHours(WEEKDAY), formatHours(DAY_OF_MONTH), formatHours(DATE)];
  const labels = haveRoom(weekdays) ? weekdays : days;
  const [label, date] = [widest(labels, measure), widest(dates, measure)];
  // Number of days from one label to the next, so that a date fits between two labels.
  const step = Math.max(
    1,
    Math.ceil((label + LABEL_GAP) / perDay),
    Math.ceil((date + label + 2 * LABEL_GAP) / (2 * perDay)),
  );
  const start = widthOf(0) < perDay / 2 ? 1 : 0;
  let month = -1;
  return labels.map((plainLabel, index) => {
    if (index < start || (index - start) % step !== 0) return "";
    const ownMonth = monthOf(blocks[index]!.from);
    const isDated = ownMonth !== month;
    // Two adjacent dates need more room; if there is none, only the first of the month has one.
    const next = blocks[index + step];
    const isBeforeDate = next !== undefined && monthOf(next.from) !== ownMonth && date + LABEL_GAP > step * perDay;
    month = ownMonth;
    return isDated && !isBeforeDate ? dates[index]! : plainLabel;
  });
}

/** The horizontal axis of a plot of hours; `ladder` is the hook that draws its blocks. */
export function hourAxis(
  times: Float64Array,
  language: string,
  first: FirstWeekday,
  measure: Measure,
): { readonly axis: uPlot.Axis; readonly ladder: (plot: uPlot) => void } {
  const visibleLadder = ({ scales }: uPlot): { readonly ladder: Ladder; readonly span: Span } => {
    const span = spanOfScale(times, scales["x"]?.min ?? times[0]!, scales["x"]?.max ?? times.at(-1)!);
    return { ladder: ladderOf(span), span };
  };
  const timeAt = (hour: number): number => times[0]! + hour * SECONDS;
  return {
    axis: {
      stroke: ink("ink-2"),
      font: chartFont(),
      grid: { show: false },
      ticks: { show: false },
      size: 26,
      gap: LADDER.gap + LADDER.height + 3,
      splits: (plot) => {
        const { ladder, span } = visibleLadder(plot);
        return ladder.blocks.map((block) => {
          const { from, to } = clip(block, span);
          return timeAt((from + to) / 2);
        });
      },
      values: (plot) => {
        const { span } = visibleLadder(plot);
        const perHour = plot.bbox.width / devicePixelRatio / (span.to - span.from + 1);
        return [...hourLabels(span, perHour, { language, first, measure })];
      },
    },
    ladder: (plot) => {
      const { ladder, span } = visibleLadder(plot);
      const { ctx } = plot;
      const { top, height } = plot.bbox;
      const scale = devicePixelRatio;
      ctx.save();
      ctx.strokeStyle = ink("ink-3");
      ctx.lineWidth = scale / 2;
      for (const block of ladder.blocks) {
        const { from, to } = clip(block, span);
        const left = plot.valToPos(timeAt(from), "x", true);
        const right = plot.valToPos(timeAt(to), "x", true);
        ctx.fillStyle = ink(block.isDark ? "ink-3" : "sheet");
        ctx.fillRect(left, top + height + LADDER.gap * scale, right - left, LADDER.height * scale);
        ctx.strokeRect(left, top + height + LADDER.gap * scale, right - left, LADDER.height * scale);
      }
      ctx.restore();
    },
  };
}
