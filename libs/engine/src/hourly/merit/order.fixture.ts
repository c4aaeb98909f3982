/** Small merit orders for tests: participants in a line each, curves that are given for the first hours only. */
import { MeritOrder } from "./order.ts";
import { HOURS, Kind, Participant, type ParticipantOptions, sumWhere } from "./participant.ts";

/** A year whose first hours are given; the last of them goes on for the rest of it. */
export function hourly(...values: readonly number[]): Float64Array {
  return Float64Array.from({ length: HOURS }, (_, h) => values[Math.min(h, values.length - 1)]!);
}

export function user(key: string, ...load: readonly number[]): Participant {
  return new Participant(key, Kind.User, hourly(...load));
}

/** What it costs to produce: the same in all hours, or by the hour. */
export function costing(cost: number | Float64Array): ParticipantOptions {
  return typeof cost === "number" ? { cost } : { cost: sumWhere(cost, 0) / HOURS, costCurve: cost };
}

/** A consumer of a share of all others (losses). */
export function shareUser(key: string, share: number): Participant {
  const participant = new Participant(key, Kind.ShareUser, new Float64Array(HOURS));
  participant.share = share;
  return participant;
}

export function mustRun(key: string, ...load: readonly number[]): Participant {
  return new Participant(key, Kind.MustRun, hourly(...load), { outputCapacityPerUnit: 1, units: 1 });
}

export function dispatchable(
  key: string,
  cost: number | Float64Array,
  capacity: number,
  options: ParticipantOptions = {},
): Participant {
  const economics = { outputCapacityPerUnit: capacity, units: 1, ...costing(cost), ...options };
  return new Participant(key, Kind.Dispatchable, new Float64Array(HOURS), economics);
}

/** Consumes what is left over, and buys below its price. */
export function flex(key: string, price: number, capacity: number, options: ParticipantOptions = {}): Participant {
  const economics = { outputCapacityPerUnit: 0, inputCapacityPerUnit: capacity, units: 1, price, ...options };
  return new Participant(key, Kind.Flex, new Float64Array(HOURS), economics);
}

export function curtailment(key: string): Participant {
  const economics = { outputCapacityPerUnit: 0, inputCapacityPerUnit: Infinity, units: 1, cost: 0 };
  return new Participant(key, Kind.BlackHole, new Float64Array(HOURS), economics);
}

export interface StorageTraits {
  readonly cost?: number;
  readonly price?: number;
  readonly input?: number;
  readonly output?: number;
  readonly volume?: number;
  readonly inputEfficiency?: number;
  readonly outputEfficiency?: number;
  readonly decay?: number;
}

export function storage(key: string, traits: StorageTraits): Participant {
  const participant = new Participant(key, Kind.Storage, new Float64Array(HOURS), {
    inputCapacityPerUnit: traits.input ?? 10,
    outputCapacityPerUnit: traits.output ?? 10,
    units: 1,
    cost: traits.cost ?? 30,
    price: traits.price ?? 20,
  });
  participant.volume = traits.volume ?? 100;
  participant.inputEfficiency = traits.inputEfficiency ?? 1;
  participant.outputEfficiency = traits.outputEfficiency ?? 1;
  participant.decay = traits.decay ?? 0;
  participant.reserve = new Float64Array(HOURS);
  return participant;
}

/** Demand that may be postponed, and the part of it that becomes mandatory. */
export function loadShifting(
  key: string,
  traits: {
    readonly cost: number;
    readonly price: number;
    readonly input: number;
    readonly output: number;
    readonly limit: Float64Array;
    readonly owedLimit?: number;
  },
): readonly [flexible: Participant, inflexible: Participant] {
  const flexible = new Participant(key, Kind.LoadShifting, new Float64Array(HOURS), {
    inputCapacityPerUnit: traits.input,
    outputCapacityPerUnit: traits.output,
    units: 1,
    cost: traits.cost,
    price: traits.price,
  });
  flexible.limited = traits.limit;
  flexible.owedLimit = traits.owedLimit ?? Infinity;
  const inflexible = new Participant(`${key}_inflexible`, Kind.ShiftUser, new Float64Array(HOURS));
  inflexible.partner = flexible;
  return [flexible, inflexible];
}

/** The order of the participants after its first hours. */
export function run(hours: number, ...participants: readonly Participant[]): MeritOrder {
  const order = new MeritOrder("test", participants);
  for (let h = 0; h < hours; h++) order.step(h);
  return order;
}

/** Loads of the first hours. */
export function loads(participant: Participant, hours: number): readonly number[] {
  return [...participant.load.subarray(0, hours)];
}
