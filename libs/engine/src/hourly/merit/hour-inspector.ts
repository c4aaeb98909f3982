/**
 * One dispatched hour, step by step: the counterpart of `Dispatch`. It runs the hour again on copies of the members,
 * from their state at the end of the previous hour, and records each decision. Loads equal the dispatched year's, bit by
 * bit.
 */
import { borrow } from "../curves/curve.ts";
import type { AnyCurve, Curve } from "../curves/curve.ts";
import { Fleet, AVAILABLE, OFFERED, TAKEN } from "./fleet.ts";
import type { MeritOrder } from "./order.ts";
import { HOURS, Kind, Participant, withMaterialised } from "./participant.ts";
import { type PriceRule, PriceSetters } from "./price-curve.ts";
import { SortedList } from "./sorted-list.ts";

/** Energy of a participant in a step, MW. */
export interface Part {
  readonly participant: Participant;
  readonly amount: number;
}

/** A decision of the dispatch, in the order in which they are made. */
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
  /** Consumption of users and losses, MW; flexible consumption comes on top. */
  readonly demand: number;
  /** Usable production of always-on members, MW. */
  readonly alwaysOn: number;
  readonly steps: readonly DispatchStep[];
  /** Members that can deliver, in merit order. */
  readonly offers: readonly Offer[];
  /** Flexible members, in the order in which excess is offered to them. */
  readonly flexible: readonly DispatchedMember[];
  /** Demand that nothing covers, MW. */
  readonly shortage: number;
  /** Excess that no member takes, MW. */
  readonly unused: number;
  readonly rule: PriceRule;
  readonly setter: Participant | null;
  /** The cheapest idle member that could deliver; it starts once others have delivered `after` MW more. */
  readonly next: { readonly offer: Offer; readonly after: number } | null;
}

/** An hour in progress. */
interface Running {
  readonly h: number;
  readonly fleet: Fleet;
  readonly lists: Lists;
  readonly steps: DispatchStep[];
  /** Output of dispatchables by place, MW. */
  readonly delivered: Float64Array;
}

/** An hour after its last decision, before its state is written. */
interface Finished extends Running, Pick<DispatchedHour, "demand" | "alwaysOn" | "shortage" | "unused"> {
  /** The overdue consumption of load shifting, which is part of the demand, MW. */
  readonly due: number;
  /** Loads of flexible members before anything was bought, by place, MW. */
  readonly beforePurchases: Float64Array;
}

/** Relative difference that is rounding. */
const ROUNDING = 1e-9;

export class HourInspector {
  readonly #order: MeritOrder;
  readonly #net: () => AnyCurve<"april">;
  readonly #members: readonly Participant[];
  readonly #copies: readonly Participant[];
  readonly #placesOf: ReadonlyMap<Participant, number>;
  /** Energy that load shifting owes at the start of each hour up to `#owedUntil`, MWh. */
  readonly #owed: readonly { readonly place: number; readonly atStart: Float64Array }[];
  #owedUntil = 0;

  /** An order that has run, and its net load (`netLoad`). */
  constructor(order: MeritOrder, net: () => AnyCurve<"april">) {
    this.#order = order;
    this.#net = net;
    this.#members = [...new Set([...order.dispatchables, ...order.flex])];
    this.#placesOf = new Map(this.#members.map((member, place) => [member, place]));
    this.#copies = this.#members.map(copyOf);
    this.#owed = [...this.#members.keys()]
      .filter((place) => this.#members[place]!.kind === Kind.LoadShifting)
      .map((place) => ({ place, atStart: new Float64Array(HOURS + 1) }));
  }

  /** Hour h counts from 1 April. */
  at(h: number): DispatchedHour {
    return withMaterialised(this.#members, () => this.#inspect(h));
  }

  #inspect(h: number): DispatchedHour {
    // Created per report, because orders are borrowed; shared by all hours that the report runs.
    const lists = new Lists(this.#order, this.#members);
    const finished = this.#dispatch(h, lists);
    const { fleet, delivered, demand, due, alwaysOn, steps, shortage, unused, beforePurchases } = finished;
    const members = this.#members.map((participant, place): DispatchedMember => {
      const { isFlex } = participant;
      return {
        participant,
        load: isFlex ? fleet.load[place]! : delivered[place]!,
        spare: this.#availableOf(finished, place),
        store: null,
      };
    });
    this.#end(finished);
    const isExcess = alwaysOn > demand;
    const withStores = members.map((member, place) => ({
      ...member,
      store: this.#storeAt(place, member, h, isExcess, beforePurchases[place]!),
    }));
    const { takers, producers } = lists;
    const offers = Array.from(producers.places, (place, rank) => ({
      ...withStores[place]!,
      cost: producers.keys[rank]!,
    }));
    const { rule, participant: setter } = this.#setterAt(h);
    return {
      // The loads of flexible members include the overdue consumption.
      demand: demand - due,
      alwaysOn,
      steps,
      offers,
      flexible: Array.from(takers.places, (place) => withStores[place]!),
      shortage,
      unused,
      rule,
      setter,
      next: nextOf(offers),
    };
  }

