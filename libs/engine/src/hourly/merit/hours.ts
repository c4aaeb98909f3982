/**
 * The hours of a year of merit orders that are advanced together, memoised: they follow from a description of the
 * participants alone. Where an equal year was run before, its loads are taken over, as the very same arrays, so that whatever
 * follows from them is found as well.
 */
import { type AnyCurve, isWritten } from "../curves/curve.ts";
import { type CurveMemo, declareQuestion } from "../curves/memo.ts";
import type { MeritOrder } from "./order.ts";
import { HOURS, type HourlyOutcome, type Participant, READ_BY_HOURS, repeatable } from "./participant.ts";

interface Year {
  /** By participant; null where its load is given. */
  readonly outcomes: readonly (HourlyOutcome | null)[];
  /** By order. */
  readonly runs: readonly number[];
}

const YEAR = declareQuestion("year of merit orders");
let runs = 0;

/**
 * Computes the loads of all members in all hours, or takes them from memory; each order takes its turn in every hour. One by
 * itself goes through the year in one go: the compiler then looks up once what every hour reads.
 */
export function runHours(memo: CurveMemo, orders: readonly MeritOrder[]): void {
  const participants = orders.flatMap((order) => order.participants);
  const { curves, numbers } = describeOrder(orders, participants);
  const asTheyAre = repeatable(participants);
  const year = memo.recall(YEAR, curves, numbers, (buffers) =>
    asTheyAre((): Year => {
      for (const participant of participants) participant.prepare(buffers);
      stepThroughYear(orders);
      const outcomes = participants.map((participant) => (participant.isWritten ? participant.outcome : null));
      return { outcomes, runs: orders.map(({ run }) => run ?? ++runs) };
    }),
  );
  for (let i = 0; i < participants.length; i++) {
    const [participant, outcome] = [participants[i]!, year.outcomes[i]!];
    if (outcome !== null) participant.take(outcome);
    else if (isWritten(participant.anyLoad)) participant.load = memo.intern(participant.anyLoad);
  }
  for (let i = 0; i < orders.length; i++) orders[i]!.run = year.runs[i]!;
}

/** By itself, because compiled code of a function in a function goes with the next collection of garbage. */
function stepThroughYear(orders: readonly MeritOrder[]): void {
  if (orders.length === 1) orders[0]!.step(0, HOURS);
  else for (let h = 0; h < HOURS; h++) for (let i = 0; i < orders.length; i++) orders[i]!.step(h);
  for (const order of orders) order.end();
}

/** Everything the hours read, in a fixed order. Loads that the hours write are told by the place of who has them. */
export function describeOrder(
  orders: readonly MeritOrder[],
  participants: readonly Participant[],
): { readonly curves: readonly AnyCurve<"april">[]; readonly numbers: readonly number[] } {
  const curves: AnyCurve<"april">[] = [];
  const numbers: number[] = [];
  const places = new Map(participants.map((participant, place) => [participant, place]));
  const describeCurve = (curve: AnyCurve<"april"> | null): void => {
    if (curve !== null) curves.push(curve);
    numbers.push(curve === null ? 0 : 1);
  };
  for (const order of orders) {
    numbers.push(order.participants.length);
    describePrices(order, numbers);
  }
  for (const participant of participants) {
    for (const name of READ_BY_HOURS.numbers) numbers.push(Number(participant[name]));
    for (const name of READ_BY_HOURS.curves) describeCurve(participant[name]);
    describeCurve(participant.isWritten ? null : participant.anyLoad);
    numbers.push(participant.partner === null ? -1 : places.get(participant.partner)!);
    const { link } = participant;
    if (link === null || !participant.isWritten) continue;
    const place = places.get(link.leader) ?? -1;
    numbers.push(place, link.lag, link.factor, PARTS.indexOf(link.part));
    describeCurve(place < 0 || !link.leader.isWritten ? link.leader.anyLoad : null);
  }
  return { curves, numbers };
}

/**
 * Costs and prices of an order decide who comes before whom, and who pays more than another asks; loads follow from no more
 * than that. So they are described by their ranks, 0 among them, and a year stays the same until one of them passes another.
 * Curves of costs are compared with them hour by hour: where there is one, costs and prices are described as they are.
 */
function describePrices({ participants }: MeritOrder, numbers: number[]): void {
  const prices = participants.flatMap((participant) => READ_BY_HOURS.compared.map((name) => participant[name]));
  const byRank =
    participants.every(({ costCurve, priceCurve }) => costCurve === null && priceCurve === null) &&
    !prices.some(Number.isNaN);
  numbers.push(byRank ? 1 : 0);
  if (!byRank) {
    numbers.push(...prices);
    return;
  }
  const levels = Float64Array.from([0, ...prices]).sort();
  const ranks = new Map<number, number>();
  for (const level of levels) if (!ranks.has(level)) ranks.set(level, ranks.size);
  const zero = ranks.get(0)!;
  for (const price of prices) numbers.push(ranks.get(price)! - zero);
}

const PARTS = ["all", "positive", "negative"] as const;
