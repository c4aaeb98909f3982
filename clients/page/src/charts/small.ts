/**
 * Geometry of small charts without axes: a bar of shares, and a week of an hourly curve. In pixels; y increases
 * downwards.
 */
import { darkestWeek } from "./hours.ts";
import type { Series } from "./series.ts";

const WEEK = 168;
/** Pixels between two parts of a bar. */
const GAP = 1;
/** Thinner parts are omitted, because their gap would cover them. */
const MIN_WIDTH = 1.5;

export interface Share {
  readonly series: Series;
  readonly x: number;
  readonly width: number;
}

/** The future parts of a stack, side by side over a width. */
export function sharesOf(series: readonly Series[], width: number): readonly Share[] {
  const parts = series.filter(({ future }) => (future ?? 0) > 0);
  const sum = parts.reduce((total, { future }) => total + future!, 0);
  const visibleParts = parts.filter(({ future }) => (future! / sum) * width >= MIN_WIDTH + GAP);
  const visibleSum = visibleParts.reduce((total, { future }) => total + future!, 0);
  const room = width - GAP * (visibleParts.length - 1);
  let x = 0;
  return visibleParts.map((one) => {
    const share = { series: one, x, width: (one.future! / visibleSum) * room };
    x += share.width + GAP;
    return share;
  });
}

/** The first hour, at midnight, of the week with the highest values of a curve. */
export const highestWeek = (values: Float32Array): number => darkestWeek([values.map((value) => -value)]);

/** SVG path of a week of a curve in steps, scaled from 0 or its lowest value to its highest. */
export function weekLine(
  values: Float32Array,
  from: number,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const week = values.subarray(from, from + WEEK);
  const [low, high] = [Math.min(0, ...week), Math.max(...week)];
  const y = (value: number): string => (height - ((value - low) / (high - low || 1)) * height).toFixed(1);
  let line = "";
  for (const [hour, value] of week.entries()) {
    if (hour > 0 && value === week[hour - 1]) continue;
    line += `${hour === 0 ? "M0 " : `H${((hour / week.length) * width).toFixed(1)}V`}${y(value)}`;
  }
  return `${line}H${width}`;
}
