/**
 * The hourly heat calculation: consumers request heat from producers, hour by hour, within capacity. Producers may have
 * buffers, and demand may be deferred for a few hours.
 *
 * Requests of different hours interact only through a producer's buffer and an activity's queue of deferred demand.
 * Each activity therefore runs its whole year in one go; activities that share a buffer take turns hour by hour.
 * Activities run in the order that they would have within an hour. Curves are MW in manager order (hour 0 = 1 April).
 * Behaviour: https://github.com/quintel/fever (MIT), see docs/hourly.md.
 */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { ZEROS } from "../curves/arithmetic.ts";
import type { Buffers } from "../curves/buffers.ts";
import { type AnyCurve, type Curve, materialise } from "../curves/curve.ts";
import { constant, largestOf, scaleCurve } from "../curves/derived.ts";
import { type CurveMemo, declareDerivation, declareComputation, type WithCurveRefs } from "../curves/memo.ts";
import type { AllocateCurve } from "../../reused-memory.ts";

/** `output` is the heat delivered, `input` the heat produced for it (equal unless buffered). */
interface HeatLoads {
  readonly output: Curve<"april">;
  readonly input: Curve<"april">;
}

/** A calculated source of heat. */
export interface HeatProducer extends WithCurveRefs<HeatLoads> {
  /** Heat produced per unit of source energy, by hour. */
  readonly efficiency: AnyCurve<"april">;
}

/** A source of heat during the calculation. */
interface RunningProducer extends HeatLoads {
  /** Requests an amount in hour h; returns the amount delivered. */
  request(h: number, amount: number): number;
  /**
   * Requests demand × weight hour by hour, up to `to` or the first hour in which less is delivered; writes the
   * deliveries and returns that hour. Each kind has its own loop, so that the compiler inlines `request`.
   */
  deliver(h: number, to: number, request: RunningRequest, delivered: Float64Array): number;
}

/** Energy that the producer used from its source in hour h. */
export function sourceAt(producer: HeatProducer, h: number): number {
  return materialise(producer.input)[h]! / materialise(producer.efficiency)[h]!;
}

/** Delivers within the capacity of the hour. */
class PlainProducer implements RunningProducer {
  readonly output: Float64Array;
  readonly input: Float64Array;
  readonly #capacity: Curve<"april">;

  constructor(capacity: Curve<"april">, buffers: Buffers) {
    this.input = this.output = buffers.year();
    this.#capacity = capacity;
  }

  request(h: number, amount: number): number {
    const load = this.output[h]!;
    const available = this.#capacity[h]! - load;
    const delivery = amount > available ? available : amount;
    this.output[h] = load + delivery;
    return delivery;
  }

  deliver(h: number, to: number, request: RunningRequest, delivered: Float64Array): number {
    const { demand, weight } = request;
    let { total } = request;
    for (; h < to; h++) {
      const amount = demand[h]! * weight;
      total += amount;
      const delivery = this.request(h, amount);
      delivered[h] = delivery;
      if (delivery < amount) break;
    }
    request.total = total;
    return h;
  }
}

/** A device without consumers. */
export const IDLE: HeatProducer = {
  output: ZEROS,
  input: ZEROS,
  efficiency: new Float64Array(HOURS_PER_YEAR).fill(1),
};

/**
 * Delivers from a buffer (MWh, full at the start of the year), then directly; remaining capacity refills the buffer.
 */
class BufferingProducer implements RunningProducer {
  readonly output: Float64Array;
  readonly input: Float64Array;
  readonly #capacity: Curve<"april">;
  readonly #volume: number;
  #content: number;

  constructor(capacity: Curve<"april">, volume: number, buffers: Buffers) {
    this.output = buffers.year();
    this.input = buffers.year();
    this.#capacity = capacity;
    this.#volume = volume;
    this.#content = volume;
  }

  request(h: number, amount: number): number {
    const withdrawal = amount > this.#content ? this.#content : amount;
    this.#content -= withdrawal;
    this.output[h] = this.output[h]! + withdrawal;
    const capacity = this.#capacity[h]!;
    const deficit = amount - withdrawal;
    let direct = 0;
    if (deficit > 0) {
      direct = deficit > capacity ? capacity : deficit;
      this.output[h] = this.output[h] + direct;
      this.input[h] = this.input[h]! + direct;
    }
    const spareCapacity = capacity - direct;
    if (spareCapacity > 0) {
      let charge = spareCapacity;
      if (charge + this.#content > this.#volume) {
        charge = this.#volume - this.#content;
        this.#content = this.#volume;
      } else {
        this.#content += charge;
      }
      this.input[h] = this.input[h]! + charge;
    }
    return withdrawal + direct;
  }

