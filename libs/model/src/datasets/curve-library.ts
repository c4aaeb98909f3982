/** The hourly curves of an area. */

export interface CurveSetVariant {
  readonly name: string;
  /** Names of the curves, sorted. */
  readonly curves: readonly string[];
}

export interface CurveSet {
  readonly name: string;
  /** Sorted by name, but `default` first. */
  readonly variants: readonly CurveSetVariant[];
}

/**
 * Curves of one area; its own files take precedence over its base dataset's. Values are not normalised. Lines are
 * parsed as in the reference: the leading number of the line, or 0 if there is none. The first hour of a file with a
 * byte-order mark is therefore 0.
 */
export interface CurveLibrary {
  /** Names of the load profiles, sorted. */
  readonly profiles: readonly string[];
  readonly sets: readonly CurveSet[];
  /** 8,760 values; shorter profiles are stretched. Throws `CurveError`. */
  profile(name: string): Float64Array;
  /** Curve of a set's variant, 8,760 values. Throws `CurveError`. */
  curve(set: string, variant: string, name: string): Float64Array;
  /** `weather_properties.csv` of a variant by key; null if the variant (such as the default) has none. */
  properties(set: string, variant: string): { readonly [key: string]: number } | null;
}
