/** Ranges of uncertain sliders: the model's documented ranges, and the user's ranges from the URL. */
import { clamp } from "../../controls/slider-steps.ts";
import { roundToFigure } from "../../figures/figures.ts";

export interface Range {
  readonly from: number;
  /** The most probable position; if absent, all are equally probable. */
  readonly likely?: number | undefined;
  readonly to: number;
}

/** The user's own ranges by slider, in the model's unit; null if the slider does not vary. */
export type OwnRanges = ReadonlyMap<string, Range | null>;

/**
 * Writes the user's ranges to a URL, separated by commas: `slider:from:to`, `slider:from:likely:to`, or `slider:` for
 * one that does not vary.
 */
export const writeRanges = (ranges: OwnRanges): string | undefined =>
  Array.from(ranges, ([key, range]) => `${key}:${range === null ? "" : positionsOf(range).join(":")}`).join() ||
  undefined;

const positionsOf = ({ from, likely, to }: Range): readonly number[] =>
  likely === undefined ? [from, to] : [from, likely, to];

/** Reads the user's ranges from a URL; invalid parts are ignored. */
export function readRanges(text: string): OwnRanges {
  const ranges = new Map<string, Range | null>();
  for (const part of text.split(",")) {
    const [key = "", ...texts] = part.split(":");
    if (key === "") continue;
    if (texts.join() === "" && texts.length === 1) ranges.set(key, null);
    const positions = texts.map((text) => (text === "" ? NaN : Number(text)));
    const isSorted = positions.every((position, index) => position >= (positions[index - 1] ?? -Infinity));
    const [from, to] = [positions[0]!, positions.at(-1)!];
    if (isSorted && positions.length === 2) ranges.set(key, { from, to });
    if (isSorted && positions.length === 3) ranges.set(key, { from, likely: positions[1]!, to });
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
    roundToFigure(clamp(value, { min: from, max: to })),
  );
  const [low, high] = [Math.min(...around), Math.max(...around)];
  return low < high ? { from: low, to: high } : { from, to };
}

/** Changes one position of a range. Ends that cross are swapped, and the likely position stays between them. */
export function rangeWith(range: Range, position: keyof Range, value: number | undefined): Range {
  const { from, likely, to }: Range =
    value === undefined ? { from: range.from, to: range.to } : { ...range, [position]: value };
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  return likely === undefined
    ? { from: low, to: high }
    : { from: low, likely: clamp(likely, { min: low, max: high }), to: high };
}
