/**
 * Dispatches a merit order hour by hour. Always-on production meets demand, excess goes to flexible members, and
 * dispatchables cover the remainder by cost. Price-sensitive members buy remaining capacity that is cheaper than their
 * price.
 *
 * Sums are compensated (Neumaier) in member order, because exact comparisons decide prices. An hour allocates nothing
 * (see `Fleet`).
 */
import { writable } from "../curves/curve.ts";
import type { CurveMemo } from "../curves/memo.ts";
import { HourlyError } from "../energy-nodes.ts";
import { STARTED, Fleet, AVAILABLE, OFFERED, TAKEN } from "./fleet.ts";
import { HourlySum } from "./hourly-sum.ts";
import { Kind, type Participant } from "./participant.ts";
import { SortedList } from "./sorted-list.ts";

export class NegativeDemandError extends HourlyError {
  constructor(order: string, h: number, demand: number) {
    super(`Demand of ${order} is ${demand} MW in hour ${h}; expected zero or more.`);
  }
}

/** The members of an order, as `MeritOrder` lists them. */
interface Members {
  readonly name: string;
  readonly users: readonly Participant[];
  readonly alwaysOn: readonly Participant[];
  readonly dispatchables: readonly Participant[];
  readonly flex: readonly Participant[];
  readonly priceSensitive: readonly Participant[];
}

export class Dispatch {
  readonly #name: string;
  readonly #fleet: Fleet;
  readonly #demand: HourlySum;
  readonly #supply: HourlySum;
  readonly #shareUsers: readonly Participant[];
  readonly #shares: Float64Array;
  /** Members that can produce, by cost; flexible members, and buyers from dispatchables among them, by price. */
  readonly #producers: SortedList;
  readonly #takers: SortedList;
  readonly #buyers: SortedList;
  /** By member: 1 for members that consume at any price. */
  readonly #isFree: Uint8Array;
  /**
   * By rank of the producers: available output in the hour (MW) of dispatchables, and 1 for flexible ones, whose output
   * is read from the fleet.
   */
  readonly #capacity: Float64Array;
  readonly #isQueried: Uint8Array;
  /** By group of buyers: the number of producers that cost less than its price. */
  readonly #cheaper: Int32Array;
  /** Whether all loads are 0 all year. */
  readonly #isIdle: boolean;

  constructor(order: Members, memo: CurveMemo) {
    const { users, dispatchables, flex, priceSensitive } = order;
    const members = [...new Set([...dispatchables, ...flex])];
    const indicesOf = (list: readonly Participant[]): Int32Array =>
      Int32Array.from(list, (member) => members.indexOf(member));
    const fleet = new Fleet(members);
    this.#name = order.name;
    this.#fleet = fleet;
    const summedUsers = users.filter(({ kind }) => kind !== Kind.ShareUser);
    this.#demand = new HourlySum(summedUsers, fleet, memo);
    this.#shareUsers = users.filter(({ kind }) => kind === Kind.ShareUser);
    this.#shares = Float64Array.from(this.#shareUsers, ({ share }) => share);
    this.#supply = new HourlySum(order.alwaysOn, fleet, memo);
    this.#producers = new SortedList(memo, members, "cost", indicesOf(dispatchables));
    this.#takers = new SortedList(memo, members, "price", indicesOf(flex));
    this.#buyers = new SortedList(memo, members, "price", indicesOf(priceSensitive));
    this.#isFree = Uint8Array.from(members, ({ kind }) => (kind === Kind.BlackHole ? 1 : 0));
    this.#capacity = new Float64Array(dispatchables.length);
    this.#isQueried = new Uint8Array(dispatchables.length);
    this.#cheaper = new Int32Array(priceSensitive.length);
    this.#rank();
    this.#isIdle = this.#demand.isZero && this.#supply.isZero && priceSensitive.length === 0;
  }

