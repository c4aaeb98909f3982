/** Small merit orders for tests: one line per participant, and curves given by their first hours. */
import { MeritOrder } from "./order.ts";
import { HOURS, Kind, Participant, type ParticipantOptions, sumWhere } from "./participant.ts";

/** A curve from its first hours; the last value continues for the rest of the year. */
export function hourly(...values: readonly number[]): Float64Array {
  const curve = new Float64Array(HOURS).fill(values.at(-1)!);
  curve.set(values);
  return curve;
}

export function user(key: string, ...load: readonly number[]): Participant {
  return new Participant(key, Kind.User, hourly(...load));
}

/** Cost to produce: constant or hourly. */
export function costOptions(cost: number | Float64Array): ParticipantOptions {
  return typeof cost === "number" ? { cost } : { cost: sumWhere(cost, 0) / HOURS, costCurve: cost };
}

/** A consumer whose load is a share of all other consumption (losses). */
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
  const economics = { outputCapacityPerUnit: capacity, units: 1, ...costOptions(cost), ...options };
  return new Participant(key, Kind.Dispatchable, new Float64Array(HOURS), economics);
}

/** A flexible consumer that uses excess, and buys below its price. */
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

/** Load that may be shifted, and the part of it that becomes mandatory. */
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
  flexible.hourlyLimit = traits.limit;
  flexible.owedLimit = traits.owedLimit ?? Infinity;
  const inflexible = new Participant(`${key}_inflexible`, Kind.ShiftUser, new Float64Array(HOURS));
  inflexible.partner = flexible;
  return [flexible, inflexible];
}

const wave = (from: number, to: number, period = 24): Float64Array =>
  new Float64Array(HOURS).map((_, h) => from + ((to - from) * (1 + Math.sin((2 * Math.PI * h) / period))) / 2);

/** One participant of each kind; all of them are active in some hours. */
export function oneOfEachKind(): readonly Participant[] {
  const sun = mustRun("sun", 0);
  sun.load = wave(-10, 90).map((value) => Math.max(0, value));
  const park = new Participant("park", Kind.ConstrainedVolatile, wave(0, 20, 31), {
    outputCapacityPerUnit: 20,
    units: 1,
  });
  park.hourlyLimit = wave(0, 15, 31);
  const boiler = new Participant("boiler", Kind.HeatBuffer, undefined, {
    outputCapacityPerUnit: 0,
    inputCapacityPerUnit: 10,
    units: 1,
    price: 20,
  });
  boiler.volume = 40;
  boiler.demand = wave(0, 4, 17);
  boiler.heatEfficiency = 0.9;
  const follower = new Participant("follower", Kind.LinkedUser);
  follower.link = { leader: sun, lag: 1, factor: 0.1, part: "positive" };
  const chp = new Participant("chp", Kind.LinkedProducer, undefined, { outputCapacityPerUnit: 1, units: 1 });
  const gas = dispatchable("gas", 50, 20);
  chp.link = { leader: gas, lag: 1, factor: 0.2, part: "all" };
  const converter = new Participant("converter", Kind.SatisfiedDemand, undefined, {
    inputCapacityPerUnit: 12,
    outputCapacityPerUnit: 0,
    units: 1,
    price: 45,
  });
  converter.externalLoad = wave(-5, 0, 31);
  converter.hourlyLimit = wave(2, 4, 31);
  const heating = new Participant("heating", Kind.VariableConsumer, undefined, {
    inputCapacityPerUnit: 6,
    outputCapacityPerUnit: 0,
    units: 1,
    price: 60,
  });
  heating.hourlyLimit = wave(0, 6, 29);
  const cable = new Participant("cable", Kind.VariableDispatchable, undefined, {
    outputCapacityPerUnit: 8,
    units: 1,
    ...costOptions(wave(10, 70, 40)),
  });
  cable.hourlyLimit = wave(0, 8, 23);
  return [
    user("homes", 40),
    follower,
    shareUser("losses", 0.05),
    sun,
    park,
    chp,
    gas,
    dispatchable("coal", 30, 15),
    cable,
    flex("electrolysis", 35, 5),
    flex("heat pump", 35, 7),
    storage("battery", {
      input: 10,
      output: 10,
      volume: 30,
      outputEfficiency: 0.9,
      inputEfficiency: 0.95,
      decay: 0.01,
    }),
    boiler,
    heating,
    converter,
    ...loadShifting("shifting", { cost: 40, price: 15, input: 5, output: 5, limit: wave(0, 5, 19), owedLimit: 20 }),
    curtailment("curtailment"),
  ];
}

/** Dispatches the first hours of an order of these participants. */
export function run(hours: number, ...participants: readonly Participant[]): MeritOrder {
  const order = new MeritOrder("test", participants);
  for (let h = 0; h < hours; h++) order.step(h);
  order.settle();
  return order;
}

/** Loads of the first hours. */
export function loads(participant: Participant, hours: number): readonly number[] {
  return Array.from(participant.load.slice(0, hours));
}
