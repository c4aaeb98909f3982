/** Checks a merit order after its year: energy is neither created nor lost. */
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
  readonly leftOver: number;
}

/** An imbalance below this is rounding, MW; of more than a million MW, a part in 1e12. */
const NEGLIGIBLE = 1e-6;
const NEGLIGIBLE_PART = 1e-12;

/**
 * The hours in which supply plus deficit differs from demand plus surplus. A deficit is legitimate only when no
 * dispatchable has capacity left, a surplus only when no flexible participant with a price above 0 has room. Reserves
 * are not checked again: a battery may be empty or full. Hours in which always-on production equals demand exactly are
 * skipped: dispatchables then meet the demand once more (docs/hourly.md).
 */
export function unbalancedHours(order: MeritOrder): readonly UnbalancedHour[] {
  const found: UnbalancedHour[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    let demand = 0;
    for (const user of order.users) demand += user.load[hour]!;
    let alwaysOn = 0;
    for (const producer of order.alwaysOn) alwaysOn += usableLoadAt(producer, hour);
    let surplus = alwaysOn - demand;
    const negligible = Math.max(NEGLIGIBLE, NEGLIGIBLE_PART * Math.max(demand, alwaysOn));
    const isDeliveredTwice = Math.abs(surplus) < negligible;
    for (const producer of order.dispatchables) if (!producer.isFlex) surplus += producer.load[hour]!;
    for (const participant of order.flex) surplus += participant.load[hour]! - givenLoadAt(participant, hour);
    if (isDeliveredTwice || Math.abs(surplus) < negligible) continue;
    const missing =
      surplus < 0 && order.dispatchables.some((producer) => hasCapacityLeftAt(producer, hour)) ? -surplus : 0;
    const leftOver = surplus > 0 && order.flex.some((participant) => wantsMoreAt(participant, hour)) ? surplus : 0;
    if (missing > 0 || leftOver > 0 || isNil(surplus)) found.push({ hour, missing, leftOver });
  }
  return found;
}

function usableLoadAt({ kind, load, limited }: Participant, hour: number): number {
  return kind === Kind.ConstrainedVolatile ? materialise(limited)[hour]! : load[hour]!;
}

/** The load that a satisfied demand gets from outside the order, MW. */
function givenLoadAt({ kind, satisfied }: Participant, hour: number): number {
  return kind === Kind.SatisfiedDemand ? materialise(satisfied)[hour]! : 0;
}

function hasCapacityLeftAt(producer: Participant, hour: number): boolean {
  return !producer.isFlex && producer.maxLoadAt(hour) - producer.load[hour]! > NEGLIGIBLE;
}

function wantsMoreAt(participant: Participant, hour: number): boolean {
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
