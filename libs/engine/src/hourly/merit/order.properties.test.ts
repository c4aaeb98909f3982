/** Tests properties of every hour of random orders. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sum } from "@etesian/numeric";
import { materialise } from "../curves/curve.ts";
import {
  costOptions,
  curtailment,
  dispatchable,
  flex,
  hourly,
  loadShifting,
  mustRun,
  shareUser,
  storage,
  user,
} from "./order.fixture.ts";
import { MeritOrder } from "./order.ts";
import { HOURS, Kind, Participant } from "./participant.ts";

/** Number of hours checked in each order. */
const STEPS = 60;
const TOLERANCE = 1e-6;

/** MW or MWh. Amounts below 1e-9 are not physical, and their quotients exceed the tolerance. */
const amount = fc.double({ min: 0, max: 100, noNaN: true }).map((value) => (value < 1e-9 ? 0 : value));
const load = fc.array(amount, { minLength: 1, maxLength: 12 });
const cost = fc.oneof(fc.constantFrom(0, 10, 20, 30), amount);
const costCurve = fc.array(cost, { minLength: 2, maxLength: 12 });
const efficiency = fc.double({ min: 0.5, max: 1, noNaN: true });

/** One or two new participants. */
type Maker = (key: string) => readonly Participant[];

const users = fc.oneof(
  load.map((values): Maker => (key) => [user(key, ...repeat(values))]),
  amount.map((percent): Maker => (key) => [shareUser(key, percent / 1000)]),
);
const alwaysOn = fc.oneof(
  load.map((values): Maker => (key) => [mustRun(key, ...repeat(values))]),
  fc.tuple(load, fc.double({ min: 0, max: 1, noNaN: true })).map(([values, usable]): Maker => (key) => {
    const participant = new Participant(key, Kind.ConstrainedVolatile, hourly(...repeat(values)));
    participant.hourlyLimit = participant.load.map((value) => value * usable);
    return [participant];
  }),
);
const producers = fc.oneof(
  fc.tuple(cost, amount).map(([price, capacity]): Maker => (key) => [dispatchable(key, price, capacity)]),
  fc.tuple(costCurve, amount).map(([prices, capacity]): Maker => (key) => [
    dispatchable(key, hourly(...repeat(prices)), capacity),
  ]),
);
const flexible = fc.oneof(
  fc.tuple(cost, amount).map(([price, capacity]): Maker => (key) => [flex(key, price, capacity)]),
  fc.tuple(costCurve, amount).map(([prices, capacity]): Maker => (key) => [
    new Participant(key, Kind.Flex, new Float64Array(HOURS), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: capacity,
      units: 1,
      ...costOptions(hourly(...repeat(prices))),
    }),
  ]),
  fc
    .record({
      cost,
      price: cost,
      input: amount,
      output: amount,
      volume: amount,
      inputEfficiency: efficiency,
      outputEfficiency: efficiency,
      decay: fc.constantFrom(0, 0.01),
    })
    .map((traits): Maker => (key) => [storage(key, traits)]),
  fc.record({ cost, price: cost, input: amount, output: amount, owedLimit: amount, limit: load }).map(
    (traits): Maker =>
      (key) =>
        loadShifting(key, { ...traits, limit: hourly(...repeat(traits.limit)) }),
  ),
  fc.constant<Maker>((key) => [curtailment(key)]),
);

const participants = fc
  .tuple(
    fc.array(users, { minLength: 1, maxLength: 4 }),
    fc.array(alwaysOn, { maxLength: 3 }),
    fc.array(producers, { maxLength: 6 }),
    fc.array(flexible, { maxLength: 10 }),
  )
  .map((kinds) => (): readonly Participant[] => kinds.flat().flatMap((make, index) => make(`${index}`)));

/** Repeats the same few hours throughout the year. */
function repeat(values: readonly number[]): readonly number[] {
  return Array.from({ length: STEPS }, (_, h) => values[h % values.length]!);
}

/** MW of always-on production, other production and consumption, in an hour that was just computed. */
function balance(order: MeritOrder, h: number): { readonly supply: number; readonly demand: number } {
  const alwaysOnLoads = order.alwaysOn.map((p) =>
    p.kind === Kind.ConstrainedVolatile ? materialise(p.hourlyLimit)[h]! : p.load[h]!,
  );
  const otherLoads = order.participants.filter((p) => !p.isUser && !p.isAlwaysOn).map((p) => p.load[h]!);
  return {
    supply: sum([...alwaysOnLoads, ...otherLoads.filter((value) => value > 0)]),
    demand: sum([
      ...order.users.map((p) => p.load[h]!),
      ...otherLoads.filter((value) => value < 0).map((value) => -value),
    ]),
  };
}

/**
 * Whether always-on production equals demand exactly. Dispatchables then meet the demand once more (order.test.ts), so
 * such hours are excluded.
 */
function isDemandMetTwice(order: MeritOrder, h: number): boolean {
  const loadsOf = (members: readonly Participant[]): readonly number[] =>
    members.map((p) => (p.kind === Kind.ConstrainedVolatile ? materialise(p.hourlyLimit)[h]! : p.load[h]!));
  return Math.abs(sum(loadsOf(order.alwaysOn)) - sum(loadsOf(order.users))) < TOLERANCE;
}

