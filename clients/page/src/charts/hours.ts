/** A year of hours: stacks for drawing, and the initial week. */
import { HOURS_PER_YEAR as HOURS } from "@etesian/numeric";
import type { Hatch } from "./series.ts";

export { HOURS };

export interface HourlySeries {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
  readonly hatch: Hatch | null;
  /** In the unit of the chart, 8,760 hours. */
  readonly values: Float32Array;
  /** Whether it is a line over the stack, such as demand, instead of a part of it. */
  readonly isLine: boolean;
}

/**
 * Outer edges of a stack, hour by hour: the first series is next to the axis. Negative values are stacked downwards from
 * zero, so that series below the axis do not hide behind those above it.
 * @param edges arrays of an earlier stack, which are overwritten and returned: browsers delay freeing the arrays of a
 * drag
 */
export function stackEdges(series: readonly HourlySeries[], edges: Float32Array[] = []): readonly Float32Array[] {
  edges.length = Math.min(edges.length, series.length);
  for (const [index, { values }] of series.entries()) edges[index] ??= new Float32Array(values.length);
  const length = series[0]?.values.length ?? 0;
  for (let hour = 0; hour < length; hour++) {
    let above = 0;
    let below = 0;
    for (let index = 0; index < series.length; index++) {
      const value = series[index]!.values[hour]!;
      edges[index]![hour] = value < 0 ? (below += value) : (above += value);
    }
  }
  return edges;
}

/**
 * Whether a curve has an hour other than 0. Written as a loop, because `some` allocates an object per value.
 * @param noise values up to this size count as 0
 */
export function isNonZero(values: Float32Array, noise = 0): boolean {
  for (let hour = 0; hour < values.length; hour++) if (Math.abs(values[hour]!) > noise) return true;
  return false;
}

/** Whether a curve reaches a value in any hour. */
export function reaches(values: Float32Array, threshold: number): boolean {
  for (let hour = 0; hour < values.length; hour++) if (values[hour]! >= threshold) return true;
  return false;
}

/**
 * The first hour of the seven consecutive days with the least production.
 * @param values curves of wind and sun; without any, the year's first week
 */
export function darkestWeek(values: readonly Float32Array[]): number {
  if (values.length === 0) return 0;
  const days = Array.from({ length: HOURS / 24 }, (_, day) => {
    let sum = 0;
    for (const curve of values) for (let hour = day * 24; hour < day * 24 + 24; hour++) sum += curve[hour] ?? 0;
    return sum;
  });
  let week = days.slice(0, 7).reduce((sum, day) => sum + day, 0);
  let lowest = { sum: week, day: 0 };
  for (let day = 1; day + 7 <= days.length; day++) {
    week += days[day + 6]! - days[day - 1]!;
    if (week < lowest.sum) lowest = { sum: week, day };
  }
  return lowest.day * 24;
}

/** The first hour of the week with the least wind and sun; null for a chart with neither. */
export function darkestWeekOf(series: readonly HourlySeries[]): number | null {
  const sources = series.filter(({ colour, isLine }) => !isLine && /wind|solar/.test(colour));
  return sources.length === 0 ? null : darkestWeek(sources.map(({ values }) => values));
}

/** An hour's rank: the number of hours with a higher value. */
export function rankOf(values: Float32Array, hour: number): number {
  const value = values[hour]!;
  let rank = 0;
  for (const other of values) if (other > value) rank++;
  return rank;
}
