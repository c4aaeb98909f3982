/** Ranges of uncertain sliders: the documented ranges of the model, with the user's own from the URL. */
import { roundToFigure } from "../../figures/figures.ts";

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The user's own ranges by slider, in the model's unit; null if the slider does not vary. */
export type OwnRanges = ReadonlyMap<string, Range | null>;

/**
 * The text of the user's ranges in a URL: `slider:from:to`, or `slider:` for one that does not vary, separated by
 * commas.
 */
export const writeRanges = (ranges: OwnRanges): string | undefined =>
  Array.from(ranges, ([key, range]) => (range === null ? `${key}:` : `${key}:${range.from}:${range.to}`)).join() ||
  undefined;

/** Reads the user's ranges from a URL; invalid parts are ignored. */
export function readRanges(text: string): OwnRanges {
  const ranges = new Map<string, Range | null>();
  for (const part of text.split(",")) {
    const [key = "", low = "", high, ...rest] = part.split(":");
    if (key === "" || rest.length > 0) continue;
    if (low === "" && high === undefined) ranges.set(key, null);
    const [from, to] = [Number(low), Number(high)];
    if (low !== "" && high !== undefined && high !== "" && from <= to) ranges.set(key, { from, to });
  }
  return ranges;
}

/** The ranges of a run: the documented ones in their order, then the ranges of added sliders. */
export function rangesOf(documented: Readonly<Record<string, Range>>, own: OwnRanges): Readonly<Record<string, Range>> {
  const all = new Map<string, Range | null>(
    Object.entries(documented).map(([key, { from, to }]) => [key, { from, to }]),
  );
  for (const [key, range] of own) all.set(key, range);
  return Object.fromEntries([...all].flatMap(([key, range]) => (range === null ? [] : [[key, range]])));
}

/** Fraction of its current position by which an added slider varies, in both directions. */
const RANGE_FRACTION = 0.1;

/** The initial range of an added slider: around its current position or, if that is 0, its useful range. */
export function initialRange({ from, to, present }: Range & { readonly present: number }): Range {
  const around = [present * (1 - RANGE_FRACTION), present * (1 + RANGE_FRACTION)].map((value) =>
    roundToFigure(Math.min(to, Math.max(from, value))),
  );
  const [low, high] = [Math.min(...around), Math.max(...around)];
  return low < high ? { from: low, to: high } : { from, to };
}
