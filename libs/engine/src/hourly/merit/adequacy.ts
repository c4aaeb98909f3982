/**
 * Security of supply over the hours of a year.
 * Source: https://github.com/quintel/merit: LOLE, excess, blackout (MIT).
 */
import { type AnyCurve, asArray, type Curve } from "../curves/curve.ts";
import { sum as compensatedSum } from "@etesian/numeric";
import { sumOf } from "../curves/derived.ts";
import { type CurveMemo, declareDerivation } from "../curves/memo.ts";
import type { MeritOrder } from "./order.ts";
import { HOURS } from "./participant.ts";
import { SHORTAGE } from "./price-curve.ts";

/** Hours in which demand, without the load of the excluded participants, is above a capacity (MW). */
export function lossOfLoadExpectation(
  memo: CurveMemo,
  order: MeritOrder,
  demand: AnyCurve<"april">,
  capacity: number,
  excludes: readonly string[],
): number {
  const excluded = excludes.flatMap((key) => order.participants.filter((p) => p.key === key).map((p) => p.anyLoad));
  return memo.derive(hoursAbove, [demand, sumOf(memo, excluded)], [capacity]);
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
  const short = asArray(net).filter((value) => value < -SHORTAGE);
  const peak = short.reduce((least, value) => Math.min(least, value), 0);
  return { hours: short.length, volume: compensatedSum(short.map((value) => -value)), peak: peak < 0 ? -peak : 0 };
}
