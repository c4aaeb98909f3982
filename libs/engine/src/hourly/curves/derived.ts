/** What is derived from curves in more than one place; memoised (see `CurveMemo`). */
import { addTerms, derotate, largest, rotate, type Term, total, ZEROS } from "./arithmetic.ts";
import type { Buffers } from "./buffers.ts";
import { type AnyCurve, asArray, type Curve, type Start } from "./curve.ts";
import { type CurveMemo, declareDerivation, declareFormula, declareQuestion, type Read, unwrittenBy } from "./memo.ts";

const scaledCurve = declareFormula("scaled", (hours, [curve]: readonly [Curve], [factor]: readonly [number]) => {
  for (let h = 0; h < hours.length; h++) hours[h] = curve[h]! * factor;
});
const constantCurve = declareFormula("constant", (hours, _: readonly [], [value]: readonly [number]) => {
  hours.fill(value);
});
const totalOfCurve = declareDerivation("total", ([curve]: readonly [Curve]) => total(curve));
const largestOfCurve = declareDerivation("largest", ([curve]: readonly [Curve]) => largest(curve));
const SUM = declareQuestion("sum", "little");
const rotatedCurve = declareDerivation("rotated", ([curve]: readonly [Curve<"january">]) => rotate(curve));
const derotatedCurve = declareDerivation("derotated", ([curve]: readonly [Curve<"april">]) => derotate(curve));
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
export function scaled<From extends Start>(memo: CurveMemo, curve: AnyCurve<From>, factor: number): AnyCurve<From> {
  return factor === 0 || curve === ZEROS ? ZEROS : memo.unwritten(scaledCurve, [curve], [factor]);
}

/** The same value in every hour. */
export function constant(memo: CurveMemo, value: number): AnyCurve<never> {
  return memo.unwritten(constantCurve, [], [value]);
}

/** Compensated sum of all values: MWh of a curve in MW. */
export function totalOf(memo: CurveMemo, curve: AnyCurve): number {
  return curve === ZEROS ? 0 : memo.derive(totalOfCurve, [curve], []);
}

/** The largest value; NaN when there is one. */
export function largestOf(memo: CurveMemo, curve: AnyCurve): number {
  if (curve === ZEROS) return 0;
  const product = unwrittenBy(curve, scaledCurve);
  if (product === null || !(product.numbers[0]! > 0)) return memo.derive(largestOfCurve, [curve], []);
  // Of what is rounded, the largest is still the largest.
  return largestOf(memo, product.curves[0]!) * product.numbers[0]!;
}

/** Sum of curves in the slices of the reference (`addCurves`); of none, zeros. */
export function sumOf<From extends Start>(memo: CurveMemo, curves: readonly AnyCurve<From>[]): AnyCurve<From> {
  return memo.recall(SUM, curves, [], (buffers, read): Curve<From> => addInPassing(curves, buffers, read));
}

/** The same for a result in the making: the curves, and all that is added up, are written on its buffers. */
export function addInPassing<From extends Start>(
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

/** A curve to add up: of one that is a curve × a number, and not written, the two. */
function termOf<From extends Start>(curve: AnyCurve<From>, read: Read): Term<From> {
  const product = unwrittenBy(curve, scaledCurve);
  if (product === null) return { curve: read(curve), factor: 1 };
  return { curve: asArray(read(product.curves[0]!)), factor: product.numbers[0]! };
}

/** A year from 1 January in manager order. */
export function rotated(memo: CurveMemo, curve: AnyCurve<"january">): AnyCurve<"april"> {
  return curve === ZEROS ? ZEROS : memo.derive(rotatedCurve, [curve], []);
}

/** A year in manager order from 1 January. */
export function derotated(memo: CurveMemo, curve: AnyCurve<"april">): AnyCurve<"january"> {
  return curve === ZEROS ? ZEROS : memo.derive(derotatedCurve, [curve], []);
}

/** What is above 0. */
export function positivePart<From extends Start>(memo: CurveMemo, curve: AnyCurve<From>): AnyCurve<From> {
  return curve === ZEROS ? ZEROS : memo.unwritten(positiveCurve, [curve], []);
}

/** The size of what is below 0. */
export function negativePart<From extends Start>(memo: CurveMemo, curve: AnyCurve<From>): AnyCurve<From> {
  return curve === ZEROS ? ZEROS : memo.unwritten(negativeCurve, [curve], []);
}

/** Without signs. */
export function sizeOf<From extends Start>(memo: CurveMemo, curve: AnyCurve<From>): AnyCurve<From> {
  return curve === ZEROS ? ZEROS : memo.unwritten(sizeOfCurve, [curve], []);
}
