/** What is derived from curves in more than one place; memoised (see `CurveMemo`). */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { addCurves, derotate, largest, rotate, scale, total, ZEROS } from "./arithmetic.ts";
import { type CurveMemo, derivation } from "./memo.ts";

const scaledCurve = derivation("scaled", ([curve]: readonly [Float64Array], [factor]: readonly [number]) =>
  scale(curve, factor),
);
const constantCurve = derivation("constant", (_: readonly [], [value]: readonly [number]) =>
  new Float64Array(HOURS_PER_YEAR).fill(value),
);
const totalOfCurve = derivation("total", ([curve]: readonly [Float64Array]) => total(curve));
const largestOfCurve = derivation("largest", ([curve]: readonly [Float64Array]) => largest(curve));
const sumOfCurves = derivation("sum", (curves: readonly Float64Array[]) => addCurves(curves) ?? ZEROS);
const rotatedCurve = derivation("rotated", ([curve]: readonly [Float64Array]) => rotate(curve));
const derotatedCurve = derivation("derotated", ([curve]: readonly [Float64Array]) => derotate(curve));
const positiveCurve = derivation("positive part", ([curve]: readonly [Float64Array]) => {
  const result = new Float64Array(curve.length);
  for (let h = 0; h < result.length; h++) result[h] = curve[h]! > 0 ? curve[h]! : 0;
  return result;
});
const negativeCurve = derivation("negative part", ([curve]: readonly [Float64Array]) => {
  const result = new Float64Array(curve.length);
  for (let h = 0; h < result.length; h++) result[h] = curve[h]! < 0 ? -curve[h]! : 0;
  return result;
});

/** Curve × factor. */
export function scaled(memo: CurveMemo, curve: Float64Array, factor: number): Float64Array {
  return factor === 0 || curve === ZEROS ? ZEROS : memo.derive(scaledCurve, [curve], [factor]);
}

/** The same value in every hour. */
export function constant(memo: CurveMemo, value: number): Float64Array {
  return memo.derive(constantCurve, [], [value]);
}

/** Compensated sum of all values: MWh of a curve in MW. */
export function totalOf(memo: CurveMemo, curve: Float64Array): number {
  return curve === ZEROS ? 0 : memo.derive(totalOfCurve, [curve], []);
}

/** The largest value; NaN when there is one. */
export function largestOf(memo: CurveMemo, curve: Float64Array): number {
  return curve === ZEROS ? 0 : memo.derive(largestOfCurve, [curve], []);
}

/** Sum of curves in the slices of the reference (`addCurves`); of none, zeros. */
export function sumOf(memo: CurveMemo, curves: readonly Float64Array[]): Float64Array {
  return memo.derive(sumOfCurves, curves, []);
}

/** A year from 1 January in manager order. */
export function rotated(memo: CurveMemo, curve: Float64Array): Float64Array {
  return curve === ZEROS ? curve : memo.derive(rotatedCurve, [curve], []);
}

/** A year in manager order from 1 January. */
export function derotated(memo: CurveMemo, curve: Float64Array): Float64Array {
  return curve === ZEROS ? curve : memo.derive(derotatedCurve, [curve], []);
}

/** What is above 0. */
export function positivePart(memo: CurveMemo, curve: Float64Array): Float64Array {
  return curve === ZEROS ? curve : memo.derive(positiveCurve, [curve], []);
}

/** The size of what is below 0. */
export function negativePart(memo: CurveMemo, curve: Float64Array): Float64Array {
  return curve === ZEROS ? curve : memo.derive(negativeCurve, [curve], []);
}
