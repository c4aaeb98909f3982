/**
 * Participants of a merit order: their data, and the few operations that dispatch needs.
 *
 * All kinds are one class with all fields present, so that the hour loop sees a single object shape. Curves are
 * hour-contiguous `Curve<"april">`s of 8,760 values in manager order (hour 0 = 1 April, 00:00). Loads in MW: producers
 * positive; flexible participants negative while consuming, positive while producing. Volumes in MWh, costs and prices
 * in EUR/MWh. Behaviour: https://github.com/quintel/merit (MIT), described in docs/hourly.md.
 */
import { HOURS_PER_YEAR, isNil, MJ_PER_MWH } from "@etesian/numeric";
import type { Holding } from "../../graph/state/holding.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import type { Buffers } from "../curves/buffers.ts";
import { type AnyCurve, asArray, type Curve, borrow, isMaterialised, materialise } from "../curves/curve.ts";
import { type CurveMemo, declareDerivation, declareFormula, type Formula } from "../curves/memo.ts";
import { allocateUnpooledCurve } from "../../reused-memory.ts";

export const HOURS = HOURS_PER_YEAR;

export const Kind = {
  /** Consumers: load known for the whole year. */
  User: 0,
  /** Consumer whose load follows another calculation, hour by hour. */
  LinkedUser: 1,
  /** Consumer whose load is a share of all other consumption (losses). */
  ShareUser: 2,
  /** The part of load shifting that has become mandatory. */
  ShiftUser: 3,
  /** Always-on producers. */
  Volatile: 10,
  /** Volatile whose usable output is limited by `hourlyLimit`; its published load remains unlimited. */
  ConstrainedVolatile: 11,
  MustRun: 12,
  CurveProducer: 13,
  LinkedProducer: 14,
  Dispatchable: 20,
  /** Dispatchable with an hourly availability (`hourlyLimit` = maximum load). */
  VariableDispatchable: 21,
  /** Flexible: consume excess; some also buy from dispatchables or produce. */
  Flex: 30,
  BlackHole: 31,
  /** Flexible consumer with an hourly input capacity (`hourlyLimit`). */
  VariableConsumer: 32,
  Storage: 33,
  /** Heat buffer of industrial power-to-heat, emptied by its own demand (`demand`). */
  HeatBuffer: 34,
  LoadShifting: 35,
  /** Flexible consumer that starts every hour with a given load, and may take up to `hourlyLimit` more. */
  SatisfiedDemand: 36,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/**
 * A load that follows a participant of another merit order: factor × the leader's load of the hour `h − lag` (0 before
 * the year). A filter takes only the consuming (`negative`) or producing (`positive`) part.
 */
export interface Link {
  readonly leader: Participant;
  readonly lag: 0 | 1;
  readonly factor: number;
  readonly part: "all" | "positive" | "negative";
}

function partOf(value: number, part: Link["part"]): number {
  switch (part) {
    case "all":
      return value;
    case "positive":
      return value > 0 ? value : 0;
    case "negative":
      return value < 0 ? -value : 0;
  }
}

/** The load of a link in every hour of the year, once the leader's load is final. */
export function followLoad(memo: CurveMemo, { leader, lag, factor, part }: Link): AnyCurve<"april"> {
  if (factor === 0 || leader.anyLoad === ZEROS) return ZEROS;
  return memo.lazy(FOLLOWED[part], [leader.anyLoad], [lag, factor]);
}

const declareFollowing = (part: Link["part"]): Formula<readonly [Curve<"april">], readonly [number, number]> =>
  declareFormula(`followed, ${part}`, (load, [source], [lag, factor]) => {
    load.fill(0, 0, lag);
    for (let h = lag; h < HOURS; h++) load[h] = partOf(source[h - lag]!, part) * factor;
  });

const FOLLOWED = {
  all: declareFollowing("all"),
  positive: declareFollowing("positive"),
  negative: declareFollowing("negative"),
};

/**
 * All fields of a participant that dispatch reads besides its load, link and partner; loads depend on them. If `step`
 * reads another field, add it here, or a different year would be mistaken for an equal one (hours.test.ts). Numbers
 * that are only `compared` with each other and with 0 may be described by their ranks.
 */
export const READ_BY_HOURS = {
  numbers: [
    "kind",
    "isSettled",
    "outputCapacityPerUnit",
    "inputCapacityPerUnit",
    "units",
    "outputCapacity",
    "inputCapacity",
    "buysFromDispatchables",
    "share",
    "volume",
    "stored",
    "inputEfficiency",
    "outputEfficiency",
    "decay",
    "heatEfficiency",
    "owed",
    "owedLimit",
  ],
  compared: ["cost", "price"],
  curves: ["costCurve", "priceCurve", "hourlyLimit", "demand", "externalLoad"],
} as const satisfies {
  readonly numbers: readonly (keyof Participant)[];
  readonly compared: readonly (keyof Participant)[];
  readonly curves: readonly (keyof Participant)[];
};

/** Optional capacities, costs and prices of a participant; NaN if not given. */
export interface ParticipantOptions {
  readonly outputCapacityPerUnit?: number;
  readonly inputCapacityPerUnit?: number;
  readonly units?: number;
  readonly availability?: number;
  /** Hours; given for always-on producers, derived from the load otherwise. */
  readonly fullLoadHours?: number;
  /** Cost to produce; the mean if there is a curve. */
  readonly cost?: number;
  /** Hourly cost to produce, in manager order. */
  readonly costCurve?: Curve<"april">;
  /** Price paid to consume; the cost to produce if absent. 0 is a valid price. */
  readonly price?: number;
  readonly buysFromDispatchables?: boolean;
}

export class Participant {
  readonly key: string;
  readonly kind: Kind;
  /** Published load, MW per hour; a given load may be lazy. */
  anyLoad: AnyCurve<"april">;

  readonly outputCapacityPerUnit: number;
  readonly inputCapacityPerUnit: number;
  readonly units: number;
  readonly availability: number;
  readonly givenFullLoadHours: number;

  /** Cost to produce and price to consume; a curve, where present, overrides them by hour. */
  readonly cost: number;
  readonly costCurve: Curve<"april"> | null;
  readonly price: number;
  readonly priceCurve: Curve<"april"> | null;
  readonly buysFromDispatchables: boolean;

  /** MW over all units. */
  outputCapacity: number;
  inputCapacity: number;
  /** The hourly limit, as described for the kinds that use it. */
  hourlyLimit: AnyCurve<"april"> = EMPTY;
  link: Link | null = null;
  /** Whether the whole followed load is available. */
  isSettled = false;
  /** Share of other consumption (ShareUser). */
  share = 0;
  partner: Participant | null = null;

  // Storage and heat buffers.
  volume = 0;
  stored = 0;
  inputEfficiency = 1;
  outputEfficiency = 1;
  /** Fraction of the stored energy lost per hour; 0 = none. */
  decay = 0;
  /** Stored energy at the end of each hour (MWh); empty for kinds without a reserve. */
  reserve: AnyCurve<"april"> = EMPTY;

  // Heat buffer: hourly demand (MWh), heat delivered, and heat registered in time for hydrogen.
  demand: AnyCurve<"april"> = EMPTY;
  heat: AnyCurve<"april"> = EMPTY;
  registeredHeat: AnyCurve<"april"> = EMPTY;
  heatEfficiency = 1;

  // Load shifting: energy owed (MWh) and its limit.
  owed = 0;
  owedLimit = Infinity;

  // Satisfied demand: its load from outside the order (MW, ≤ 0), and the hours in which it sets the price.
  externalLoad: AnyCurve<"april"> = EMPTY;
  setsPrice: Uint8Array = NO_FLAGS;

  /** Whether it is in a merit order, which then writes its load. */
  isInOrder = false;
  /** Caches derivations of the load once the load is final. */
  memo: CurveMemo | null = null;

  constructor(key: string, kind: Kind, load: AnyCurve<"april"> = ZEROS, options: ParticipantOptions = {}) {
    this.key = key;
    this.kind = kind;
    this.anyLoad = load;
    if (this.hasReserve) this.reserve = ZEROS;
    this.outputCapacityPerUnit = options.outputCapacityPerUnit ?? NaN;
    this.inputCapacityPerUnit = options.inputCapacityPerUnit ?? this.outputCapacityPerUnit;
    this.units = options.units ?? NaN;
    this.availability = options.availability ?? 1;
    this.givenFullLoadHours = options.fullLoadHours ?? NaN;
    this.costCurve = options.costCurve ?? null;
    this.cost = options.cost ?? 0;
    if (options.price === undefined) {
      this.price = kind === Kind.BlackHole ? -Infinity : this.cost;
      this.priceCurve = this.costCurve;
    } else {
      this.price = options.price;
      this.priceCurve = null;
    }
    this.buysFromDispatchables = options.buysFromDispatchables ?? true;
    this.outputCapacity = this.outputCapacityPerUnit * this.availability * this.units;
    this.inputCapacity = this.inputCapacityPerUnit * this.availability * this.units;
  }

  /** Published load; the caller may retain it. */
  get load(): Curve<"april"> {
    return materialise(this.anyLoad);
  }

  set load(load: Curve<"april">) {
    this.anyLoad = load;
  }

  /** Whether the load of the whole year is known before dispatch. */
  get isKnown(): boolean {
    return (
      this.isSettled ||
      (this.kind !== Kind.LinkedUser && this.kind !== Kind.LinkedProducer && this.kind !== Kind.ShiftUser)
    );
  }
  get isUser(): boolean {
    return this.kind < 10;
  }
  get isAlwaysOn(): boolean {
    return this.kind >= 10 && this.kind < 20;
  }
  get isFlex(): boolean {
    return this.kind >= 30;
  }
  get hasReserve(): boolean {
    return this.kind === Kind.Storage || this.kind === Kind.HeatBuffer;
  }
  get isInfinite(): boolean {
    return this.inputCapacityPerUnit === Infinity || this.outputCapacityPerUnit === Infinity || this.units === Infinity;
  }

  /** Cost to produce in hour h. */
  costAt(h: number): number {
    return this.costCurve === null ? this.cost : this.costCurve[h]!;
  }

  /** Price to consume in hour h. */
  priceAt(h: number): number {
    return this.priceCurve === null ? this.price : this.priceCurve[h]!;
  }

  /** Maximum additional output in hour h, given the current `stored` and `owed`. */
  maxLoadAt(h: number): number {
    switch (this.kind) {
      case Kind.Dispatchable:
        return this.outputCapacity;
      case Kind.VariableDispatchable:
        return borrow(this.hourlyLimit)[h]!;
      case Kind.Storage: {
        const load = this.load[h]!;
        if (load < 0) return 0;
        const inReserve = this.stored * this.outputEfficiency;
        const remaining = this.outputCapacity - load;
        return inReserve > remaining ? remaining : inReserve;
      }
      case Kind.LoadShifting: {
        const load = this.load[h]!;
        if (load < 0 || this.#mandatoryAt(h) > 0) return 0;
        const limit = borrow(this.hourlyLimit)[h]!;
        const headroom = (this.outputCapacity < limit ? this.outputCapacity : limit) - load;
        const free = headroom > 0 ? headroom : 0;
        const allowance = this.owedLimit - this.owed;
        return allowance < free ? allowance : free;
      }
      default:
        return 0;
    }
  }

  /** Remaining room to consume in hour h, MW, given the current `stored`. */
  unusedInputCapacityAt(h: number): number {
    const capacity = this.kind === Kind.VariableConsumer ? borrow(this.hourlyLimit)[h]! : this.inputCapacity;
    const room = capacity + this.load[h]!;
    if (!this.hasReserve) return room;
    const space = this.volume - this.stored;
    return room < space ? room : space;
  }

  /** The load that load shifting must recover now because the rest of the year would not suffice, MW. */
  #mandatoryAt(h: number): number {
    const remaining = HOURS - h - 1;
    if (remaining === 0) return this.owed;
    const excess = this.owed - this.inputCapacity * remaining;
    return excess > 0 ? excess : 0;
  }

  /** Whether dispatch writes its load; otherwise the load is given. */
  get isDispatched(): boolean {
    return this.kind >= Kind.Dispatchable || this.kind === Kind.ShareUser || !this.isKnown;
  }

  /** Allocates the arrays that dispatch writes. */
  prepare(buffers: Buffers): void {
    if (!this.isDispatched || this.kind === Kind.ShiftUser) return;
    const load = buffers.year();
    if (this.kind === Kind.SatisfiedDemand) {
      load.set(asArray(borrow(this.externalLoad)));
      this.setsPrice = new Uint8Array(HOURS);
    }
    this.load = load;
    if (this.hasReserve) this.reserve = buffers.year();
    if (this.kind !== Kind.HeatBuffer) return;
    this.heat = buffers.year();
    this.registeredHeat = buffers.year();
  }

  /** Adds its materialised curves. */
  addHoldings(holdings: Set<Holding>): void {
    addMaterialised(holdings, this.anyLoad);
    addMaterialised(holdings, this.reserve);
    addMaterialised(holdings, this.heat);
    addMaterialised(holdings, this.registeredHeat);
    addMaterialised(holdings, this.hourlyLimit);
    addMaterialised(holdings, this.demand);
    addMaterialised(holdings, this.externalLoad);
    if (this.setsPrice.length > 0) holdings.add(this.setsPrice);
  }

  /** The dispatch result. */
  get outcome(): HourlyOutcome {
    const { anyLoad, reserve, heat, registeredHeat, setsPrice, stored, owed } = this;
    return { load: anyLoad, reserve, heat, registeredHeat, setsPrice, stored, owed };
  }

  /** Sets the dispatch result: finished arrays, possibly shared. */
  setOutcome({ load, reserve, heat, registeredHeat, setsPrice, stored, owed }: HourlyOutcome): void {
    this.anyLoad = load;
    this.reserve = reserve;
    this.heat = heat;
    this.registeredHeat = registeredHeat;
    this.setsPrice = setsPrice;
    this.stored = stored;
    this.owed = owed;
  }

  /** Energy produced over the year (consumed, for flexible participants), MWh. */
  get productionMwh(): number {
    const { anyLoad, memo } = this;
    if (anyLoad === ZEROS) return 0;
    const derivation = this.isFlex ? consumption : production;
    return memo === null
      ? derivation.make([borrow(this.anyLoad)], [], allocateUnpooledCurve)
      : memo.derive(derivation, [anyLoad], []);
  }

  /** Energy delivered over the year, consumption excluded, MWh. */
  get deliveredMwh(): number {
    const { anyLoad, memo } = this;
    return memo === null
      ? delivery.make([borrow(this.anyLoad)], [], allocateUnpooledCurve)
      : memo.derive(delivery, [anyLoad], []);
  }

  get productionMj(): number {
    return this.productionMwh * MJ_PER_MWH;
  }

  /** The load of the year. For a follower outside the order, it is computed from the leader's load. */
  finalLoad(memo: CurveMemo): AnyCurve<"april"> {
    return this.link === null || this.isInOrder || this.isSettled ? this.anyLoad : followLoad(memo, this.link);
  }

  /** Hours at full capacity: the given number, or derived from the year's energy. */
  get fullLoadHours(): number {
    if (!isNil(this.givenFullLoadHours)) return this.givenFullLoadHours;
    const capacity = this.isFlex ? this.inputCapacityPerUnit : this.outputCapacityPerUnit;
    if (capacity === 0 || this.units === 0) return 0;
    return this.productionMj / (capacity * this.units * MJ_PER_MWH);
  }
}

const EMPTY = new Float64Array(0);
const NO_FLAGS = new Uint8Array(0);

/** The fields that `step` writes, documented with the fields of the same names. */
export interface HourlyOutcome extends Pick<
  Participant,
  "reserve" | "heat" | "registeredHeat" | "setsPrice" | "stored" | "owed"
> {
  readonly load: AnyCurve<"april">;
}

/**
 * Returns a runner for work on participants that can be repeated after later writes to them. It restores the
 * participants to their current state during the work, and to their later state afterwards.
 */
export function makeRepeatable(participants: readonly Participant[]): <Result>(work: () => Result) => Result {
  const initialOutcomes = participants.map(({ outcome }) => outcome);
  return (work) => {
    const laterOutcomes = participants.map(({ outcome }) => outcome);
    participants.forEach((participant, index) => participant.setOutcome(initialOutcomes[index]!));
    try {
      return work();
    } finally {
      participants.forEach((participant, index) => participant.setOutcome(laterOutcomes[index]!));
    }
  };
}

/** Runs work that reads participants in many hours, with their dispatch results and limits materialised. */
export function withMaterialised<Result>(participants: readonly Participant[], work: () => Result): Result {
  const originals = participants.map(({ outcome, hourlyLimit }) => ({ outcome, hourlyLimit }));
  for (const participant of participants) {
    participant.anyLoad = borrow(participant.anyLoad);
    participant.reserve = borrow(participant.reserve);
    participant.hourlyLimit = borrow(participant.hourlyLimit);
  }
  try {
    return work();
  } finally {
    participants.forEach((participant, index) => {
      const { outcome, hourlyLimit } = originals[index]!;
      participant.setOutcome(outcome);
      participant.hourlyLimit = hourlyLimit;
    });
  }
}

function addMaterialised(holdings: Set<Holding>, curve: AnyCurve): void {
  if (isMaterialised(curve) && curve.length > 0 && curve !== ZEROS) holdings.add(curve);
}

/**
 * Consumption of a load, MWh. Added without compensation, because the reference starts this sum from an explicit 0.0.
 */
const consumption = declareDerivation("consumed", ([load]: readonly [Curve<"april">]) => {
  let sum = 0;
  for (let h = 0; h < load.length; h++) if (load[h]! < 0) sum += load[h]!;
  return Math.abs(sum);
});

const production = declareDerivation("produced", ([load]: readonly [Curve<"april">]) => sumWhere(load, 0));

const delivery = declareDerivation("delivered", ([load]: readonly [Curve<"april">]) => sumWhere(load, 1));

/** Compensated (Neumaier) sum of all values (sign 0), or of the negative (-1) or positive (1) ones. */
export function sumWhere(values: Curve<"april">, sign: -1 | 0 | 1): number {
  if (values === ZEROS) return 0;
  let sum = 0;
  let correction = 0;
  for (let h = 0; h < values.length; h++) {
    const x = values[h]!;
    if (sign !== 0 && x * sign <= 0) continue;
    const t = sum + x;
    correction += Math.abs(sum) >= Math.abs(x) ? sum - t + x : x - t + sum;
    sum = t;
  }
  return sum + correction;
}
