/** Statistics of a curve. */
import { sum } from "@etesian/numeric";
import { attachedCurve, type AttachedCurveType, fullLoadHoursOf } from "@etesian/sliders";

export interface CurveStatistics {
  readonly length: number;
  /** Hour of the first smallest and first largest value. */
  readonly minAt: number;
  readonly maxAt: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Of shares of a capacity; null for all others. */
  readonly fullLoadHours: number | null;
}

/** Statistics of kept numbers, as they are calculated with. */
export function statisticsOf(type: AttachedCurveType, kept: Float64Array): CurveStatistics {
  const values = attachedCurve(type, kept);
  const [min, max] = values.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number]);
  return {
    length: values.length,
    minAt: values.indexOf(min),
    maxAt: values.indexOf(max),
    min,
    max,
    mean: sum(values) / values.length,
    fullLoadHours: type === "capacity_profile" ? fullLoadHoursOf(kept) : null,
  };
}
