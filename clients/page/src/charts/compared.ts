/** Figures of several scenarios, and how their marks differ. */
import { differencesOf } from "./difference.ts";
import type { Series } from "./series.ts";

export interface ComparedSeries extends Pick<
  Series,
  "key" | "label" | "colour" | "hatch" | "isLine" | "target" | "today"
> {
  /** This scenario's future value, then the others'; null if there is none. */
  readonly values: readonly (number | null)[];
}

/** Scenarios side by side, the others as outlines over this one, or the differences of the others from this one. */
export const COMPARED_VIEWS = ["side", "overlay", "difference"] as const;
export type ComparedView = (typeof COMPARED_VIEWS)[number];

/** Series of the other scenarios' differences from this one; null if either has no value. */
export function differenceOf(series: readonly ComparedSeries[]): readonly ComparedSeries[] {
  const valuesOf = (scenario: number): readonly (number | null)[] =>
    series.map(({ values }) => values[scenario] ?? null);
  const [, ...others] = series[0]?.values ?? [];
  const differences = others.map((_, index) => differencesOf(valuesOf(0), valuesOf(index + 1)));
  return series.map((one, index) => ({ ...one, values: differences.map((difference) => difference[index] ?? null) }));
}

/** Short names of scenarios, in the order of the header; a path has up to six scenarios. */
export const LETTERS = ["A", "B", "C", "D", "E", "F"] as const;

/** The names if all of them fit, otherwise the short names of the header. */
export const namesThatFit = (
  names: readonly string[],
  fits: (names: readonly string[]) => boolean,
): readonly string[] => (fits(names) ? names : LETTERS.slice(0, names.length));

/** Opacity of each scenario's bars, and dashes of its lines, in the order of the header. */
export const OPACITIES = [1, 0.62, 0.4, 0.2] as const;
export const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3], [8, 3, 2, 3], [1, 4], [12, 4]];
