/**
 * The merit order of one carrier: in every hour always-on production meets demand, what is left over goes to flexible
 * participants, what is missing comes from dispatchables by cost, and price-sensitive participants buy what remains
 * cheaper than they are willing to pay.
 *
 * Hours must be computed in sequence. Sums are compensated (Neumaier) in member order, because exact comparisons decide
 * prices; the sum over leading members whose loads are known in advance is folded for the whole year once
 * (`staticSum`) and continued hour by hour with the others, which gives the same bits.
 */
import { ZEROS } from "../curves/arithmetic.ts";
import { CurveMemo, derivation } from "../curves/memo.ts";
import { HourlyError } from "../energy-nodes.ts";
import { HOURS, Kind, linked, type Participant } from "./participant.ts";
import { SortedList } from "./sorted-list.ts";

export class NegativeDemandError extends HourlyError {
  constructor(order: string, h: number, demand: number) {
    super(`Demand of ${order} is ${demand} MW in hour ${h}; expected zero or more.`);
  }
}

export class MeritOrder {
  readonly name: string;
  /** All members in the order in which they were added. */
  readonly participants: readonly Participant[];
  readonly users: readonly Participant[];
  /** Volatiles, then must-runs, then producers with a curve. */
  readonly alwaysOn: readonly Participant[];
  /** Dispatchables and flexible participants that can produce, by (mean) cost. */
  readonly dispatchables: readonly Participant[];
  readonly flex: readonly Participant[];
  /** Flexible participants that buy from dispatchables, by price, highest first. */
  readonly priceSensitive: readonly Participant[];

  /** The run that wrote the loads; orders whose hours came out the same share it. Null while there is none. */
  run: number | null = null;

  readonly #demand: StaticSum;
  readonly #movingUsers: readonly Participant[];
  readonly #shareUsers: readonly Participant[];
  readonly #supply: StaticSum;
  readonly #movingSupply: readonly Participant[];
  readonly #flexOrder: SortedList;
  readonly #dispatchOrder: SortedList;
  readonly #buyers: SortedList;
  readonly #withReserve: readonly Participant[];
  /** What each dispatchable has left in the hour, in the order of the hour, and running sums of it (MW). */
  readonly #free: Float64Array;
  readonly #runningFree: Float64Array;

