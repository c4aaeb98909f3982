/** Checks a calculated merit order: energy is neither created nor lost. */
import { isNil } from "@etesian/numeric";
import { materialise } from "./curves/curve.ts";
import { HOURS, Kind, type Participant } from "./merit/participant.ts";
import type { MeritOrder } from "./merit/order.ts";

/**
 * An hour that does not balance (MW): a deficit although a participant could deliver, or a surplus although one could
 * consume.
 */
export interface UnbalancedHour {
  readonly hour: number;
  readonly missing: number;
  readonly excess: number;
}

/** Smaller imbalances are rounding errors, MW. Above a million MW the tolerance is relative. */
const NEGLIGIBLE = 1e-6;
const NEGLIGIBLE_PART = 1e-12;

/**
 * The hours with an illegitimate deficit or surplus. A deficit is legitimate only when no dispatchable has capacity
 * left, a surplus only when no flexible participant with a price above 0 has room. Reserves are not checked again: a
 * battery may be empty or full. Hours in which always-on production equals demand exactly are skipped: dispatchables
 * then meet the demand a second time (docs/hourly.md).
 */
export function unbalancedHours(order: MeritOrder): readonly UnbalancedHour[] {
  const unbalanced: UnbalancedHour[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    let demand = 0;
    for (const user of order.users) demand += user.load[hour]!;
    let alwaysOn = 0;
    for (const producer of order.alwaysOn) alwaysOn += usableLoadAt(producer, hour);
    let surplus = alwaysOn - demand;
    const tolerance = Math.max(NEGLIGIBLE, NEGLIGIBLE_PART * Math.max(demand, alwaysOn));
    const isDemandMetTwice = Math.abs(surplus) < tolerance;
    for (const producer of order.dispatchables) if (!producer.isFlex) surplus += producer.load[hour]!;
    for (const participant of order.flex) surplus += participant.load[hour]! - externalLoadAt(participant, hour);
    if (isDemandMetTwice || Math.abs(surplus) < tolerance) continue;
    const missing =
      surplus < 0 && order.dispatchables.some((producer) => hasCapacityLeftAt(producer, hour)) ? -surplus : 0;
    const excess = surplus > 0 && order.flex.some((participant) => canConsumeMoreAt(participant, hour)) ? surplus : 0;
    if (missing > 0 || excess > 0 || isNil(surplus)) unbalanced.push({ hour, missing, excess });
  }
  return unbalanced;
}

function usableLoadAt({ kind, load, hourlyLimit }: Participant, hour: number): number {
  return kind === Kind.ConstrainedVolatile ? materialise(hourlyLimit)[hour]! : load[hour]!;
}

/** The load that a satisfied demand gets from outside the order, MW. */
function externalLoadAt({ kind, externalLoad }: Participant, hour: number): number {
  return kind === Kind.SatisfiedDemand ? materialise(externalLoad)[hour]! : 0;
}

function hasCapacityLeftAt(producer: Participant, hour: number): boolean {
  return !producer.isFlex && producer.maxLoadAt(hour) - producer.load[hour]! > NEGLIGIBLE;
}

function canConsumeMoreAt(participant: Participant, hour: number): boolean {
  switch (participant.kind) {
    case Kind.BlackHole:
      return true;
    case Kind.Flex:
    case Kind.VariableConsumer:
      return participant.priceAt(hour) > 0 && participant.unusedInputCapacityAt(hour) > NEGLIGIBLE;
    default:
      return false;
  }
}
