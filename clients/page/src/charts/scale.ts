/** Linear scales with round ticks. */
import { ticks } from "../figures/figures.ts";

export interface Scale {
  /** The pixel of a value. */
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Minimum distance between ticks, in pixels. */
const TICK_ROOM = 28;
const TICKS = { min: 2, max: 4 };

/**
 * A scale from `start` to `end` (pixels) for values from `min` to `max`. It begins and ends at a tick.
 * @param room minimum distance between ticks in pixels
 */
export function linearScale(
  [min, max]: readonly [min: number, max: number],
  [start, end]: readonly [start: number, end: number],
  room = TICK_ROOM,
): Scale {
  const length = Math.abs(end - start);
  const wanted = Math.min(TICKS.max, Math.max(TICKS.min, Math.floor(length / room)));
  const all = ticks(min, max > min ? max : min + 1, wanted);
  const [first, last] = [all[0]!, all.at(-1)!];
  return { at: (value) => start + ((value - first) / (last - first || 1)) * (end - start), ticks: all };
}