test("supply and deficit equal demand and surplus: no demand is unmet while a participant could deliver, and no energy is lost while one could consume", () => {
  fc.assert(
    fc.property(participants, (make) => {
      const order = new MeritOrder("any", make());
      const idleParticipants: (readonly [hour: number, participant: string])[] = [];
      for (let h = 0; h < STEPS; h++) {
        order.step(h);
        order.settle();
        const { supply, demand } = balance(order, h);
        const surplus = isDemandMetTwice(order, h) ? 0 : supply - demand;
        const couldDeliver = order.dispatchables.filter(
          (p) => p.maxLoadAt(h) - (p.isFlex ? 0 : p.load[h]!) > TOLERANCE,
        );
        const couldConsume = order.flex.filter(
          (p) =>
            p.kind !== Kind.LoadShifting &&
            (p.kind === Kind.BlackHole || p.priceAt(h) > 0) &&
            p.unusedInputCapacityAt(h) > TOLERANCE,
        );
        const offenders = surplus < -TOLERANCE ? couldDeliver : surplus > TOLERANCE ? couldConsume : [];
        for (const { key } of offenders) idleParticipants.push([h, key]);
      }
      expect(idleParticipants).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("no participant exceeds a capacity, storage stays between zero and its volume, load shifting between zero and its limit", () => {
  fc.assert(
    fc.property(participants, (make) => {
      const order = new MeritOrder("any", make());
      const violations: (readonly [hour: number, participant: string, limit: string])[] = [];
      for (let h = 0; h < STEPS; h++) {
        order.step(h);
        order.settle();
        for (const participant of order.participants) {
          const { key, kind, load, stored, volume, owed, owedLimit, inputCapacity, outputCapacity } = participant;
          const isUnlimited = participant.isUser || participant.isAlwaysOn;
          const checks = {
            capacity: isUnlimited || (load[h]! <= outputCapacity + TOLERANCE && load[h]! >= -inputCapacity - TOLERANCE),
            volume: kind !== Kind.Storage || (stored >= -TOLERANCE && stored <= volume + TOLERANCE),
            limit: owed >= -TOLERANCE && owed <= owedLimit + TOLERANCE,
          };
          for (const [limit, isMet] of Object.entries(checks)) if (!isMet) violations.push([h, key, limit]);
        }
      }
      expect(violations).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("the input of storage without decay, after losses, equals its output, before losses, plus the stored energy", () => {
  fc.assert(
    fc.property(participants, (make) => {
      const order = new MeritOrder("any", make());
      for (let h = 0; h < STEPS; h++) order.step(h);
      order.settle();
      for (const battery of order.participants.filter((p) => p.kind === Kind.Storage && p.decay === 0)) {
        const loads = battery.load.slice(0, STEPS);
        const charge = sum(loads.filter((value) => value < 0)) * -battery.inputEfficiency;
        const withdrawal = sum(loads.filter((value) => value > 0)) / battery.outputEfficiency;
        expect(charge - withdrawal).toBeCloseTo(battery.stored, 6);
      }
    }),
    { numRuns: 60 },
  );
});

test("the same participants have bit-identical results, regardless of earlier runs", () => {
  fc.assert(
    fc.property(participants, participants, (make, makeOthers) => {
      const loadsOf = (maker: typeof make): readonly Float64Array[] => {
        const order = new MeritOrder("any", maker());
        for (let h = 0; h < STEPS; h++) order.step(h);
        return order.participants.map((p) => p.load.slice(0, STEPS));
      };
      const first = loadsOf(make);
      loadsOf(makeOthers);
      expect(loadsOf(make)).toEqual(first);
    }),
    { numRuns: 40 },
  );
});

test("sums prepared for the whole year equal the sums of each hour, bit for bit", () => {
  const roughAmount = fc.double({ min: 0, max: 1e6, noNaN: true });
  const curves = fc.array(fc.array(roughAmount, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(curves, curves, fc.nat({ max: 12 }), (demands, supplies, knownCount) => {
      const consumers = demands.map((values, index) => {
        // Users that follow another calculation are added hour by hour, after those known in advance.
        if (index < knownCount) return user(`user ${index}`, ...values);
        const follower = new Participant(`user ${index}`, Kind.LinkedUser, new Float64Array(HOURS));
        follower.link = { leader: user(`leader ${index}`, ...values), lag: 0, factor: 1, part: "all" };
        return follower;
      });
      const sun = supplies.map((values, index) => mustRun(`sun ${index}`, ...values));
      const remainder = dispatchable("rest", 1, Infinity);
      const surplusMember = curtailment("lost");
      const order = new MeritOrder("any", [...consumers, ...sun, remainder, surplusMember]);
      for (let h = 0; h < 3; h++) {
        order.step(h);
        const demand = sum(demands.map((values) => values[h]!));
        const supply = sum(supplies.map((values) => values[h]!));
        expect(surplusMember.load[h]! + 0).toBe(supply > demand ? -(supply - demand) : 0);
        // If both sums are equal, all demand is met a second time.
        expect(remainder.load[h]).toBe(supply > demand ? 0 : supply < demand ? demand - supply : demand);
      }
    }),
    { numRuns: 100 },
  );
});
