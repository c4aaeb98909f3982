/**
 * Compensated sums (Neumaier) for every hour of the year, over the leading curves that are known in advance. A
 * compensated sum is a fold, so adding the remaining terms hour by hour gives bit-identical results.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { ZEROS } from "../curves/arithmetic.ts";
import { type AnyCurve, asArray, type Curve, borrow } from "../curves/curve.ts";
import { type CurveMemo, declareDerivation } from "../curves/memo.ts";
import type { AllocateCurve } from "../../reused-memory.ts";

/** State per hour: the sum at 2h and its correction at 2h + 1. Continue it with further terms, or add the two. */
export type StaticSum = Float64Array;

/** The sum of no curves. */
export const NOTHING: StaticSum = new Float64Array(2 * HOURS_PER_YEAR);

/** Number of curves per group: when one changes, the sums of the groups before it remain valid. */
const GROUP_SIZE = 12;

/** Sums curves; the result is borrowed until the task ends. */
export function staticSum(memo: CurveMemo, curves: readonly AnyCurve[]): StaticSum {
  const nonZeroCurves = curves.filter((curve) => curve !== ZEROS);
  let state: AnyCurve = NOTHING;
  for (let from = 0; from < nonZeroCurves.length; from += GROUP_SIZE) {
    state = memo.derive(continuedSum, [state, ...nonZeroCurves.slice(from, from + GROUP_SIZE)], []);
  }
  return asArray(borrow(state));
}

type SumArguments = readonly [before: StaticSum, ...curves: readonly Curve[]];

const continuedSum = declareDerivation(
  "static sum",
  ([previous, ...curves]: SumArguments, _: readonly [], allocateCurve: AllocateCurve): StaticSum => {
    const state = allocateCurve(previous.length);
    state.set(previous);
    let next = 0;
    for (; next + 4 <= curves.length; next += 4)
      addFour(state, curves[next]!, curves[next + 1]!, curves[next + 2]!, curves[next + 3]!);
    for (; next < curves.length; next++) addOne(state, curves[next]!);
    return state;
  },
);

/**
 * Adds four curves in turn. The error of an addition is computed without a comparison (Knuth, TwoSum): it is exact,
 * like Neumaier's, so both give bit-identical results.
 */
function addFour(state: StaticSum, a: Curve, b: Curve, c: Curve, d: Curve): void {
  for (let h = 0; h < a.length; h++) {
    let sum = state[2 * h]!;
    let correction = state[2 * h + 1]!;
    let x = a[h]!;
    let t = sum + x;
    let part = t - sum;
    correction += sum - (t - part) + (x - part);
    sum = t;
    x = b[h]!;
    t = sum + x;
    part = t - sum;
    correction += sum - (t - part) + (x - part);
    sum = t;
    x = c[h]!;
    t = sum + x;
    part = t - sum;
    correction += sum - (t - part) + (x - part);
    sum = t;
    x = d[h]!;
    t = sum + x;
    part = t - sum;
    correction += sum - (t - part) + (x - part);
    state[2 * h] = t;
    state[2 * h + 1] = correction;
  }
}

function addOne(state: StaticSum, curve: Curve): void {
  for (let h = 0; h < curve.length; h++) {
    const sum = state[2 * h]!;
    const x = curve[h]!;
    const t = sum + x;
    const part = t - sum;
    state[2 * h] = t;
    state[2 * h + 1] = state[2 * h + 1]! + (sum - (t - part) + (x - part));
  }
}