  deliver(h: number, to: number, request: RunningRequest, delivered: Float64Array): number {
    const { demand, weight } = request;
    let { total } = request;
    for (; h < to; h++) {
      const amount = demand[h]! * weight;
      total += amount;
      const delivery = this.request(h, amount);
      delivered[h] = delivery;
      if (delivery < amount) break;
    }
    request.total = total;
    return h;
  }
}

/** Requests the remaining amount from its components in turn. */
class CompositeProducer implements RunningProducer {
  readonly output: Float64Array;
  readonly input: Float64Array;
  readonly components: readonly RunningProducer[];

  constructor(components: readonly RunningProducer[], buffers: Buffers) {
    this.input = this.output = buffers.year();
    this.components = components;
  }

  request(h: number, amount: number): number {
    let total = 0;
    for (let i = 0; i < this.components.length; i++) {
      total += this.components[i]!.request(h, amount - total);
      if (total >= amount) break;
    }
    this.output[h] = this.output[h]! + total;
    return total;
  }

  deliver(h: number, to: number, request: RunningRequest, delivered: Float64Array): number {
    const { demand, weight } = request;
    let { total } = request;
    for (; h < to; h++) {
      const amount = demand[h]! * weight;
      total += amount;
      const delivery = this.request(h, amount);
      delivered[h] = delivery;
      if (delivery < amount) break;
    }
    request.total = total;
    return h;
  }
}

/** A capacity, MW. */
export interface Capacity {
  /** Whether the capacity is known to be at least this in every hour. */
  readonly isAtLeast: (megawatts: number) => boolean;
  /** The capacity in each hour. */
  readonly curve: () => AnyCurve<"april">;
}

/** A capacity without a known minimum. */
export const capacityOf = (curve: Capacity["curve"]): Capacity => ({ isAtLeast: () => false, curve });

/** Larger than the rounding error of sums of a few numbers. */
const ROUNDING = 1 + 1e-9;

/**
 * The capacity that remains after the load of a producer that has already run (the same device makes hot water), at
 * least 0. `efficiency` converts the other producer's source energy into heat of this one; null = no conversion.
 */
export function remainingCapacity(
  memo: CurveMemo,
  capacity: Capacity,
  other: HeatProducer,
  efficiency: AnyCurve<"april"> | null,
): Capacity {
  if (other === IDLE) return capacity;
  const capacityAfter = (max: () => number, curve: Capacity["curve"]): Capacity => ({
    isAtLeast: (megawatts) => capacity.isAtLeast((megawatts + max()) * ROUNDING),
    curve,
  });
  const source = [other.input, other.efficiency] as const;
  return efficiency === null
    ? capacityAfter(
        () => memo.derive(maxOfSource, source, []),
        () => memo.derive(remainingOfSource, [capacity.curve(), ...source], []),
      )
    : capacityAfter(
        () => memo.derive(maxOfHeat, [...source, efficiency], []),
        () => memo.derive(remainingOfHeat, [capacity.curve(), ...source, efficiency], []),
      );
}

const remainingOfSource = declareDerivation(
  "remaining capacity",
  (
    [capacity, input, efficiency]: readonly [Curve<"april">, input: Curve<"april">, efficiency: Curve<"april">],
    _: readonly [],
    allocateCurve: AllocateCurve,
  ) => {
    const remaining = allocateCurve();
    for (let h = 0; h < HOURS_PER_YEAR; h++) {
      const spareCapacity = capacity[h]! - input[h]! / efficiency[h]!;
      remaining[h] = spareCapacity <= 0 ? 0 : spareCapacity;
    }
    return remaining;
  },
);

const remainingOfHeat = declareDerivation(
  "remaining capacity for heat",
  (
    [capacity, input, efficiency, ownEfficiency]: readonly [
      Curve<"april">,
      input: Curve<"april">,
      efficiency: Curve<"april">,
      ownEfficiency: Curve<"april">,
    ],
    _: readonly [],
    allocateCurve: AllocateCurve,
  ) => {
    const remaining = allocateCurve();
    for (let h = 0; h < HOURS_PER_YEAR; h++) {
      const spareCapacity = capacity[h]! - (input[h]! / efficiency[h]!) * ownEfficiency[h]!;
      remaining[h] = spareCapacity <= 0 ? 0 : spareCapacity;
    }
    return remaining;
  },
);

const maxOfSource = declareDerivation(
  "maximum of a source",
  ([input, efficiency]: readonly [Curve<"april">, efficiency: Curve<"april">]) => {
    let max = -Infinity;
    for (let h = 0; h < HOURS_PER_YEAR; h++) max = Math.max(max, input[h]! / efficiency[h]!);
    return max;
  },
);