  constructor(name: string, participants: readonly Participant[], memo: CurveMemo = new CurveMemo()) {
    this.name = name;
    this.participants = participants;
    for (const participant of participants) {
      participant.ordered = true;
      participant.memo = memo;
    }
    this.users = participants.filter((p) => p.isUser);
    this.alwaysOn = [
      ...participants.filter((p) => p.kind === Kind.Volatile || p.kind === Kind.ConstrainedVolatile),
      ...participants.filter((p) => p.kind === Kind.MustRun),
      ...participants.filter((p) => p.kind === Kind.CurveProducer || p.kind === Kind.LinkedProducer),
    ];
    this.dispatchables = participants
      .filter((p) => p.kind >= Kind.Dispatchable && p.outputCapacityPerUnit !== 0)
      .map((participant, index) => ({ participant, index }))
      .sort((a, b) => a.participant.cost - b.participant.cost || a.index - b.index)
      .map(({ participant }) => participant);
    this.flex = participants.filter((p) => p.isFlex);
    this.priceSensitive = this.flex
      .filter((p) => p.buysFromDispatchables && p.kind !== Kind.BlackHole && !p.isInfinite)
      .map((participant, index) => ({ participant, index }))
      .sort((a, b) => b.participant.price - a.participant.price || a.index - b.index)
      .map(({ participant }) => participant);

    const summedUsers = this.users.filter((p) => p.kind !== Kind.ShareUser);
    const knownUsers = lengthWhile(summedUsers, (p) => p.isKnown);
    this.#demand = staticSum(
      memo,
      summedUsers.slice(0, knownUsers).map((p) => p.load),
    );
    this.#movingUsers = summedUsers.slice(knownUsers);
    this.#shareUsers = this.users.filter((p) => p.kind === Kind.ShareUser);
    const knownSupply = lengthWhile(this.alwaysOn, (p) => p.isKnown);
    this.#supply = staticSum(
      memo,
      this.alwaysOn.slice(0, knownSupply).map((p) => (p.kind === Kind.ConstrainedVolatile ? p.limited : p.load)),
    );
    this.#movingSupply = this.alwaysOn.slice(knownSupply);
    this.#flexOrder = new SortedList(this.flex, "price");
    this.#dispatchOrder = new SortedList(this.dispatchables, "cost");
    this.#buyers = new SortedList(this.priceSensitive, "price");
    this.#free = new Float64Array(this.dispatchables.length);
    this.#runningFree = new Float64Array(this.dispatchables.length);
    this.#withReserve = this.flex.filter((p) => p.hasReserve);
  }

  /** Computes the loads of all members in hour h (MW). */
  step(h: number): void {
    const reserves = this.#withReserve;
    for (let i = 0; i < reserves.length; i++) reserves[i]!.beginHour(h);

    const demand = this.#demandAt(h);
    if (demand < 0) throw new NegativeDemandError(this.name, h, demand);
    const produced = this.#supplyAt(h);
    this.#flexOrder.moveTo(h);
    let missing = demand;
    if (produced > demand) {
      this.#assignExcess(h, produced - demand);
      missing = 0;
    } else if (produced < demand) {
      missing = demand - produced;
    }

    this.#dispatchOrder.moveTo(h);
    const next = missing > 0 ? this.#dispatch(h, missing) : 0;
    if (next >= 0) this.#sell(h, next);

    for (let i = 0; i < reserves.length; i++) {
      const participant = reserves[i]!;
      participant.reserve[h] = participant.stored;
    }
  }

  /** Demand of the members that do not depend on others, plus the shares of it that the others take, MW. */
  #demandAt(h: number): number {
    let sum = this.#demand.sum[h]!;
    let correction = this.#demand.correction[h]!;
    const moving = this.#movingUsers;
    for (let i = 0; i < moving.length; i++) {
      const user = moving[i]!;
      let load: number;
      if (user.kind === Kind.LinkedUser) {
        load = linked(user.link!, h);
        user.load[h] = load;
      } else if (user.kind === Kind.ShiftUser) {
        const due = user.partner!.mandatory(h);
        load = due === 0 ? 0 : user.partner!.assign(h, due);
      } else {
        load = user.load[h]!;
      }
      const t = sum + load;
      correction += Math.abs(sum) >= Math.abs(load) ? sum - t + load : load - t + sum;
      sum = t;
    }
    const independent = sum + correction;
    let demand = independent;
    for (let i = 0; i < this.#shareUsers.length; i++) {
      const user = this.#shareUsers[i]!;
      const load = independent * user.share;
      user.load[h] = load;
      demand += load;
    }
    return demand;
  }

  #supplyAt(h: number): number {
    let sum = this.#supply.sum[h]!;
    let correction = this.#supply.correction[h]!;
    const moving = this.#movingSupply;
    for (let i = 0; i < moving.length; i++) {
      const producer = moving[i]!;
      let load: number;
      if (producer.kind === Kind.LinkedProducer) {
        load = linked(producer.link!, h);
        producer.load[h] = load;
      } else {
        load = producer.kind === Kind.ConstrainedVolatile ? producer.limited[h]! : producer.load[h]!;
      }
      const t = sum + load;
      correction += Math.abs(sum) >= Math.abs(load) ? sum - t + load : load - t + sum;
      sum = t;
    }
    return sum + correction;
  }

  /** Gives excess to the groups of flexible participants, highest price first; a price of 0 takes nothing. */
  #assignExcess(h: number, excess: number): void {
    const { members, groupStart, groupCount } = this.#flexOrder;
    for (let g = 0; g < groupCount; g++) {
      const from = groupStart[g]!;
      const first = members[from]!;
      if (first.kind !== Kind.BlackHole && !(first.priceAt(h) > 0)) continue;
      excess -= assignToGroup(members, from, groupStart[g + 1]!, h, excess);
      if (excess <= 0) return;
    }
  }

  /** Meets the missing demand; answers the position of the first dispatchable with capacity left, -1 when none has. */
  #dispatch(h: number, missing: number): number {
    const { members } = this.#dispatchOrder;
    for (let i = 0; i < members.length; i++) {
      const producer = members[i]!;
      const most = producer.maxLoad(h);
      if (most === 0) continue;
      if (most < missing) {
        producer.setLoad(h, most);
        missing -= most;
      } else {
        if (missing > 0) producer.setLoad(h, missing);
        return i;
      }
    }
    return -1;
  }

  /**
   * Sells what dispatchables have left to participants that pay more than it costs. Prices fall from group to group, so
   * that ever fewer producers are cheap enough: what these have left together is read from a running sum, which is made
   * anew when somebody has taken something.
   */
  #sell(h: number, first: number): void {
    this.#buyers.moveTo(h);
    const { members: producers, keys: costs } = this.#dispatchOrder;
    const { members, groupStart, groupCount } = this.#buyers;
    if (first >= producers.length || members.length === 0) return;
    const free = this.#free;
    const running = this.#runningFree;
    let next = first;
    let end = producers.length;
    /** Up to here `free` is known, and `running` from `next`. */
    let known = next;
    for (let g = 0; g < groupCount; g++) {
      const from = groupStart[g]!;
      const price = members[from]!.priceAt(h);
      while (end > next && costs[end - 1]! >= price) end--;
      if (end <= next) return;
      let available = known > next ? running[(known < end ? known : end) - 1]! : 0;
      for (; known < end; known++) {
        free[known] = producers[known]!.available(h);
        available += free[known]!;
        running[known] = available;
      }
      if (available === 0) return;

      let taken = assignToGroup(members, from, groupStart[g + 1]!, h, available);
      if (taken === 0 && free[next]! > 0) continue;
      let changed = taken !== 0;
      for (; next < producers.length; next++) {
        const producer = producers[next]!;
        const left = producer.available(h);
        if (left > taken) {
          producer.setLoad(h, producer.load[h]! + taken);
          break;
        }
        if (left === 0) continue;
        producer.setLoad(h, producer.load[h]! + left);
        taken -= left;
        changed = true;
      }
      if (!changed) continue;
      // Only the producer sold from last and flexible ones, who may have bought, have another amount left than before.
      let sum = 0;
      for (let i = next; i < known; i++) {
        const producer = producers[i]!;
        if (i === next || producer.isFlex) free[i] = producer.available(h);
        sum += free[i]!;
        running[i] = sum;
      }
      if (known < next) known = next;
    }
  }
}

