/**
 * One dispatched hour, step by step: the counterpart of `Dispatch`. It runs the hour again on copies of the members,
 * from their state at the end of the previous hour, and records each decision. Loads equal the dispatched year's, bit
 * for bit.
 */
import { borrow } from "../curves/curve.ts";
import type { AnyCurve, Curve } from "../curves/curve.ts";
import { Fleet, AVAILABLE, OFFERED, TAKEN } from "./fleet.ts";
import type { MeritOrder } from "./order.ts";
import { HOURS, Kind, Participant, withMaterialised } from "./participant.ts";
import { type PriceRule, PriceSetters } from "./price-curve.ts";
import { SortedList } from "./sorted-list.ts";

/** The share of a participant in a step, MW. */
export interface Part {
  readonly participant: Participant;
  readonly amount: number;
}

/** A decision of the dispatch. */
export type DispatchStep =
  /** Excess of always-on production is offered to members with the same price, highest price first. */
  | { readonly kind: "excess"; readonly price: number; readonly offered: number; readonly takers: readonly Part[] }
  /** A producer covers demand, lowest cost first; `available` is its maximum, MW. */
  | { readonly kind: "delivery"; readonly cost: number; readonly available: number; readonly producer: Part }
  /** Members with the same price buy output that costs less; `available` is the output on sale, MW. */
  | {
      readonly kind: "purchase";
      readonly price: number;
      readonly available: number;
      readonly buyers: readonly Part[];
      readonly sellers: readonly Part[];
    }
  /** Members with the same price buy nothing: the next output costs as much or more. Ends the purchases of the hour. */
  | {
      readonly kind: "refusal";
      readonly price: number;
      readonly buyers: readonly Participant[];
      readonly next: Participant;
    };

/** The reason for a store's action. */
export type StoreReason =
  /** Charges: until it is full, at its input capacity, from excess, or by buying below its price. */
  | "filled"
  | "charges_at_capacity"
  | "takes_excess"
  | "buys"
  /** Delivers: until it is empty, at its output capacity, or as much as demand needs. */
  | "emptied"
  | "delivers_at_capacity"
  | "covers_demand"
  /** Idle: full while there is excess, empty, or not called. */
  | "full"
  | "empty"
  | "not_called";

/** The state of a store, MWh; its volume may be infinite. */
export interface StoreState {
  readonly before: number;
  readonly after: number;
  readonly volume: number;
  readonly reason: StoreReason;
}

/** A dispatchable or flexible member in the hour. */
export interface DispatchedMember {
  readonly participant: Participant;
  /** MW: positive while it delivers, negative while it consumes. */
  readonly load: number;
  /** Output that it could add to its load, MW. */
  readonly spare: number;
  readonly store: StoreState | null;
}

/** A member in the merit order of the hour. */
export interface Offer extends DispatchedMember {
  /** EUR/MWh, or the position in the user's order. */
  readonly cost: number;
}

export interface DispatchedHour {
  /** Consumption of users and losses, MW, excluding flexible consumption. */
  readonly demand: number;
  /** Usable production of always-on members, MW. */
  readonly alwaysOn: number;
  readonly steps: readonly DispatchStep[];
  /** Members that can deliver, in merit order. */
  readonly offers: readonly Offer[];
  /** Flexible members, in the order in which excess is offered to them. */
  readonly flexible: readonly DispatchedMember[];
  /** Uncovered demand, MW. */
  readonly shortage: number;
  /** Excess without a consumer, MW. */
  readonly unused: number;
  readonly rule: PriceRule;
  readonly setter: Participant | null;
  /** The cheapest idle member that could deliver; it starts once others have delivered `after` MW more. */
  readonly next: { readonly offer: Offer; readonly after: number } | null;
}

/** An hour in progress. */
interface RunningHour {
  readonly h: number;
  readonly fleet: Fleet;
  readonly lists: Lists;
  readonly steps: DispatchStep[];
  /** Output of dispatchables by index, MW. */
  readonly outputs: Float64Array;
}

