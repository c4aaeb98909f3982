/**
 * Compensated sums (Neumaier) over curves for every hour of the year, as far as they are known in advance. A compensated
 * sum is a fold, so that continuing it hour by hour gives the same bits as adding everything in the hour.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { ZEROS } from "../curves/arithmetic.ts";
import { type CurveMemo, derivation } from "../curves/memo.ts";

/** State per hour, side by side: the sum at 2h, its correction at 2h + 1. Continue it with further terms, or add the two. */
export type StaticSum = Float64Array;

/** The sum of no curves. */
export const NOTHING: StaticSum = new Float64Array(2 * HOURS_PER_YEAR);

/** So many curves at a time: where one has changed, the sum of the groups before it stands. */
const SUMMED_TOGETHER = 12;

export function staticSum(memo: CurveMemo, curves: readonly Float64Array[]): StaticSum {
  const present = curves.filter((curve) => curve !== ZEROS);
  let state = NOTHING;
  for (let from = 0; from < present.length; from += SUMMED_TOGETHER) {
    state = memo.derive(continuedSum, [state, ...present.slice(from, from + SUMMED_TOGETHER)], []);
  }
  return state;
}

type SumAndMore = readonly [before: StaticSum, ...curves: readonly Float64Array[]];

const continuedSum = derivation("static sum", ([before, ...curves]: SumAndMore): StaticSum => {
  const state = before.slice();
  for (const curve of curves) {
    for (let h = 0; h < curve.length; h++) {
      const sum = state[2 * h]!;
      const x = curve[h]!;
      const t = sum + x;
      state[2 * h] = t;
      state[2 * h + 1] = state[2 * h + 1]! + (Math.abs(sum) >= Math.abs(x) ? sum - t + x : x - t + sum);
    }
  }
  return state;
});
