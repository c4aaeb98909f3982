/** Linear scales with round ticks. */
import { ticks } from "../figures/figures.ts";

export interface Scale {
  /** The pixel of a value. */
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Least distance of ticks, in pixels. */
const TICK_ROOM = 28;
const TICKS = { least: 2, most: 4 };

/**
 * A scale from `start` to `end` (pixels) for values from `least` to `most`. It begins and ends at a tick.
 * @param room least distance of ticks in pixels
 */
export function linearScale(
  [least, most]: readonly [least: number, most: number],
  [start, end]: readonly [start: number, end: number],
  room = TICK_ROOM,
): Scale {
  const length = Math.abs(end - start);
  const wanted = Math.min(TICKS.most, Math.max(TICKS.least, Math.floor(length / room)));
  const all = ticks(least, most > least ? most : least + 1, wanted);
  const [first, last] = [all[0]!, all.at(-1)!];
  return { at: (value) => start + ((value - first) / (last - first || 1)) * (end - start), ticks: all };
}