const maxOfHeat = declareDerivation(
  "maximum of a source for heat",
  ([input, efficiency, ownEfficiency]: readonly [
    Curve<"april">,
    efficiency: Curve<"april">,
    ownEfficiency: Curve<"april">,
  ]) => {
    let max = -Infinity;
    for (let h = 0; h < HOURS_PER_YEAR; h++) max = Math.max(max, (input[h]! / efficiency[h]!) * ownEfficiency[h]!);
    return max;
  },
);

/** A producer before the calculation; curves as in `HeatProducer`. */
export interface Device {
  readonly capacity: Capacity;
  readonly efficiency: AnyCurve<"april">;
  /** Volume of its buffer, MWh; null without one. */
  readonly volume: number | null;
}

/** A share (`weight`) of a consumer's demand (MW per hour) requested from a producer. */
export interface HeatRequest {
  readonly demand: AnyCurve<"april">;
  readonly weight: number;
  /** Hours for which unmet demand is deferred; 0 means that it is lost immediately. */
  readonly deferFor: number;
}

/** The year of one device, or of several devices that are used in turn. */
export interface HeatYear {
  readonly producer: HeatProducer;
  readonly components: readonly HeatProducer[];
  /** The activities in the order of the requests. */
  readonly activities: readonly Activity[];
}

export const IDLE_YEAR: HeatYear = { producer: IDLE, components: [], activities: [] };

const YEAR = declareComputation("heat");

/**
 * Whether a single device without a buffer can deliver all requests in every hour. Its year then equals that of an
 * unlimited device, for any capacity.
 */
function hasNoShortage(memo: CurveMemo, devices: readonly Device[], requests: readonly HeatRequest[]): boolean {
  const { volume, capacity } = devices[0]!;
  if (devices.length > 1 || volume !== null) return false;
  let max = 0;
  for (const { demand, weight } of requests) {
    // A share that rounding leaves over may be below 0.
    if (weight < 0) return false;
    max += Math.max(0, largestOf(memo, demand) * weight);
  }
  return capacity.isAtLeast(max * ROUNDING);
}

/** Runs the year of devices for all requests. */
export function runHeat(memo: CurveMemo, devices: readonly Device[], requests: readonly HeatRequest[]): HeatYear {
  const capacities = hasNoShortage(memo, devices, requests)
    ? [constant(memo, Infinity)]
    : devices.map(({ capacity }) => capacity.curve());
  // Requests are for heat, from any source: the year does not depend on efficiencies.
  const curves = [...capacities, ...requests.map(({ demand }) => demand)];
  const numbers = [
    devices.length,
    ...devices.map(({ volume }) => volume ?? -1),
    ...requests.flatMap(({ weight, deferFor }) => [weight, deferFor]),
  ];
  // The arguments must not be part of the cached result, which would keep them in memory.
  const year = memo.recall(YEAR, curves, numbers, (buffers, read) => {
    const components = devices.map(({ volume }, index) => {
      const capacity = read(capacities[index]!);
      return volume === null ? new PlainProducer(capacity, buffers) : new BufferingProducer(capacity, volume, buffers);
    });
    const composite = components.length === 1 ? null : new CompositeProducer(components, buffers);
    const activities = requests.map((request) => {
      const demand = read(request.demand);
      return new RunningActivity(composite ?? components[0]!, { ...request, demand, total: 0 }, buffers);
    });
    const sharesBuffer = activities.length > 1 && devices.some(({ volume }) => volume !== null);
    runTogether(activities, sharesBuffer ? 1 : HOURS_PER_YEAR);
    return {
      components: components.map(loadsOf),
      composite: composite === null ? null : loadsOf(composite),
      activities: activities.map((activity) => activity.result),
    };
  });
  const components = year.components.map((loads, index) => ({ ...loads, efficiency: devices[index]!.efficiency }));
  const producer = year.composite === null ? components[0]! : { ...year.composite, efficiency: constant(memo, 1) };
  return {
    producer,
    components,
    activities: year.activities.map((activity, index) => ({ ...activity, request: requests[index]! })),
  };
}

/** Runs `span` hours of each activity in turn. */
function runTogether(activities: readonly RunningActivity[], span: number): void {
  for (let from = 0; from < HOURS_PER_YEAR; from += span) {
    for (const activity of activities) activity.run(from, from + span);
  }
}

const loadsOf = ({ output, input }: HeatLoads): HeatLoads => ({ output, input });

/** The heat of one consumer from one producer. */
interface ActivityYear {
  /** Total demand, MWh; deferred demand counts once. */
  readonly demand: number;
  /** MW per hour. */
  readonly productionCurve: Curve<"april">;
  /** MW per hour: deferred demand counts in every hour in which it is requested. Null if demand is not deferred. */
  readonly deferredDemand: Curve<"april"> | null;
}

