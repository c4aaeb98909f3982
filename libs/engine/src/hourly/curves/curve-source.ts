/** Port to an area's load profiles and weather variants; implementations handle file access. */
export interface CurveSource {
  /** Profile `name`, or `set/name` in the given variant of its set: 8,760 values; null if the area has none. */
  curve(area: string, key: string, variant: string): Float64Array | null;
  /** Variants of a curve set, `default` first; empty if the area lacks the set. */
  variants(area: string, set: string): readonly string[];
  /** `weather_properties` of a variant of the weather set by name; null if the variant has none. */
  weatherProperties(area: string, variant: string): ReadonlyMap<string, number> | null;
}
