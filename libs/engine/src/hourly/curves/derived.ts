/** What is derived from curves in more than one place; memoised (see `CurveMemo`). */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { addCurves, derotate, largest, rotate, scale, total, ZEROS } from "./arithmetic.ts";
import { asArray, type Curve, type Start } from "./curve.ts";
import { type CurveMemo, declareDerivation } from "./memo.ts";

const scaledCurve = declareDerivation("scaled", ([curve]: readonly [Curve], [factor]: readonly [number]) =>
  scale(curve, factor),
);
const constantCurve = declareDerivation("constant", (_: readonly [], [value]: readonly [number]) =>
  new Float64Array(HOURS_PER_YEAR).fill(value),
);
const totalOfCurve = declareDerivation("total", ([curve]: readonly [Curve]) => total(curve));
const largestOfCurve = declareDerivation("largest", ([curve]: readonly [Curve]) => largest(curve));
const sumOfCurves = declareDerivation("sum", (curves: readonly Curve[]) => addCurves(curves) ?? ZEROS);
const rotatedCurve = declareDerivation("rotated", ([curve]: readonly [Curve<"january">]) => rotate(curve));
const derotatedCurve = declareDerivation("derotated", ([curve]: readonly [Curve<"april">]) => derotate(curve));
const positiveCurve = declareDerivation("positive part", ([curve]: readonly [Curve]) => {
  const result = new Float64Array(curve.length);
  for (let h = 0; h < result.length; h++) result[h] = curve[h]! > 0 ? curve[h]! : 0;
  return result;
});
const negativeCurve = declareDerivation("negative part", ([curve]: readonly [Curve]) => {
  const result = new Float64Array(curve.length);
  for (let h = 0; h < result.length; h++) result[h] = curve[h]! < 0 ? -curve[h]! : 0;
  return result;
});
const sizeOfCurve = declareDerivation("size", ([curve]: readonly [Curve]) => asArray(curve).map(Math.abs));

/** Curve × factor. */
export function scaled<From extends Start>(memo: CurveMemo, curve: Curve<From>, factor: number): Curve<From> {
  return factor === 0 || curve === ZEROS ? ZEROS : (memo.derive(scaledCurve, [curve], [factor]) as Curve<From>);
}

/** The same value in every hour. */
export function constant(memo: CurveMemo, value: number): Curve<never> {
  return memo.derive(constantCurve, [], [value]) as Curve<never>;
}

/** Compensated sum of all values: MWh of a curve in MW. */
export function totalOf(memo: CurveMemo, curve: Curve): number {
  return curve === ZEROS ? 0 : memo.derive(totalOfCurve, [curve], []);
}

/** The largest value; NaN when there is one. */
export function largestOf(memo: CurveMemo, curve: Curve): number {
  return curve === ZEROS ? 0 : memo.derive(largestOfCurve, [curve], []);
}

/** Sum of curves in the slices of the reference (`addCurves`); of none, zeros. */
export function sumOf<From extends Start>(memo: CurveMemo, curves: readonly Curve<From>[]): Curve<From> {
  return memo.derive(sumOfCurves, curves, []) as Curve<From>;
}

/** A year from 1 January in manager order. */
export function rotated(memo: CurveMemo, curve: Curve<"january">): Curve<"april"> {
  return curve === ZEROS ? ZEROS : memo.derive(rotatedCurve, [curve], []);
}

/** A year in manager order from 1 January. */
export function derotated(memo: CurveMemo, curve: Curve<"april">): Curve<"january"> {
  return curve === ZEROS ? ZEROS : memo.derive(derotatedCurve, [curve], []);
}

/** What is above 0. */
export function positivePart<From extends Start>(memo: CurveMemo, curve: Curve<From>): Curve<From> {
  return curve === ZEROS ? ZEROS : (memo.derive(positiveCurve, [curve], []) as Curve<From>);
}

/** The size of what is below 0. */
export function negativePart<From extends Start>(memo: CurveMemo, curve: Curve<From>): Curve<From> {
  return curve === ZEROS ? ZEROS : (memo.derive(negativeCurve, [curve], []) as Curve<From>);
}

/** Without signs. */
export function sizeOf<From extends Start>(memo: CurveMemo, curve: Curve<From>): Curve<From> {
  return curve === ZEROS ? ZEROS : (memo.derive(sizeOfCurve, [curve], []) as Curve<From>);
}