/** Divides an amount over a group in proportion to the room each member has left; a single member is offered all of it. */
function assignToGroup(members: readonly Participant[], from: number, to: number, h: number, amount: number): number {
  if (to - from === 1) return members[from]!.assign(h, amount);
  if (amount === 0) return 0;
  let sum = 0;
  let correction = 0;
  for (let i = from; i < to; i++) {
    const room = members[i]!.unused(h);
    const t = sum + room;
    correction += Math.abs(sum) >= Math.abs(room) ? sum - t + room : room - t + sum;
    sum = t;
  }
  const total = sum + correction;
  if (total === 0) return 0;
  sum = 0;
  correction = 0;
  for (let i = from; i < to; i++) {
    const taken = members[i]!.assign(h, amount * (members[i]!.unused(h) / total));
    const t = sum + taken;
    correction += Math.abs(sum) >= Math.abs(taken) ? sum - t + taken : taken - t + sum;
    sum = t;
  }
  return sum + correction;
}

/** State of a compensated sum over curves, per hour: continue it with further terms, or add the two parts. */
interface StaticSum {
  readonly sum: Float64Array;
  readonly correction: Float64Array;
}

/** So many curves at a time: where one has changed, the sum of the groups before it stands. */
const SUMMED_TOGETHER = 12;

function staticSum(memo: CurveMemo, curves: readonly Float64Array[]): StaticSum {
  const present = curves.filter((curve) => curve !== ZEROS);
  let state: StaticSum = { sum: ZEROS, correction: ZEROS };
  for (let from = 0; from < present.length; from += SUMMED_TOGETHER) {
    const group = present.slice(from, from + SUMMED_TOGETHER);
    state = memo.derive(continuedSum, [state.sum, state.correction, ...group], []);
  }
  return state;
}

type SumAndMore = readonly [sum: Float64Array, correction: Float64Array, ...more: readonly Float64Array[]];

const continuedSum = derivation("static sum", ([before, corrected, ...curves]: SumAndMore): StaticSum => {
  const sum = before.slice();
  const correction = corrected.slice();
  for (const curve of curves) {
    for (let h = 0; h < HOURS; h++) {
      const s = sum[h]!;
      const x = curve[h]!;
      const t = s + x;
      correction[h] = correction[h]! + (Math.abs(s) >= Math.abs(x) ? s - t + x : x - t + s);
      sum[h] = t;
    }
  }
  return { sum, correction };
});

function lengthWhile<T>(list: readonly T[], test: (item: T) => boolean): number {
  const index = list.findIndex((item) => !test(item));
  return index < 0 ? list.length : index;
}
