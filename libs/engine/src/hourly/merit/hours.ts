/**
 * Memoised dispatch of the merit orders that run together. The result depends only on a description of the
 * participants. If an equal year has run before, its loads are reused as the same arrays, so that values derived from
 * them are found in the cache as well.
 */
import { type AnyCurve, isMaterialised } from "../curves/curve.ts";
import { type CurveMemo, declareComputation } from "../curves/memo.ts";
import type { MeritOrder } from "./order.ts";
import {
  HOURS,
  type HourlyOutcome,
  type Link,
  type Participant,
  READ_BY_HOURS,
  makeRepeatable,
} from "./participant.ts";

interface Year {
  /** Outcome of each participant; null if its load is given. */
  readonly outcomes: readonly (HourlyOutcome | null)[];
  /** Run number of each order. */
  readonly runs: readonly number[];
}

const YEAR = declareComputation("year of merit orders");

/**
 * Computes the loads of all members in all hours, or reuses a cached result; orders take turns in every hour. A single
 * order runs the year in one call, so that the compiler can move loop-invariant reads out of the loop over hours.
 */
export function runHours(memo: CurveMemo, orders: readonly MeritOrder[]): void {
  const participants = orders.flatMap((order) => order.participants);
  const { curves, numbers } = describeOrder(orders, participants);
  const runRepeatably = makeRepeatable(participants);
  const year = memo.recall(YEAR, curves, numbers, (buffers) =>
    runRepeatably((): Year => {
      for (const participant of participants) participant.prepare(buffers);
      stepThroughYear(orders);
      const outcomes = participants.map((participant) => (participant.isDispatched ? participant.outcome : null));
      return { outcomes, runs: orders.map(({ run }) => run ?? memo.newNumber()) };
    }),
  );
  for (let i = 0; i < participants.length; i++) {
    const [participant, outcome] = [participants[i]!, year.outcomes[i]!];
    if (outcome !== null) participant.setOutcome(outcome);
    else if (isMaterialised(participant.anyLoad)) participant.load = memo.intern(participant.anyLoad);
  }
  for (let i = 0; i < orders.length; i++) orders[i]!.run = year.runs[i]!;
}

/** A top-level function, because garbage collection discards the compiled code of a nested one. */
function stepThroughYear(orders: readonly MeritOrder[]): void {
  if (orders.length === 1) orders[0]!.step(0, HOURS);
  else for (let h = 0; h < HOURS; h++) for (let i = 0; i < orders.length; i++) orders[i]!.step(h);
  for (const order of orders) order.end();
}

/** A reusable list under construction: a new list each time would create garbage. */
class NumberList {
  readonly #items: number[] = [];
  #length = 0;

  add(number: number): void {
    this.#items[this.#length++] = number;
  }

  /** Returns all numbers added since the last call. */
  drain(): readonly number[] {
    const items = this.#items.slice(0, this.#length);
    this.#length = 0;
    return items;
  }
}

const numbers = new NumberList();

/**
 * Describes everything that dispatch reads, in a fixed order. Dispatched loads are described by the index of their
 * participant.
 */
export function describeOrder(
  orders: readonly MeritOrder[],
  participants: readonly Participant[],
): { readonly curves: readonly AnyCurve<"april">[]; readonly numbers: readonly number[] } {
  const curves: AnyCurve<"april">[] = [];
  for (const order of orders) {
    numbers.add(order.participants.length);
    describePrices(order);
  }
  for (const participant of participants) {
    for (const name of READ_BY_HOURS.numbers) numbers.add(Number(participant[name]));
    for (const name of READ_BY_HOURS.curves) describeCurve(participant[name], curves);
    const { link, partner, isDispatched } = participant;
    describeCurve(isDispatched ? null : participant.anyLoad, curves);
    numbers.add(partner === null ? -1 : participants.indexOf(partner));
    if (link === null || !isDispatched) continue;
    const index = participants.indexOf(link.leader);
    numbers.add(index);
    numbers.add(link.lag);
    numbers.add(link.factor);
    numbers.add(PARTS.indexOf(link.part));
    describeCurve(index < 0 || !link.leader.isDispatched ? link.leader.anyLoad : null, curves);
  }
  return { curves, numbers: numbers.drain() };
}

