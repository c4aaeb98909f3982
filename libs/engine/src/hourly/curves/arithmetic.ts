/**
 * Arithmetic on hourly curves: 8,760 consecutive values, without leap days.
 *
 * Merit orders and heat count their hours from 1 April (index 0) to 31 March ("manager order"); everything a user sees
 * counts from 1 January. The order of every addition is part of the definition: forecast storage turns a difference in
 * the last bit into a visibly different plan (docs/hourly.md).
 */
import { HOURS_PER_YEAR, MJ_PER_MWH, sum as compensatedSum } from "@etesian/numeric";
import { asArray, type Curve, type Start } from "./curve.ts";
import { allocateUnpooledCurve, type AllocateCurve } from "../../reused-memory.ts";

/** The curve of zeros. Shared and never written to; sums recognise it by identity. */
export const ZEROS: Curve<never> = new Float64Array(HOURS_PER_YEAR);
/** Hours from 1 January to 1 April. */
export const ROTATION = 2160;

/** Rotates a year that starts on 1 January so that it starts on 1 April. */
export function rotate(curve: Curve<"january">, allocateCurve = allocateUnpooledCurve): Curve<"april"> {
  return rotateBy(asArray(curve), ROTATION, allocateCurve);
}

/** Rotates a year that starts on 1 April so that it starts on 1 January. */
export function derotate(curve: Curve<"april">, allocateCurve = allocateUnpooledCurve): Curve<"january"> {
  return rotateBy(asArray(curve), curve.length - ROTATION, allocateCurve);
}

function rotateBy(curve: Float64Array, hours: number, allocateCurve: AllocateCurve): Float64Array {
  if (curve === ZEROS) return curve;
  const result = allocateCurve(curve.length);
  result.set(curve.subarray(hours), 0);
  result.set(curve.subarray(0, hours), curve.length - hours);
  return result;
}

/** A curve times a number; sums do not materialise the product. */
export interface Term<From extends Start> {
  readonly curve: Curve<From>;
  readonly factor: number;
}

/** Sum of curves, hour by hour, in the slices of `addTerms`. */
export function addCurves<From extends Start>(
  curves: readonly Curve<From>[],
  newArray?: () => Float64Array,
): Curve<From> | null {
  return addTerms(curves.map(asTerm), newArray);
}

const asTerm = <From extends Start>(curve: Curve<From>): Term<From> => ({ curve, factor: 1 });

/**
 * Sum of terms, hour by hour, in the slices of the reference. Up to 5 terms, and exactly 10 or 20, are added from left
 * to right; other lists are first added in slices of 5, 10 or 20. The sum of an empty list is null. A single curve is
 * returned without a copy. All sums, including the sums of slices, are written to the arrays that `newArray` returns.
 */
export function addTerms<From extends Start>(
  terms: readonly Term<From>[],
  newArray: () => Float64Array = () => allocateUnpooledCurve(terms[0]!.curve.length),
): Curve<From> | null {
  let rest = terms;
  while (rest.length > 1) {
    if (rest.length <= 5 || rest.length === 10 || rest.length === 20) return addSlice(rest, newArray);
    const size = rest.length > 20 ? 20 : rest.length > 10 ? 10 : 5;
    const sums: Term<From>[] = [];
    for (let from = 0; from < rest.length; from += size)
      sums.push(asTerm(addTerms(rest.slice(from, from + size), newArray)!));
    rest = sums;
  }
  return rest.length === 0 ? null : addSlice(rest, newArray);
}

function addSlice<From extends Start>(terms: readonly Term<From>[], newArray: () => Float64Array): Curve<From> {
  const nonZeroTerms = terms.filter(({ curve, factor }) => curve !== ZEROS && factor !== 0);
  const [first] = nonZeroTerms;
  if (first === undefined) return ZEROS;
  if (nonZeroTerms.length === 1 && first.factor === 1) return first.curve;
  const sum = newArray();
  if (first.factor === 1) sum.set(asArray(first.curve));
  else multiply(sum, first);
  let i = 1;
  for (; i + 3 < nonZeroTerms.length; i += 4)
    addFour(sum, nonZeroTerms[i]!, nonZeroTerms[i + 1]!, nonZeroTerms[i + 2]!, nonZeroTerms[i + 3]!);
  for (; i < nonZeroTerms.length; i++) addOne(sum, nonZeroTerms[i]!);
  return sum;
}

