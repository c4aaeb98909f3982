/**
 * Security of supply over the hours of a year. Source: https://github.com/quintel/merit, LOLE, excess and blackout
 * (MIT).
 */
import { type AnyCurve, asArray, type Curve } from "../curves/curve.ts";
import { sum as compensatedSum } from "@etesian/numeric";
import { sumOf } from "../curves/derived.ts";
import { type CurveMemo, declareDerivation } from "../curves/memo.ts";
import type { MeritOrder } from "./order.ts";
import { HOURS } from "./participant.ts";
import { SHORTAGE } from "./price-curve.ts";

/** Number of hours in which demand, without the loads of the excluded participants, exceeds a capacity (MW). */
export function lossOfLoadExpectation(
  memo: CurveMemo,
  order: MeritOrder,
  demand: AnyCurve<"april">,
  capacity: number,
  excludedKeys: readonly string[],
): number {
  const excludedLoads = excludedKeys.flatMap((key) =>
    order.participants.filter((p) => p.key === key).map((p) => p.anyLoad),
  );
  return memo.derive(hoursAbove, [demand, sumOf(memo, excludedLoads)], [capacity]);
}

const hoursAbove = declareDerivation(
  "hours above a capacity",
  ([demand, excluded]: readonly [Curve<"april">, Curve<"april">], [capacity]: readonly [number]) => {
    let hours = 0;
    for (let h = 0; h < HOURS; h++) if (demand[h]! - excluded[h]! > capacity) hours++;
    return hours;
  },
);

/** Lengths (hours) of the runs of hours in which always-on production exceeds demand (both MW). */
export function excessEvents(production: Curve<"april">, demand: Curve<"april">): readonly number[] {
  const runs: number[] = [];
  let length = 0;
  for (let h = 0; h < HOURS; h++) {
    if (production[h]! - demand[h]! > SHORTAGE) length++;
    else if (length > 0) {
      runs.push(length);
      length = 0;
    }
  }
  if (length > 0) runs.push(length);
  return runs;
}

export interface Blackout {
  readonly hours: number;
  /** MWh. */
  readonly volume: number;
  /** MW. */
  readonly peak: number;
}

/** Hours without enough production. */
export function blackout(net: Curve<"april">): Blackout {
  const shortages = asArray(net).filter((value) => value < -SHORTAGE);
  const peak = shortages.reduce((min, value) => Math.min(min, value), 0);
  return {
    hours: shortages.length,
    volume: compensatedSum(shortages.map((value) => -value)),
    peak: peak < 0 ? -peak : 0,
  };
}
