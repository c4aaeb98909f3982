/** Places the labels of an axis within its ends and without collisions. */
import type { Measure, Weight } from "./measure.ts";

export interface Tick {
  readonly label: string;
  /** Pixels from the start of the axis. */
  readonly position: number;
  /** Whether the label takes precedence over labels that it collides with. */
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
 * Centres labels at their ticks, and moves them inside at the ends of the axis. Among labels that collide, the strong
 * one is kept first, then those at the ends, then the earlier ones.
 * @param width of the axis in pixels
 */
export function placedTicks(ticks: readonly Tick[], width: number, measure: Measure): readonly PlacedTick[] {
  const last = ticks.length - 1;
  const rankOf = (tick: Tick, index: number): number => (tick.isStrong ? 0 : index === 0 || index === last ? 1 : 2);
  const placedLabels = ticks.map((tick, index) => {
    const extent = measure(tick.label, weightOf(tick));
    const from = Math.max(0, Math.min(width - extent, tick.position - extent / 2));
    return { tick: { ...tick, from }, to: from + extent, rank: rankOf(tick, index) };
  });
  const keptTicks: typeof placedLabels = [];
  for (const candidate of placedLabels.toSorted((a, b) => a.rank - b.rank))
    if (keptTicks.every(({ tick, to }) => candidate.tick.from >= to + GAP || candidate.to + GAP <= tick.from))
      keptTicks.push(candidate);
  return keptTicks.map(({ tick }) => tick).toSorted((a, b) => a.position - b.position);
}
