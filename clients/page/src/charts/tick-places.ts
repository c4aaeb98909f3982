/** Places of an axis' labels: within its ends and without collisions. */
import type { Measure, Weight } from "./measure.ts";

export interface Tick {
  readonly label: string;
  /** Pixels from the start of the axis. */
  readonly at: number;
  /** The label that is kept first. */
  readonly isStrong: boolean;
}

export interface PlacedTick extends Tick {
  /** Start of the label in pixels. */
  readonly from: number;
}

/** Distance between labels in pixels. */
const GAP = 6;

export const weightOf = ({ isStrong }: Pick<Tick, "isStrong">): Weight => (isStrong ? "strong" : "plain");

/**
 * Labels are centred at their ticks, and moved within the axis at its ends. Of labels that collide, the strong one, then
 * those at the ends, then the first ones remain.
 * @param width of the axis in pixels
 */
export function placedTicks(ticks: readonly Tick[], width: number, measure: Measure): readonly PlacedTick[] {
  const last = ticks.length - 1;
  const rankOf = (tick: Tick, index: number): number => (tick.isStrong ? 0 : index === 0 || index === last ? 1 : 2);
  const placed = ticks.map((tick, index) => {
    const extent = measure(tick.label, weightOf(tick));
    const from = Math.max(0, Math.min(width - extent, tick.at - extent / 2));
    return { tick: { ...tick, from }, to: from + extent, rank: rankOf(tick, index) };
  });
  const kept: typeof placed = [];
  for (const each of placed.toSorted((a, b) => a.rank - b.rank))
    if (kept.every(({ tick, to }) => each.tick.from >= to + GAP || each.to + GAP <= tick.from)) kept.push(each);
  return kept.map(({ tick }) => tick).toSorted((a, b) => a.at - b.at);
}
