/**
 * Yearly revenue and costs of a participant at hourly prices (EUR). Source: https://github.com/quintel/merit, finance
 * (MIT).
 */
import { type Curve, borrow } from "../curves/curve.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import { declareDerivation } from "../curves/memo.ts";
import { allocateUnpooledCurve } from "../../reused-memory.ts";
import type { Participant } from "./participant.ts";

export type Profitability = "profitable" | "conditionally_profitable" | "unprofitable";

/** Fixed costs of a unit, EUR per year; NaN if unknown. */
export interface FixedCosts {
  readonly total: number;
  /** The part that is saved by closing the unit for the year. */
  readonly operation: number;
}

export const UNKNOWN_COSTS: FixedCosts = { total: NaN, operation: NaN };

/** Fixed costs by the node that has them: a member's source. */
export type FixedCostsByNode = ReadonlyMap<number, FixedCosts>;

/** Cost per MWh: the constant cost, or the load-weighted mean of the curve (its plain mean without production). */
export function marginalCosts(participant: Participant): number {
  if (participant.costCurve === null) return participant.cost;
  const production = participant.productionMwh;
  return production === 0 ? participant.cost : variableCosts(participant, production) / production;
}

/** Cost of production: constant cost × MWh, or Σ load × cost curve. */
function variableCosts(participant: Participant, productionMwh: number): number {
  const { cost, costCurve } = participant;
  return costCurve === null ? cost * productionMwh : loadTimesPrice(participant, costCurve, 0);
}

/** Cost of consumption of a flexible participant; 0 without units or capacity. */
export function fuelCosts(participant: Participant, price: Curve<"april">): number {
  if (participant.units === 0 || participant.inputCapacityPerUnit === 0) return 0;
  return loadTimesPrice(participant, price, -1);
}

/** Σ load × price of a consumer. */
export function consumptionCosts(participant: Participant, price: Curve<"april">): number {
  return loadTimesPrice(participant, price, 0);
}

/** Revenue and profit of a producer. The sums over the year are computed once. */
export class PlantAccount {
  /** Σ load × price, for flexible participants over producing hours only; 0 without units or capacity. */
  readonly revenue: number;
  readonly #participant: Participant;
  readonly #productionMwh: number;
  #costs: number | null = null;

  constructor(participant: Participant, price: Curve<"april">) {
    const { units, outputCapacityPerUnit, isFlex, productionMwh } = participant;
    this.revenue = units === 0 || outputCapacityPerUnit === 0 ? 0 : loadTimesPrice(participant, price, isFlex ? 1 : 0);
    this.#participant = participant;
    this.#productionMwh = productionMwh;
  }

  profitability({ total, operation }: FixedCosts): Profitability {
    const { units } = this.#participant;
    if (this.revenue > total * units + this.#variableCosts) return "profitable";
    if (this.revenue > operation * units + this.#variableCosts) return "conditionally_profitable";
    return "unprofitable";
  }

  /** EUR per MWh produced; null without production. */
  profitPerMwh({ total }: FixedCosts): number | null {
    const { units } = this.#participant;
    if (this.#productionMwh === 0) return null;
    return (this.revenue - (total * units + this.#variableCosts)) / this.#productionMwh;
  }

  /** EUR per MWh produced; null without production. */
  get revenuePerMwh(): number | null {
    return this.#productionMwh === 0 ? null : this.revenue / this.#productionMwh;
  }

  get #variableCosts(): number {
    return (this.#costs ??= variableCosts(this.#participant, this.#productionMwh));
  }
}

/**
 * Σ load × price over all hours (part 0), over positive products (1), or the absolute sum of negative products (-1).
 */
function loadTimesPrice(participant: Participant, price: Curve<"april">, part: -1 | 0 | 1): number {
  const { anyLoad, memo } = participant;
  if (anyLoad === ZEROS) return 0;
  return memo === null
    ? value.make([borrow(anyLoad), price], [part], allocateUnpooledCurve)
    : memo.derive(value, [anyLoad, price], [part]);
}

const value = declareDerivation(
  "load times price",
  ([load, price]: readonly [Curve<"april">, Curve<"april">], [part]: readonly [number]) => {
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
  },
);