  #dispatch(h: number, lists: Lists): Finished {
    const fleet = this.#fleetAt(h, lists);
    lists.moveTo(h);
    const running: Running = { h, fleet, lists, steps: [], delivered: new Float64Array(this.#members.length) };
    fleet.beginHour(h);
    this.#members.forEach((member, place) => {
      if (member.kind === Kind.SatisfiedDemand) fleet.load[place] = borrow(member.satisfied)[h]!;
    });
    const { demand, due } = this.#demand(running);
    const alwaysOn = neumaier(this.#order.alwaysOn.map((member) => usable(member, h)));
    let shortage = 0;
    let unused = 0;
    let next = 0;
    if (alwaysOn > demand) unused = this.#assignExcess(running, alwaysOn - demand);
    // Production equal to demand is ignored, as in `Dispatch`.
    else if (demand > 0) [next, shortage] = this.#meet(running, alwaysOn < demand ? demand - alwaysOn : demand);
    const beforePurchases = fleet.load.slice();
    this.#sell(running, next);
    return { ...running, demand, due, alwaysOn, shortage, unused, beforePurchases };
  }

  /** Writes the state at the end of an hour to the copies. */
  #end({ fleet, h }: Running): void {
    fleet.endHour(h);
    fleet.settle();
  }

  /** A fleet in the state at the end of the previous hour. */
  #fleetAt(h: number, lists: Lists): Fleet {
    this.#followOwed(h, lists);
    this.#copies.forEach((copy, place) => {
      const member = this.#members[place]!;
      if (member.hasReserve) copy.stored = storedBefore(member, h);
    });
    for (const { place, atStart } of this.#owed) this.#copies[place]!.owed = atStart[h]!;
    return new Fleet(this.#copies);
  }

  /**
   * Fills in what load shifting owes at the start of the hours up to h. It follows from its decisions: the sum of its
   * loads differs in the last bit where it decides twice in an hour.
   */
  #followOwed(h: number, lists: Lists): void {
    if (this.#owed.length === 0) return;
    for (; this.#owedUntil < h; this.#owedUntil++) {
      const hour = this.#owedUntil;
      const moves = this.#owed.some(({ place }) => borrow(this.#members[place]!.anyLoad)[hour]! !== 0);
      if (moves) this.#end(this.#dispatch(hour, lists));
      for (const { place, atStart } of this.#owed)
        atStart[hour + 1] = moves ? this.#copies[place]!.owed : atStart[hour]!;
    }
  }

  /** Consumption of the hour, in the order of the users; load shifting recovers the load that has become due. */
  #demand({ h, fleet }: Running): { readonly demand: number; readonly due: number } {
    const { users } = this.#order;
    let due = 0;
    const independent = neumaier(
      users
        .filter(({ kind }) => kind !== Kind.ShareUser)
        .map((user) => {
          if (user.kind !== Kind.ShiftUser) return borrow(user.anyLoad)[h]!;
          fleet.recover(this.#placesOf.get(user.partner!)!, h);
          due += fleet.amounts[TAKEN]!;
          return fleet.amounts[TAKEN]!;
        }),
    );
    let demand = independent;
    for (const user of users) if (user.kind === Kind.ShareUser) demand += independent * user.share;
    return { demand, due };
  }

  /** Returns the excess that no member takes, MW. */
  #assignExcess(running: Running, excess: number): number {
    const { fleet, h, steps } = running;
    const { takers } = running.lists;
    let left = excess;
    for (let g = 0; g < takers.groupCount && left > 0; g++) {
      const [from, to] = [takers.groupStart[g]!, takers.groupStart[g + 1]!];
      const price = -takers.keys[from]!;
      const first = takers.places[from]!;
      if (!(price > 0) && this.#members[first]!.kind !== Kind.BlackHole) continue;
      if (fleet.isSated(takers.places, from, to)) continue;
      const places = takers.places.subarray(from, to);
      const offered = left;
      const loads = Array.from(places, (place) => fleet.load[place]!);
      left -= offerTo(fleet, takers.places, from, to, left, h);
      steps.push({ kind: "excess", price, offered, takers: this.#takenSince(loads, places, fleet) });
    }
    return left > 0 ? left : 0;
  }

  /** Returns the rank of the first producer with output left, and the demand that is not met, MW. */
  #meet(running: Running, demand: number): readonly [next: number, shortage: number] {
    const { fleet, steps, delivered } = running;
    const { places, keys } = running.lists.producers;
    let missing = demand;
    for (let rank = 0; rank < places.length; rank++) {
      const place = places[rank]!;
      const available = this.#availableOf(running, place);
      if (available === 0) continue;
      const load = available < missing ? available : missing;
      if (fleet.isDispatchable[place] === 1) delivered[place] = load;
      else {
        fleet.amounts[OFFERED] = load;
        fleet.deliver(place);
      }
      const producer = { participant: this.#members[place]!, amount: load };
      steps.push({ kind: "delivery", cost: keys[rank]!, available, producer });
      if (!(available < missing)) return [rank, 0];
      missing -= available;
    }
    return [places.length, missing];
  }

  /** Sells output from a rank on to members that pay more than it costs. */
  #sell(running: Running, first: number): void {
    const { fleet, h, steps, delivered } = running;
    const { amounts } = fleet;
    const { buyers, producers } = running.lists;
    let next = first;
    for (let g = 0; g < buyers.groupCount; g++) {
      const [from, to] = [buyers.groupStart[g]!, buyers.groupStart[g + 1]!];
      const places = buyers.places.subarray(from, to);
      const price = -buyers.keys[from]!;
      let end = producers.keys.length;
      while (end > 0 && producers.keys[end - 1]! >= price) end--;
      if (end <= next) {
        const cheapest = producers.places[next];
        if (cheapest === undefined) return;
        const buyers = Array.from(places, (place) => this.#members[place]!);
        steps.push({ kind: "refusal", price, buyers, next: this.#members[cheapest]! });
        return;
      }
      const isSingle = places.length === 1;
      if (!isSingle && fleet.isSated(buyers.places, from, to)) continue;
      const room = fleet.inputCapacity[places[0]!]! + fleet.load[places[0]!]!;
      let available = 0;
      for (let rank = next; rank < end; rank++) {
        available += this.#availableOf(running, producers.places[rank]!);
        // A single buyer reads at most its input capacity, as in `Dispatch`.
        if (isSingle && available >= room && available > 0) break;
      }
      if (available === 0) return;
      const loads = Array.from(places, (place) => fleet.load[place]!);
      let taken = offerTo(fleet, buyers.places, from, to, available, h);
      const sellers: Part[] = [];
      for (; next < producers.places.length; next++) {
        const place = producers.places[next]!;
        const potential = this.#availableOf(running, place);
        const sold = potential > taken ? taken : potential;
        if (fleet.isDispatchable[place] !== 1) {
          amounts[OFFERED] = sold;
          if (potential !== 0) fleet.deliver(place);
        } else delivered[place] = delivered[place]! + sold;
        if (sold > 0) sellers.push({ participant: this.#members[place]!, amount: sold });
        if (potential > taken) break;
        taken -= potential;
      }
      steps.push({ kind: "purchase", price, available, buyers: this.#takenSince(loads, places, fleet), sellers });
    }
  }

  /** Output that a member could add, MW. */
  #availableOf({ fleet, h, delivered }: Running, place: number): number {
    if (fleet.isDispatchable[place] === 1) return fleet.outputCapacity[place]! - delivered[place]!;
    fleet.readAvailable(place, h);
    return fleet.amounts[AVAILABLE]!;
  }

  #takenSince(loads: readonly number[], places: Int32Array, { load }: Fleet): readonly Part[] {
    return Array.from(places, (place, i) => ({
      participant: this.#members[place]!,
      amount: loads[i]! - load[place]!,
    })).filter(({ amount }) => amount !== 0);
  }

  #storeAt(
    place: number,
    { load, participant }: DispatchedMember,
    h: number,
    isExcess: boolean,
    beforePurchases: number,
  ): StoreState | null {
    if (!participant.hasReserve) return null;
    const { volume, inputCapacity, outputCapacity } = participant;
    const [before, after] = [storedBefore(participant, h), this.#copies[place]!.stored];
    const reason = (): StoreReason => {
      if (load < 0) {
        if (reaches(after, volume)) return "filled";
        if (reaches(-load, inputCapacity)) return "charges_at_capacity";
        return load < beforePurchases ? "buys" : "takes_excess";
      }
      if (load > 0) {
        if (after <= volume * ROUNDING) return "emptied";
        return reaches(load, outputCapacity) ? "delivers_at_capacity" : "covers_demand";
      }
      if (isExcess) return reaches(before, volume) ? "full" : "not_called";
      return after <= 0 ? "empty" : "not_called";
    };
    return { before, after, volume, reason: reason() };
  }

  #setterAt(h: number): Pick<PriceSetters, "rule" | "participant"> {
    // Created per report: before the next one, the values of the net load may be evicted and their memory reused.
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
    const placesOf = (list: readonly Participant[]): Int32Array =>
      Int32Array.from(list, (member) => members.indexOf(member));
    this.producers = new SortedList(order.memo, members, "cost", placesOf(order.dispatchables));
    this.takers = new SortedList(order.memo, members, "price", placesOf(order.flex));
    this.buyers = new SortedList(order.memo, members, "price", placesOf(order.priceSensitive));
  }

  moveTo(h: number): void {
    for (const list of [this.producers, this.takers, this.buyers]) list.moveTo(h);
  }
}

/** Copies write their years here, and no code reads them: their hour is read from their fleet. */
const UNREAD: Curve<"april"> = new Float64Array(HOURS);
const UNREAD_FLAGS = new Uint8Array(HOURS);

/** A copy of a member that does not write to the member's year. */
function copyOf(member: Participant): Participant {
  const copy = Object.assign(Object.create(Participant.prototype) as Participant, member);
  copy.load = UNREAD;
  if (member.hasReserve) copy.reserve = UNREAD;
  if (member.kind === Kind.HeatBuffer) copy.heat = copy.heatSeen = UNREAD;
  if (member.kind === Kind.SatisfiedDemand) copy.setsPrice = UNREAD_FLAGS;
  return copy;
}

/** MWh at the end of the previous hour. */
const storedBefore = ({ reserve }: Participant, h: number): number => (h === 0 ? 0 : borrow(reserve)[h - 1]!);

/** Offers an amount to members with the same price; returns what they take, MW. */
function offerTo(fleet: Fleet, places: Int32Array, from: number, to: number, amount: number, h: number): number {
  const place = places[from]!;
  if (to - from === 1 && fleet.isSimple[place] === 1) {
    const room = fleet.inputCapacity[place]! + fleet.load[place]!;
    const taken = amount > room ? room : amount;
    fleet.load[place] = fleet.load[place]! - taken;
    return taken;
  }
  fleet.amounts[OFFERED] = amount;
  fleet.offerToGroup(places, from, to, h);
  return fleet.amounts[TAKEN]!;
}

/** The usable output of an always-on member, MW. */
export const usable = ({ kind, limited, anyLoad }: Participant, h: number): number =>
  borrow(kind === Kind.ConstrainedVolatile ? limited : anyLoad)[h]!;

const reaches = (amount: number, limit: number): boolean => amount >= limit * (1 - ROUNDING);

function nextOf(offers: readonly Offer[]): DispatchedHour["next"] {
  let after = 0;
  for (const offer of offers) {
    if (!(offer.spare > 0)) continue;
    if (!(offer.load > 0)) return { offer, after };
    after += offer.spare;
  }
  return null;
}

/** A compensated sum in the order of the values, as `HourlySum` makes it. */
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