/** An hour after its last decision, before its state has been written. */
interface FinishedHour extends RunningHour, Pick<DispatchedHour, "demand" | "alwaysOn" | "shortage" | "unused"> {
  /** The overdue consumption of load shifting, which is part of the demand, MW. */
  readonly due: number;
  /** Loads of flexible members before purchases, by index, MW. */
  readonly loadsBeforePurchases: Float64Array;
}

/** Smaller relative differences are rounding errors. */
const ROUNDING = 1e-9;

export class HourInspector {
  readonly #order: MeritOrder;
  readonly #net: () => AnyCurve<"april">;
  readonly #members: readonly Participant[];
  readonly #copies: readonly Participant[];
  readonly #indices: ReadonlyMap<Participant, number>;
  /** Energy that load shifting owes at the start of each hour up to `#owedUntil`, MWh. */
  readonly #owed: readonly { readonly index: number; readonly owedAtStart: Float64Array }[];
  #owedUntil = 0;

  /** An order that has run, and its net load (`netLoad`). */
  constructor(order: MeritOrder, net: () => AnyCurve<"april">) {
    this.#order = order;
    this.#net = net;
    this.#members = [...new Set([...order.dispatchables, ...order.flex])];
    this.#indices = new Map(this.#members.map((member, index) => [member, index]));
    this.#copies = this.#members.map(copyParticipant);
    this.#owed = [...this.#members.keys()]
      .filter((index) => this.#members[index]!.kind === Kind.LoadShifting)
      .map((index) => ({ index: index, owedAtStart: new Float64Array(HOURS + 1) }));
  }

  /** Hour h counts from 1 April. */
  inspect(h: number): DispatchedHour {
    return withMaterialised(this.#members, () => this.#inspect(h));
  }

  #inspect(h: number): DispatchedHour {
    // Created per report, because orders are borrowed; shared by all hours that the report runs.
    const lists = new Lists(this.#order, this.#members);
    const finishedHour = this.#dispatch(h, lists);
    const {
      fleet,
      outputs,
      demand,
      due,
      alwaysOn,
      steps,
      shortage,
      unused,
      loadsBeforePurchases: beforePurchases,
    } = finishedHour;
    const members = this.#members.map((participant, index): DispatchedMember => {
      const { isFlex } = participant;
      return {
        participant,
        load: isFlex ? fleet.load[index]! : outputs[index]!,
        spare: this.#availableOf(finishedHour, index),
        store: null,
      };
    });
    this.#end(finishedHour);
    const isExcess = alwaysOn > demand;
    const withStores = members.map((member, index) => ({
      ...member,
      store: this.#storeAt(index, member, h, isExcess, beforePurchases[index]!),
    }));
    const { takers, producers } = lists;
    const offers = Array.from(producers.indices, (index, rank) => ({
      ...withStores[index]!,
      cost: producers.keys[rank]!,
    }));
    const { rule, participant: setter } = this.#setterAt(h);
    return {
      // The loads of flexible members include the overdue consumption.
      demand: demand - due,
      alwaysOn,
      steps,
      offers,
      flexible: Array.from(takers.indices, (index) => withStores[index]!),
      shortage,
      unused,
      rule,
      setter,
      next: nextOffer(offers),
    };
  }

  #dispatch(h: number, lists: Lists): FinishedHour {
    const fleet = this.#fleetAt(h, lists);
    lists.moveTo(h);
    const runningHour: RunningHour = { h, fleet, lists, steps: [], outputs: new Float64Array(this.#members.length) };
    fleet.beginHour(h);
    this.#members.forEach((member, index) => {
      if (member.kind === Kind.SatisfiedDemand) fleet.load[index] = borrow(member.externalLoad)[h]!;
    });
    const { demand, due } = this.#demand(runningHour);
    const alwaysOn = neumaier(this.#order.alwaysOn.map((member) => usable(member, h)));
    let shortage = 0;
    let unused = 0;
    let next = 0;
    if (alwaysOn > demand) unused = this.#assignExcess(runningHour, alwaysOn - demand);
    // Production equal to demand is ignored, as in `Dispatch`.
    else if (demand > 0) [next, shortage] = this.#meet(runningHour, alwaysOn < demand ? demand - alwaysOn : demand);
    const beforePurchases = fleet.load.slice();
    this.#sell(runningHour, next);
    return { ...runningHour, demand, due, alwaysOn, shortage, unused, loadsBeforePurchases: beforePurchases };
  }

