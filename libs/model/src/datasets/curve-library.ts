/** The hourly curves of an area, as its readers see them. */

export interface CurveSetVariant {
  readonly name: string;
  /** Names of the curves in it, sorted. */
  readonly curves: readonly string[];
}

export interface CurveSet {
  readonly name: string;
  /** Sorted by name, but `default` first. */
  readonly variants: readonly CurveSetVariant[];
}

/**
 * Curves of one area, own files before those of the base dataset. Values are as written (no normalisation), one per
 * line as the reference reads them: the leading number of the line, else 0. Hence the first hour of a file that begins
 * with a byte-order mark is 0.
 */
export interface CurveLibrary {
  /** Names of the load profiles, sorted. */
  readonly profiles: readonly string[];
  readonly sets: readonly CurveSet[];
  /** 8,760 values; shorter profiles are stretched. Raises `CurveError`. */
  profile(name: string): Float64Array;
  /** Curve of a set's variant, 8,760 values. Raises `CurveError`. */
  curve(set: string, variant: string, name: string): Float64Array;
  /** `weather_properties.csv` of a variant by key; null when the variant has none (the default). */
  properties(set: string, variant: string): { readonly [key: string]: number } | null;
}
