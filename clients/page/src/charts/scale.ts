/** Linear scales with round ticks. */
import { ticks } from "../figures/figures.ts";

export interface Scale {
  /** The pixel position of a value. */
  readonly position: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Minimum distance between ticks, in pixels. */
const TICK_SPACING = 28;
const TICKS = { min: 2, max: 4 };

/**
 * A scale from `start` to `end` (pixels) for values from `min` to `max`. It begins and ends at a tick.
 * @param tickSpacing minimum distance between ticks in pixels
 */
export function linearScale(
  [min, max]: readonly [min: number, max: number],
  [start, end]: readonly [start: number, end: number],
  tickSpacing = TICK_SPACING,
): Scale {
  const length = Math.abs(end - start);
  const tickCount = Math.min(TICKS.max, Math.max(TICKS.min, Math.floor(length / tickSpacing)));
  const values = ticks(min, max > min ? max : min + 1, tickCount);
  const [first, last] = [values[0]!, values.at(-1)!];
  return { position: (value) => start + ((value - first) / (last - first || 1)) * (end - start), ticks: values };
}
