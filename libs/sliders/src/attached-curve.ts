/** How a curve that a user attaches to a scenario is kept, which is how recipes carry it. */
import { MJ_PER_MWH, sum } from "@etesian/numeric";

/** Type of a curve in the model's `user_curves` configuration. */
export type AttachedCurveType = "generic" | "price" | "temperature" | "availability" | "profile" | "capacity_profile";

/**
 * The curve to keep for the values given: availabilities lie between 0 and 1, profiles add up to 1/3600 (all zero when
 * the values do), the others stay as they are.
 */
export function attachedCurve(type: AttachedCurveType, values: Float64Array): Float64Array {
  switch (type) {
    case "generic":
    case "price":
    case "temperature":
      return values;
    case "availability":
      return values.map(betweenZeroAndOne);
    case "profile":
      return profileOf(values);
    case "capacity_profile":
      return profileOf(values.map(betweenZeroAndOne));
  }
}

function betweenZeroAndOne(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

function profileOf(values: Float64Array): Float64Array {
  const total = sum(values);
  if (total === 0) return new Float64Array(values.length);
  const divisor = total * MJ_PER_MWH;
  return values.map((value) => value / divisor);
}
