/** Statistics of curves. */
import { sum } from "@etesian/numeric";
import { toCalculationCurve, type AttachedCurveType, fullLoadHoursOf } from "@etesian/sliders";

export interface CurveStatistics {
  readonly length: number;
  /** Hour of the first minimum and first maximum. */
  readonly minAt: number;
  readonly maxAt: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** For shares of a capacity; null for other types. */
  readonly fullLoadHours: number | null;
}

/** Statistics of stored values in the form used by the calculation. */
export function statisticsOf(type: AttachedCurveType, storedValues: Float64Array): CurveStatistics {
  const values = toCalculationCurve(type, storedValues);
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
    fullLoadHours: type === "capacity_profile" ? fullLoadHoursOf(storedValues) : null,
  };
}
