/**
 * What a participant earns and pays over the year at the hourly prices (EUR).
 * Source: https://github.com/quintel/merit, finance (MIT).
 */
import { ZEROS } from "../curves/arithmetic.ts";
import type { Participant } from "./participant.ts";

export type Profitability = "profitable" | "conditionally_profitable" | "unprofitable";

/** Σ load × price; of flexible participants the producing hours only. 0 without units or capacity. */
export function revenue(participant: Participant, price: Float64Array): number {
  if (participant.units === 0 || participant.outputCapacityPerUnit === 0) return 0;
  return loadTimesPrice(participant.load, price, participant.isFlex ? 1 : 0);
}

/** What consuming cost a flexible participant; 0 without units or capacity. */
export function fuelCosts(participant: Participant, price: Float64Array): number {
  if (participant.units === 0 || participant.inputCapacityPerUnit === 0) return 0;
  return loadTimesPrice(participant.load, price, -1);
}

/** Σ load × price of a consumer. */
export function consumptionCosts(participant: Participant, price: Float64Array): number {
  return loadTimesPrice(participant.load, price, 0);
}

/** Cost of what was produced: constant cost × MWh, or Σ load × cost curve. */
export function variableCosts(participant: Participant): number {
  return participant.costCurve === null
    ? participant.cost * participant.productionMwh
    : loadTimesPrice(participant.load, participant.costCurve, 0);
}

/** Cost per MWh as it came out: the constant, or the load-weighted mean of the curve (its mean without production). */
export function marginalCosts(participant: Participant): number {
  if (participant.costCurve === null) return participant.cost;
  const production = participant.productionMwh;
  return production === 0 ? participant.cost : variableCosts(participant) / production;
}

export function profitability(participant: Participant, price: Float64Array): Profitability {
  const earned = revenue(participant, price);
  if (earned > participant.fixedCostsPerUnit * participant.units + variableCosts(participant)) return "profitable";
  if (earned > participant.fixedOmCostsPerUnit * participant.units + variableCosts(participant))
    return "conditionally_profitable";
  return "unprofitable";
}

/** EUR per MWh produced; null without production. */
export function profitPerMwh(participant: Participant, price: Float64Array): number | null {
  const production = participant.productionMwh;
  if (production === 0) return null;
  const costs = participant.fixedCostsPerUnit * participant.units + variableCosts(participant);
  return (revenue(participant, price) - costs) / production;
}

/** EUR per MWh produced; null without production. */
export function revenuePerMwh(participant: Participant, price: Float64Array): number | null {
  const production = participant.productionMwh;
  return production === 0 ? null : revenue(participant, price) / production;
}

/** Compensated Σ load × price over all hours (part 0), positive (1) or the size of negative (-1) products. */
function loadTimesPrice(load: Float64Array, price: Float64Array, part: -1 | 0 | 1): number {
  if (load === ZEROS) return 0;
  let sum = 0;
  let correction = 0;
  for (let h = 0; h < load.length; h++) {
    const product = load[h]! * price[h]!;
    if (part !== 0 && product * part <= 0) continue;
    const x = part < 0 ? -product : product;
    const t = sum + x;
    correction += Math.abs(sum) >= Math.abs(x) ? sum - t + x : x - t + sum;
    sum = t;
  }
  return sum + correction;
}