  /** Writes the state at the end of an hour to the copies. */
  #end({ fleet, h }: RunningHour): void {
    fleet.endHour(h);
    fleet.settle();
  }

  /** A fleet in the state at the end of the previous hour. */
  #fleetAt(h: number, lists: Lists): Fleet {
    this.#followOwed(h, lists);
    this.#copies.forEach((copy, index) => {
      const member = this.#members[index]!;
      if (member.hasReserve) copy.stored = contentBefore(member, h);
    });
    for (const { index, owedAtStart } of this.#owed) this.#copies[index]!.owed = owedAtStart[h]!;
    return new Fleet(this.#copies);
  }

  /**
   * Fills in the energy that load shifting owes at the start of the hours up to h. It is computed from the decisions,
   * because the sum of the loads differs in the last bit if load shifting decides twice in an hour.
   */
  #followOwed(h: number, lists: Lists): void {
    if (this.#owed.length === 0) return;
    for (; this.#owedUntil < h; this.#owedUntil++) {
      const hour = this.#owedUntil;
      const hasLoad = this.#owed.some(({ index }) => borrow(this.#members[index]!.anyLoad)[hour]! !== 0);
      if (hasLoad) this.#end(this.#dispatch(hour, lists));
      for (const { index, owedAtStart } of this.#owed)
        owedAtStart[hour + 1] = hasLoad ? this.#copies[index]!.owed : owedAtStart[hour]!;
    }
  }

  /** Consumption of the hour, in the order of the users; load shifting recovers the load that has become due. */
  #demand({ h, fleet }: RunningHour): { readonly demand: number; readonly due: number } {
    const { users } = this.#order;
    let due = 0;
    const independentDemand = neumaier(
      users
        .filter(({ kind }) => kind !== Kind.ShareUser)
        .map((user) => {
          if (user.kind !== Kind.ShiftUser) return borrow(user.anyLoad)[h]!;
          fleet.recover(this.#indices.get(user.partner!)!, h);
          due += fleet.amounts[TAKEN]!;
          return fleet.amounts[TAKEN]!;
        }),
    );
    let demand = independentDemand;
    for (const user of users) if (user.kind === Kind.ShareUser) demand += independentDemand * user.share;
    return { demand, due };
  }

  /** Returns the excess that remains, MW. */
  #assignExcess(running: RunningHour, excess: number): number {
    const { fleet, h, steps } = running;
    const { takers } = running.lists;
    let remaining = excess;
    for (let g = 0; g < takers.groupCount && remaining > 0; g++) {
      const [from, to] = [takers.groupStart[g]!, takers.groupStart[g + 1]!];
      const price = -takers.keys[from]!;
      const first = takers.indices[from]!;
      if (!(price > 0) && this.#members[first]!.kind !== Kind.BlackHole) continue;
      if (fleet.isSatisfied(takers.indices, from, to)) continue;
      const indices = takers.indices.subarray(from, to);
      const offered = remaining;
      const loads = Array.from(indices, (index) => fleet.load[index]!);
      remaining -= offerTo(fleet, takers.indices, from, to, remaining, h);
      steps.push({ kind: "excess", price, offered, takers: this.#amountsSince(loads, indices, fleet) });
    }
    return remaining > 0 ? remaining : 0;
  }

  /** Returns the rank of the first producer with output left, and the demand that is not met, MW. */
  #meet(running: RunningHour, demand: number): readonly [next: number, shortage: number] {
    const { fleet, steps, outputs } = running;
    const { indices, keys } = running.lists.producers;
    let missing = demand;
    for (let rank = 0; rank < indices.length; rank++) {
      const index = indices[rank]!;
      const available = this.#availableOf(running, index);
      if (available === 0) continue;
      const load = available < missing ? available : missing;
      if (fleet.isDispatchable[index] === 1) outputs[index] = load;
      else {
        fleet.amounts[OFFERED] = load;
        fleet.deliver(index);
      }
      const producer = { participant: this.#members[index]!, amount: load };
      steps.push({ kind: "delivery", cost: keys[rank]!, available, producer });
      if (!(available < missing)) return [rank, 0];
      missing -= available;
    }
    return [indices.length, missing];
  }

  /** Sells the output of producers, starting at a rank, to members that pay more than it costs. */
  #sell(running: RunningHour, first: number): void {
    const { fleet, h, steps, outputs } = running;
    const { amounts } = fleet;
    const { buyers, producers } = running.lists;
    let next = first;
    for (let g = 0; g < buyers.groupCount; g++) {
      const [from, to] = [buyers.groupStart[g]!, buyers.groupStart[g + 1]!];
      const indices = buyers.indices.subarray(from, to);
      const price = -buyers.keys[from]!;
      let end = producers.keys.length;
      while (end > 0 && producers.keys[end - 1]! >= price) end--;
      if (end <= next) {
        const cheapest = producers.indices[next];
        if (cheapest === undefined) return;
        const buyers = Array.from(indices, (index) => this.#members[index]!);
        steps.push({ kind: "refusal", price, buyers, next: this.#members[cheapest]! });
        return;
      }
      const isSingle = indices.length === 1;
      if (!isSingle && fleet.isSatisfied(buyers.indices, from, to)) continue;
      const room = fleet.inputCapacity[indices[0]!]! + fleet.load[indices[0]!]!;
      let available = 0;
      for (let rank = next; rank < end; rank++) {
        available += this.#availableOf(running, producers.indices[rank]!);
        // A single buyer reads at most its input capacity, as in `Dispatch`.
        if (isSingle && available >= room && available > 0) break;
      }
      if (available === 0) return;
      const loads = Array.from(indices, (index) => fleet.load[index]!);
      let purchase = offerTo(fleet, buyers.indices, from, to, available, h);
      const sellers: Part[] = [];
      for (; next < producers.indices.length; next++) {
        const index = producers.indices[next]!;
        const potential = this.#availableOf(running, index);
        const sale = potential > purchase ? purchase : potential;
        if (fleet.isDispatchable[index] !== 1) {
          amounts[OFFERED] = sale;
          if (potential !== 0) fleet.deliver(index);
        } else outputs[index] = outputs[index]! + sale;
        if (sale > 0) sellers.push({ participant: this.#members[index]!, amount: sale });
        if (potential > purchase) break;
        purchase -= potential;
      }
      steps.push({ kind: "purchase", price, available, buyers: this.#amountsSince(loads, indices, fleet), sellers });
    }
  }

  /** Output that a member could add, MW. */
  #availableOf({ fleet, h, outputs }: RunningHour, index: number): number {
    if (fleet.isDispatchable[index] === 1) return fleet.outputCapacity[index]! - outputs[index]!;
    fleet.readAvailable(index, h);
    return fleet.amounts[AVAILABLE]!;
  }

  #amountsSince(loads: readonly number[], indices: Int32Array, { load }: Fleet): readonly Part[] {
    return Array.from(indices, (index, i) => ({
      participant: this.#members[index]!,
      amount: loads[i]! - load[index]!,
    })).filter(({ amount }) => amount !== 0);
  }

  #storeAt(
    index: number,
    { load, participant }: DispatchedMember,
    h: number,
    isExcess: boolean,
    beforePurchases: number,
  ): StoreState | null {
    if (!participant.hasReserve) return null;
    const { volume, inputCapacity, outputCapacity } = participant;
    const [before, after] = [contentBefore(participant, h), this.#copies[index]!.stored];
    const reason = (): StoreReason => {
      if (load < 0) {
        if (hasReached(after, volume)) return "filled";
        if (hasReached(-load, inputCapacity)) return "charges_at_capacity";
        return load < beforePurchases ? "buys" : "takes_excess";
      }
      if (load > 0) {
        if (after <= volume * ROUNDING) return "emptied";
        return hasReached(load, outputCapacity) ? "delivers_at_capacity" : "covers_demand";
      }
      if (isExcess) return hasReached(before, volume) ? "full" : "not_called";
      return after <= 0 ? "empty" : "not_called";
    };
    return { before, after, volume, reason: reason() };
  }

  #setterAt(h: number): Pick<PriceSetters, "rule" | "participant"> {
    // Created per report: the values of the net load may be evicted and their memory reused before the next report.
    const setters = new PriceSetters(this.#order, borrow(this.#net()));
    setters.moveTo(h);
    return setters;
  }
}

/** The lists of an order in an hour. */
class Lists {
  readonly takers: SortedList;
  readonly producers: SortedList;
  readonly buyers: SortedList;

  constructor(order: MeritOrder, members: readonly Participant[]) {
    const indicesOf = (list: readonly Participant[]): Int32Array =>
      Int32Array.from(list, (member) => members.indexOf(member));
    this.producers = new SortedList(order.memo, members, "cost", indicesOf(order.dispatchables));
    this.takers = new SortedList(order.memo, members, "price", indicesOf(order.flex));
    this.buyers = new SortedList(order.memo, members, "price", indicesOf(order.priceSensitive));
  }

  moveTo(h: number): void {
    for (const list of [this.producers, this.takers, this.buyers]) list.moveTo(h);
  }
}

/** Copies write their loads here. No code reads them: loads are read from the fleet. */
const UNUSED_CURVE: Curve<"april"> = new Float64Array(HOURS);
const UNUSED_FLAGS = new Uint8Array(HOURS);

/** A copy of a member that does not write to the member's year. */
function copyParticipant(member: Participant): Participant {
  const copy = Object.assign(Object.create(Participant.prototype) as Participant, member);
  copy.load = UNUSED_CURVE;
  if (member.hasReserve) copy.reserve = UNUSED_CURVE;
  if (member.kind === Kind.HeatBuffer) copy.heat = copy.registeredHeat = UNUSED_CURVE;
  if (member.kind === Kind.SatisfiedDemand) copy.setsPrice = UNUSED_FLAGS;
  return copy;
}

/** MWh at the end of the previous hour. */
const contentBefore = ({ reserve }: Participant, h: number): number => (h === 0 ? 0 : borrow(reserve)[h - 1]!);

/** Offers an amount to members with the same price; returns the amount that they consume, MW. */
function offerTo(fleet: Fleet, indices: Int32Array, from: number, to: number, amount: number, h: number): number {
  const index = indices[from]!;
  if (to - from === 1 && fleet.isSimple[index] === 1) {
    const room = fleet.inputCapacity[index]! + fleet.load[index]!;
    const amountTaken = amount > room ? room : amount;
    fleet.load[index] = fleet.load[index]! - amountTaken;
    return amountTaken;
  }
  fleet.amounts[OFFERED] = amount;
  fleet.offerToGroup(indices, from, to, h);
  return fleet.amounts[TAKEN]!;
}

/** The usable output of an always-on member, MW. */
export const usable = ({ kind, hourlyLimit, anyLoad }: Participant, h: number): number =>
  borrow(kind === Kind.ConstrainedVolatile ? hourlyLimit : anyLoad)[h]!;

const hasReached = (amount: number, limit: number): boolean => amount >= limit * (1 - ROUNDING);

function nextOffer(offers: readonly Offer[]): DispatchedHour["next"] {
  let after = 0;
  for (const offer of offers) {
    if (!(offer.spare > 0)) continue;
    if (!(offer.load > 0)) return { offer, after };
    after += offer.spare;
  }
  return null;
}

/** A compensated sum in the order of the values, like `HourlySum`. */
function neumaier(values: readonly number[]): number {
  let sum = 0;
  let correction = 0;
  for (const value of values) {
    if (value === 0) continue;
    const t = sum + value;
    correction += Math.abs(sum) >= Math.abs(value) ? sum - t + value : value - t + sum;
    sum = t;
  }
  return sum + correction;
}
