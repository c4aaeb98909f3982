/** Memoised derivations used by several modules (see `CurveMemo`). */
import { addTerms, derotate, largest, rotate, type Term, total, ZEROS } from "./arithmetic.ts";
import type { Buffers } from "./buffers.ts";
import { type AnyCurve, asArray, type Curve, type Start } from "./curve.ts";
import {
  type CurveMemo,
  declareDerivation,
  declareFormula,
  declareComputation,
  type Read,
  lazyFormulaOf,
} from "./memo.ts";

const scaledCurve = declareFormula("scaled", (hours, [curve]: readonly [Curve], [factor]: readonly [number]) => {
  for (let h = 0; h < hours.length; h++) hours[h] = curve[h]! * factor;
});
const constantCurve = declareFormula("constant", (hours, _: readonly [], [value]: readonly [number]) => {
  hours.fill(value);
});
const totalOfCurve = declareDerivation("total", ([curve]: readonly [Curve]) => total(curve));
const largestInCurve = declareDerivation("largest", ([curve]: readonly [Curve]) => largest(curve));
const SUM = declareComputation("sum", "cheap");
const rotatedCurve = declareDerivation(
  "rotated",
  ([curve]: readonly [Curve<"january">], _: readonly [], allocateCurve) => rotate(curve, allocateCurve),
);
const derotatedCurve = declareDerivation(
  "derotated",
  ([curve]: readonly [Curve<"april">], _: readonly [], allocateCurve) => derotate(curve, allocateCurve),
);
const positiveCurve = declareFormula("positive part", (hours, [curve]: readonly [Curve]) => {
  for (let h = 0; h < hours.length; h++) hours[h] = curve[h]! > 0 ? curve[h]! : 0;
});
const negativeCurve = declareFormula("negative part", (hours, [curve]: readonly [Curve]) => {
  for (let h = 0; h < hours.length; h++) hours[h] = curve[h]! < 0 ? -curve[h]! : 0;
});
const sizeOfCurve = declareFormula("size", (hours, [curve]: readonly [Curve]) => {
  for (let h = 0; h < hours.length; h++) hours[h] = Math.abs(curve[h]!);
});

/** Curve × factor. */
export function scaleCurve<From extends Start>(memo: CurveMemo, curve: AnyCurve<From>, factor: number): AnyCurve<From> {
  return factor === 0 || curve === ZEROS ? ZEROS : memo.lazy(scaledCurve, [curve], [factor]);
}

/** A constant curve. */
export function constant(memo: CurveMemo, value: number): AnyCurve<never> {
  return memo.lazy(constantCurve, [], [value]);
}

/** Compensated sum of all values: MWh of a curve in MW. */
export function totalOf(memo: CurveMemo, curve: AnyCurve): number {
  return curve === ZEROS ? 0 : memo.derive(totalOfCurve, [curve], []);
}

/** The largest value; NaN if one is NaN. */
export function largestOf(memo: CurveMemo, curve: AnyCurve): number {
  if (curve === ZEROS) return 0;
  const product = lazyFormulaOf(curve, scaledCurve);
  if (product === null || !(product.numbers[0]! > 0)) return memo.derive(largestInCurve, [curve], []);
  // Rounding is monotonic: the largest value stays the largest.
  return largestOf(memo, product.curves[0]!) * product.numbers[0]!;
}

/** Sum of curves in the slices of the reference (`addCurves`); zeros for an empty list. */
export function sumOf<From extends Start>(memo: CurveMemo, curves: readonly AnyCurve<From>[]): AnyCurve<From> {
  return memo.recall(SUM, curves, [], (buffers, read): Curve<From> => addBorrowed(curves, buffers, read));
}

/** Sums curves for a result under construction: curves and sums are written to its buffers. */
export function addBorrowed<From extends Start>(
  curves: readonly AnyCurve<From>[],
  buffers: Buffers,
  read: Read,
): Curve<From> {
  return (
    addTerms(
      curves.map((curve) => termOf(curve, read)),
      () => buffers.year(),
    ) ?? ZEROS
  );
}

/** A curve as a term; a lazy product is split into its curve and factor. */
function termOf<From extends Start>(curve: AnyCurve<From>, read: Read): Term<From> {
  const product = lazyFormulaOf(curve, scaledCurve);
  if (product === null) return { curve: read(curve), factor: 1 };
  return { curve: asArray(read(product.curves[0]!)), factor: product.numbers[0]! };
}

/** Converts a year that starts on 1 January to manager order. */
export function rotateCurve(memo: CurveMemo, curve: AnyCurve<"january">): AnyCurve<"april"> {
  return curve === ZEROS ? ZEROS : memo.derive(rotatedCurve, [curve], []);
}

/** Converts a year in manager order to start on 1 January. */
export function derotateCurve(memo: CurveMemo, curve: AnyCurve<"april">): AnyCurve<"january"> {
  return curve === ZEROS ? ZEROS : memo.derive(derotatedCurve, [curve], []);
}

/** The part above 0. */
export function positivePart<From extends Start>(memo: CurveMemo, curve: AnyCurve<From>): AnyCurve<From> {
  return curve === ZEROS ? ZEROS : memo.lazy(positiveCurve, [curve], []);
}

/** The absolute value of the part below 0. */
export function negativePart<From extends Start>(memo: CurveMemo, curve: AnyCurve<From>): AnyCurve<From> {
  return curve === ZEROS ? ZEROS : memo.lazy(negativeCurve, [curve], []);
}

/** Absolute values. */
export function sizeOf<From extends Start>(memo: CurveMemo, curve: AnyCurve<From>): AnyCurve<From> {
  return curve === ZEROS ? ZEROS : memo.lazy(sizeOfCurve, [curve], []);
}
