/** The axis of hours: a ladder whose blocks are months, days or parts of a day, each named in its middle. */
import type uPlot from "uplot";
import { DAYS, monthsOfYear } from "./heatmap.ts";
import { type FirstWeekday, hourFormat } from "./calendar.ts";
import { HOURS } from "./hours.ts";
import type { Span } from "./hours-view.ts";
import { ink } from "./ink.ts";
import { type Measure, widestOf } from "./measure.ts";
import { chartFont } from "./use-measure.ts";

const DAY = 24;
/** A part of a day, in hours. */
const PART = 6;
/** Longest parts of the year that are divided into parts of a day, and into days, in hours. */
const MOST = { parts: 2 * DAY, days: 40 * DAY };
const SECONDS = 3_600;

export interface Block {
  /** Its first hour, and the one after its last, from 1 January. */
  readonly from: number;
  readonly to: number;
  /** Every second one is dark. */
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

const FIRST_DAYS: ReadonlySet<number> = new Set(BLOCKS.month.map(({ from }) => from));

/** The blocks that a part of the year has a share in. */
export function ladderOf({ from, to }: Span): Ladder {
  const length = to - from + 1;
  const unit = length <= MOST.parts ? "part" : length <= MOST.days ? "day" : "month";
  return { unit, blocks: BLOCKS[unit].filter((block) => block.from <= to && block.to > from) };
}

const spanOfScale = (times: Float64Array, min: number, max: number): Span => ({
  from: Math.max(0, Math.round((min - times[0]!) / SECONDS)),
  to: Math.min(HOURS - 1, Math.round((max - times[0]!) / SECONDS) - 1),
});

/**
 * The hour at a place on the axis: for the cursor, a click and every other use of a pixel.
 * @param left from the left end of the axis, in pixels
 */
export function hourAt(left: number, width: number, { from, to }: Span): number {
  // Multiplied first: the quotient of a whole pixel is exact at the start of an hour.
  const hour = from + Math.floor((left * (to - from + 1)) / width);
  return Math.min(to, Math.max(from, hour));
}

/** Between labels, in pixels. */
const APART = 8;
const LADDER = { gap: 3, height: 4 };

/** The horizontal axis of a plot of hours; `ladder` draws its blocks, as a hook. */
export function hourAxis(
  times: Float64Array,
  language: string,
  first: FirstWeekday,
  measure: Measure,
): { readonly axis: uPlot.Axis; readonly ladder: (plot: uPlot) => void } {
  const format = (parts: Intl.DateTimeFormatOptions) => hourFormat(language, first, parts);
  const formats = {
    part: format({ hour: "2-digit", minute: "2-digit" }),
    day: format({ weekday: "short", day: "numeric", month: "short" }),
    month: format({ month: "short" }),
  };
  /** Shorter forms of days; the first shown day and the first of a month get the month. */
  const shorterDays = [format({ weekday: "short", day: "numeric" }), format({ day: "numeric" })];
  const dayOfMonth = format({ day: "numeric", month: "short" });
  const shownLadder = ({ scales }: uPlot): { readonly ladder: Ladder; readonly span: Span } => {
    const span = spanOfScale(times, scales["x"]?.min ?? times[0]!, scales["x"]?.max ?? times.at(-1)!);
    return { ladder: ladderOf(span), span };
  };
  /** The part of a block that is shown. */
  const cut = ({ from, to }: Block, span: Span): { readonly from: number; readonly to: number } => ({
    from: Math.max(from, span.from),
    to: Math.min(to, span.to + 1),
  });
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
        const { ladder, span } = shownLadder(plot);
        return ladder.blocks.map((block) => {
          const { from, to } = cut(block, span);
          return timeAt((from + to) / 2);
        });
      },
      values: (plot) => {
        const { ladder, span } = shownLadder(plot);
        const perHour = plot.bbox.width / devicePixelRatio / (span.to - span.from + 1);
        const written = (format: (hour: number) => string): readonly string[] =>
          ladder.blocks.map(({ from }) => format(from));
        const long = written(formats[ladder.unit]);
        const fits = (label: string, hours: number): boolean => measure(label) + APART <= hours * perHour;
        if (ladder.unit !== "day" || fits(widestOf(long, measure), DAY))
          return ladder.blocks.map((block, index) => {
            const { from, to } = cut(block, span);
            return fits(long[index]!, to - from) ? long[index]! : "";
          });
        // All days have the same form, so that they read as a row.
        const [withWeekday, short] = shorterDays.map(written);
        const labels = fits(widestOf(withWeekday!, measure), DAY) ? withWeekday! : short!;
        return ladder.blocks.map((block, index) => {
          const { from, to } = cut(block, span);
          const dated = dayOfMonth(block.from);
          const isDated = index === 0 || FIRST_DAYS.has(block.from);
          if (isDated && fits(dated, to - from)) return dated;
          return fits(labels[index]!, to - from) ? labels[index]! : "";
        });
      },
    },
    ladder: (plot) => {
      const { ladder, span } = shownLadder(plot);
      const { ctx } = plot;
      const { top, height } = plot.bbox;
      const scale = devicePixelRatio;
      ctx.save();
      ctx.strokeStyle = ink("ink-3");
      ctx.lineWidth = scale / 2;
      for (const block of ladder.blocks) {
        const { from, to } = cut(block, span);
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