export interface Activity extends WithCurveRefs<ActivityYear> {
  readonly request: HeatRequest;
}

/** Demand, MW per hour; deferred demand counts in every hour in which it is requested. */
export function requestsOf(memo: CurveMemo, { request, deferredDemand }: Activity): AnyCurve<"april"> {
  return deferredDemand ?? scaleCurve(memo, request.demand, request.weight);
}

interface RunningRequest extends HeatRequest {
  readonly demand: Curve<"april">;
  /** Running total of the demand, without compensation. */
  total: number;
}

class RunningActivity {
  readonly #producer: RunningProducer;
  readonly #request: RunningRequest;
  readonly #production: Float64Array;
  readonly #requestedDemand: Float64Array | null;

  /** Deferred demand (MW) and its last hour: one entry per hour at most, the oldest first. */
  readonly #deferredAmounts: Float64Array;
  readonly #expiryHours: Float64Array;
  #count = 0;

  constructor(producer: RunningProducer, request: RunningRequest, buffers: Buffers) {
    this.#production = buffers.year();
    this.#producer = producer;
    this.#request = request;
    const { deferFor } = request;
    this.#requestedDemand = deferFor > 0 ? buffers.year() : null;
    this.#deferredAmounts = new Float64Array(deferFor > 0 ? deferFor + 2 : 0);
    this.#expiryHours = new Float64Array(deferFor > 0 ? deferFor + 2 : 0);
  }

  get result(): ActivityYear {
    return {
      demand: this.#request.total,
      productionCurve: this.#production,
      deferredDemand: this.#requestedDemand,
    };
  }

  /** Runs the hours from `from` up to `to`; all earlier hours must have run. */
  run(from: number, to: number): void {
    if (this.#request.deferFor > 0) this.#runDeferring(from, to);
    else this.#runPlain(from, to);
  }

  #runPlain(from: number, to: number): void {
    for (let h = from; h < to; h++) h = this.#producer.deliver(h, to, this.#request, this.#production);
  }

  #runDeferring(from: number, to: number): void {
    const producer = this.#producer;
    const { demand, weight, deferFor } = this.#request;
    const productionCurve = this.#production;
    const demandCurve = this.#requestedDemand!;
    const amounts = this.#deferredAmounts;
    const expiryHours = this.#expiryHours;
    let count = this.#count;
    for (let h = from; h < to; h++) {
      if (count === 0) {
        const start = h;
        h = producer.deliver(h, to, this.#request, productionCurve);
        for (let at = start; at < to && at <= h; at++) {
          // Nothing is deferred. Adding 0, as below, turns −0 into 0.
          demandCurve[at] = demand[at]! * weight + 0;
          productionCurve[at] = productionCurve[at]! + 0;
        }
        if (h === to) break;
        amounts[0] = demandCurve[h]! - productionCurve[h]!;
        expiryHours[0] = h + deferFor;
        count = 1;
        continue;
      }
      const amount = demand[h]! * weight;
      count = dropExpired(amounts, expiryHours, count, h);
      this.#request.total += amount;
      const request = amount + sumOutstanding(amounts, count);
      demandCurve[h] = request;
      const production = producer.request(h, request);
      productionCurve[h] = production;

      let deferredDelivery = 0;
      if (count > 0 && production !== 0) {
        let remaining = production;
        let fulfilledCount = 0;
        for (let i = 0; i < count; i++) {
          const entry = amounts[i]!;
          if (entry <= remaining) {
            remaining -= entry;
            fulfilledCount++;
          } else {
            amounts[i] = entry - remaining;
            remaining = 0;
            break;
          }
        }
        if (fulfilledCount > 0) {
          amounts.copyWithin(0, fulfilledCount, count);
          expiryHours.copyWithin(0, fulfilledCount, count);
          count -= fulfilledCount;
        }
        deferredDelivery = production - remaining;
      }
      const available = production - deferredDelivery;
      if (available < amount) {
        amounts[count] = amount - available;
        expiryHours[count] = h + deferFor;
        count++;
      }
    }
    this.#count = count;
  }
}

function dropExpired(amounts: Float64Array, expiryHours: Float64Array, count: number, h: number): number {
  let expiredCount = 0;
  while (expiredCount < count && expiryHours[expiredCount]! < h) expiredCount++;
  if (expiredCount === 0) return count;
  amounts.copyWithin(0, expiredCount, count);
  expiryHours.copyWithin(0, expiredCount, count);
  return count - expiredCount;
}

/** Sum of the deferred amounts, without compensation. */
function sumOutstanding(amounts: Float64Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += amounts[i]!;
  return sum;
}