  /** Computes the loads of all members in the hours from `first` up to `end` (MW). Hours must be in sequence. */
  step(first: number, end: number): void {
    if (this.#isIdle) return;
    for (let h = first; h < end; h++) this.#hour(h);
  }

  #hour(h: number): void {
    const fleet = this.#fleet;
    fleet.beginHour(h);

    this.#demand.moveTo(h);
    const independentDemand = this.#demand.value[0]!;
    let demand = independentDemand;
    for (let i = 0; i < this.#shareUsers.length; i++) {
      const load = independentDemand * this.#shares[i]!;
      writable(this.#shareUsers[i]!.load)[h] = load;
      demand += load;
    }
    if (demand < 0) throw new NegativeDemandError(this.#name, h, demand);
    this.#supply.moveTo(h);
    const supply = this.#supply.value[0]!;

    this.#moveTo(h);
    let next = 0;
    fleet.amounts[STARTED] = 0;
    if (supply > demand) {
      fleet.amounts[OFFERED] = supply - demand;
      this.#assignExcess(h);
    } else if (demand > 0) {
      // Production equal to demand is ignored, as in the reference.
      fleet.amounts[OFFERED] = supply < demand ? demand - supply : demand;
      next = this.#meet(h);
    }
    this.#sell(h, next);
    fleet.endHour(h);
  }

  /** Writes stored and owed energy to the members. */
  settle(): void {
    this.#fleet.settle();
  }

  /** Sorts the lists for hour h. */
  #moveTo(h: number): void {
    this.#takers.moveTo(h);
    if (!this.#producers.isVariable && !this.#buyers.isVariable && !this.#fleet.isVariable) return;
    this.#producers.moveTo(h);
    this.#buyers.moveTo(h);
    this.#rank();
  }

  /** Computes the values that depend on the order of producers and buyers. */
  #rank(): void {
    const { indices, keys: costs } = this.#producers;
    const { isDispatchable, outputCapacity } = this.#fleet;
    for (let rank = 0; rank < indices.length; rank++) {
      const index = indices[rank]!;
      this.#capacity[rank] = outputCapacity[index]!;
      this.#isQueried[rank] = isDispatchable[index] === 1 ? 0 : 1;
    }
    const { keys, groupStart, groupCount } = this.#buyers;
    let end = costs.length;
    for (let g = 0; g < groupCount; g++) {
      const price = -keys[groupStart[g]!]!;
      while (end > 0 && costs[end - 1]! >= price) end--;
      this.#cheaper[g] = end;
    }
  }

  /**
   * Assigns the excess `OFFERED` to groups of flexible members, highest price first; at price 0 only to free members.
   */
  #assignExcess(h: number): void {
    const { indices, keys, groupStart, groupCount } = this.#takers;
    const fleet = this.#fleet;
    const { amounts, inputCapacity, isSimple, load } = fleet;
    let excess = amounts[OFFERED]!;
    for (let g = 0; g < groupCount; g++) {
      const from = groupStart[g]!;
      const to = groupStart[g + 1]!;
      const taker = indices[from]!;
      if (!(-keys[from]! > 0) && this.#isFree[taker] === 0) continue;
      if (to - from === 1 && isSimple[taker] === 1) {
        const room = inputCapacity[taker]! + load[taker]!;
        const taken = excess > room ? room : excess;
        load[taker] = load[taker]! - taken;
        excess -= taken;
      } else if (!fleet.isSatisfied(indices, from, to)) {
        amounts[OFFERED] = excess;
        fleet.offerToGroup(indices, from, to, h);
        excess -= amounts[TAKEN]!;
      }
      if (excess <= 0) return;
    }
  }

  /**
   * Meets the demand `OFFERED`; returns the rank of the first producer with capacity left. If it is dispatchable,
   * `STARTED` is its output for the demand.
   */
  #meet(h: number): number {
    const { indices } = this.#producers;
    const fleet = this.#fleet;
    const { amounts, curves } = fleet;
    const capacity = this.#capacity;
    const isQueried = this.#isQueried;
    let missing = amounts[OFFERED]!;
    for (let rank = 0; rank < capacity.length; rank++) {
      if (isQueried[rank] === 0) {
        const potential = capacity[rank]!;
        if (potential === 0) continue;
        if (!(potential < missing)) {
          amounts[STARTED] = missing;
          return rank;
        }
        curves[indices[rank]!]![h] = potential;
        missing -= potential;
      } else {
        const index = indices[rank]!;
        fleet.readAvailable(index, h);
        const potential = amounts[AVAILABLE]!;
        if (potential === 0) continue;
        amounts[OFFERED] = potential < missing ? potential : missing;
        fleet.deliver(index);
        if (!(potential < missing)) return rank;
        missing -= potential;
      }
    }
    return capacity.length;
  }

  /**
   * Sells the producers' remaining output, starting at a rank, to members whose price exceeds the cost, highest price
   * first. Each group of buyers starts where the previous group stopped.
   */
  #sell(h: number, first: number): void {
    const { indices: producers } = this.#producers;
    const { indices, groupStart, groupCount } = this.#buyers;
    const fleet = this.#fleet;
    const { amounts, inputCapacity, isSimple, load, curves } = fleet;
    const capacity = this.#capacity;
    const isQueried = this.#isQueried;
    const cheaper = this.#cheaper;
    let next = first;
    let started = amounts[STARTED]!;
    for (let g = 0; g < groupCount; g++) {
      const end = cheaper[g]!;
      if (end <= next) break;
      const from = groupStart[g]!;
      const to = groupStart[g + 1]!;
      const isSingle = to - from === 1;
      if (!isSingle && fleet.isSatisfied(indices, from, to)) continue;

      // A single buyer reads at most its input capacity, so the sum may stop there.
      const buyer = indices[from]!;
      const room = inputCapacity[buyer]! + load[buyer]!;
      let available = 0;
      for (let rank = next; rank < end; rank++) {
        let potential = capacity[rank]!;
        if (isQueried[rank] === 1) {
          fleet.readAvailable(producers[rank]!, h);
          potential = amounts[AVAILABLE]!;
        } else if (rank === next) {
          potential -= started;
        }
        available += potential;
        if (isSingle && available >= room && available > 0) break;
      }
      if (available === 0) break;

      let taken: number;
      if (isSingle && isSimple[buyer] === 1) {
        taken = available > room ? room : available;
        load[buyer] = load[buyer]! - taken;
      } else {
        amounts[OFFERED] = available;
        fleet.offerToGroup(indices, from, to, h);
        taken = amounts[TAKEN]!;
      }

      for (; next < capacity.length; next++) {
        const index = producers[next]!;
        let potential = capacity[next]!;
        if (isQueried[next] === 1) {
          fleet.readAvailable(index, h);
          potential = amounts[AVAILABLE]!;
          amounts[OFFERED] = potential > taken ? taken : potential;
          if (potential !== 0) fleet.deliver(index);
          if (potential > taken) break;
        } else {
          potential -= started;
          if (potential > taken) {
            started += taken;
            break;
          }
          if (started + potential !== 0) curves[index]![h] = started + potential;
          started = 0;
        }
        taken -= potential;
      }
    }
    if (started !== 0) curves[producers[next]!]![h] = started;
  }
}