/** Adds from left to right, four curves at a time, so that the sum is read and written a quarter as often. */
function addFour(sum: Float64Array, one: Term<Start>, two: Term<Start>, three: Term<Start>, four: Term<Start>): void {
  const [a, b, c, d] = [one.curve, two.curve, three.curve, four.curve];
  const [e, f, g, i] = [one.factor, two.factor, three.factor, four.factor];
  for (let h = 0; h < sum.length; h++) sum[h] = sum[h]! + a[h]! * e + b[h]! * f + c[h]! * g + d[h]! * i;
}

function addOne(sum: Float64Array, { curve, factor }: Term<Start>): void {
  for (let h = 0; h < sum.length; h++) sum[h] = sum[h]! + curve[h]! * factor;
}

function multiply(product: Float64Array, { curve, factor }: Term<Start>): void {
  for (let h = 0; h < product.length; h++) product[h] = curve[h]! * factor;
}

/** The largest value; NaN if one is NaN. */
export function largest(curve: Curve): number {
  let max = -Infinity;
  for (let h = 0; h < curve.length; h++) max = Math.max(max, curve[h]!);
  return max;
}

/** Compensated sum of all values: MWh of a curve in MW. */
export function total(curve: Curve): number {
  return curve === ZEROS ? 0 : compensatedSum(asArray(curve));
}

const AMPLIFY_TOLERANCE = 1e-4;
const AMPLIFY_ROUNDS = 30;

/**
 * Flattens a load profile until it reaches the full load hours. Values are capped at a level found by bisection, and
 * the result is normalised to a profile (sum 1/3600). Profiles that already have as many full load hours are returned
 * unchanged.
 */
export function amplify<From extends Start>(
  profile: Curve<From>,
  fullLoadHours: number,
  allocateCurve = allocateUnpooledCurve,
): Curve<From> {
  let peak = -Infinity;
  for (let h = 0; h < profile.length; h++) if (profile[h]! > peak) peak = profile[h]!;
  const relative = allocateCurve(profile.length);
  for (let h = 0; h < profile.length; h++) relative[h] = profile[h]! / peak;
  const initialHours = compensatedSum(relative);
  if (fullLoadHours < initialHours - 1 || Math.abs(initialHours / fullLoadHours - 1) < AMPLIFY_TOLERANCE)
    return profile;

  const capped = allocateCurve(profile.length);
  let cap = 0.5;
  let step = 0.5;
  for (let round = 0; round < AMPLIFY_ROUNDS; round++) {
    for (let h = 0; h < relative.length; h++) {
      const value = relative[h]!;
      capped[h] = value > cap ? cap : value;
    }
    const hours = compensatedSum(capped) / cap;
    if (Math.abs(hours / fullLoadHours - 1) < AMPLIFY_TOLERANCE) break;
    step /= 2;
    cap += hours > fullLoadHours ? step : -step;
  }
  const sum = compensatedSum(capped);
  const divisor = MJ_PER_MWH * sum;
  for (let h = 0; h < capped.length; h++) capped[h] = capped[h]! / divisor;
  return capped;
}

const MIX_TOLERANCE = 1e-5;

/**
 * Mixes profiles by share. Shares that do not add up to 1 are divided by their sum; a single profile is not scaled.
 * Without profiles, or if the shares add up to 0, the result is zeros.
 */
export function mix<From extends Start>(
  entries: readonly { readonly curve: Curve<From>; readonly share: number }[],
  allocateCurve = allocateUnpooledCurve,
): Curve<From> {
  const sum = compensatedSum(Float64Array.from(entries, (entry) => entry.share));
  if (entries.length === 0 || sum === 0) return allocateCurve();
  if (entries.length === 1) return entries[0]!.curve;
  const divisor = Math.abs(1 - sum) >= MIX_TOLERANCE ? sum : 1;
  const terms = entries
    .filter((entry) => entry.share > 0)
    .map(({ curve, share }) => ({ curve, factor: divisor === 1 ? share : share / divisor }));
  return addTerms(terms, allocateCurve) ?? allocateCurve();
}