function describeCurve(curve: AnyCurve<"april"> | null, curves: AnyCurve<"april">[]): void {
  if (curve !== null) curves.push(curve);
  numbers.add(curve === null ? 0 : 1);
}

/**
 * Loads depend only on the order of costs and prices. The description therefore contains their ranks, including the
 * rank of 0, and changes only when two of the ranked values change places. Hourly cost curves are compared with costs
 * and prices in every hour: with such a curve, the description contains values instead.
 */
function describePrices({ participants }: MeritOrder): void {
  const { isByRank, ranks } = rankPrices(participants);
  numbers.add(isByRank ? 1 : 0);
  for (let i = 0; i < ranks.length; i++) numbers.add(ranks[i]!);
}

/** Ranks of costs and prices relative to the rank of 0, or their values. */
function rankPrices(participants: readonly Participant[]): {
  readonly isByRank: boolean;
  readonly ranks: Float64Array;
} {
  const { compared } = READ_BY_HOURS;
  const ranks = new Float64Array(compared.length * participants.length);
  let isByRank = true;
  let end = 0;
  for (const participant of participants) {
    if (participant.costCurve !== null || participant.priceCurve !== null) isByRank = false;
    for (const name of compared) ranks[end++] = participant[name];
  }
  isByRank &&= !ranks.some(Number.isNaN);
  if (!isByRank) return { isByRank, ranks };
  const sorted = new Float64Array(ranks.length + 1); // includes 0
  sorted.set(ranks);
  sorted.sort();
  const zero = countBelow(sorted, 0);
  for (let i = 0; i < ranks.length; i++) ranks[i] = countBelow(sorted, ranks[i]!) - zero;
  return { isByRank, ranks };
}

/**
 * Whether two participants, in their state before dispatch, are equivalent for it. Linked participants and ranks by
 * cost and price are not compared.
 */
export function areEquivalent(memo: CurveMemo, one: Participant, other: Participant): boolean {
  return (
    READ_BY_HOURS.numbers.every((name) => Object.is(one[name], other[name])) &&
    READ_BY_HOURS.curves.every((name) => memo.isSame(one[name], other[name])) &&
    (one.isDispatched || memo.isSame(one.anyLoad, other.anyLoad))
  );
}

/** Whether two participants have equivalent partners and leaders: `pairs` maps equivalent participants. */
export function haveEquivalentLinks(
  memo: CurveMemo,
  one: Participant,
  other: Participant,
  pairs: ReadonlyMap<Participant, Participant>,
): boolean {
  return isEquivalentTo(one.partner, other.partner, pairs) && areEquivalentLinks(memo, one.link, other.link, pairs);
}

const isEquivalentTo = (
  one: Participant | null,
  other: Participant | null,
  pairs: ReadonlyMap<Participant, Participant>,
): boolean => one === other || (one !== null && pairs.get(one) === other);

function areEquivalentLinks(
  memo: CurveMemo,
  one: Link | null,
  other: Link | null,
  pairs: ReadonlyMap<Participant, Participant>,
): boolean {
  if (one === null || other === null) return one === other;
  return (
    isEquivalentTo(one.leader, other.leader, pairs) &&
    // A participant outside the order keeps its given load.
    memo.isSame(one.leader.anyLoad, other.leader.anyLoad) &&
    one.lag === other.lag &&
    Object.is(one.factor, other.factor) &&
    one.part === other.part
  );
}

/** Whether two lists of participants have the same ranks by cost and price. */
export function haveSameRanks(participants: readonly Participant[], others: readonly Participant[]): boolean {
  const [one, other] = [rankPrices(participants), rankPrices(others)];
  return (
    one.isByRank === other.isByRank && one.ranks.every((position, index) => Object.is(position, other.ranks[index]))
  );
}

/** The count of sorted numbers below a number. */
function countBelow(sorted: Float64Array, number: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

const PARTS = ["all", "positive", "negative"] as const;
