import { type Curve, materialise } from "../curves/curve.ts";
import fc from "fast-check";
import { describe as context, expect, it, vi } from "vitest";
import { Buffers } from "../curves/buffers.ts";
import { CurveMemo } from "../curves/memo.ts";
import { haveEquivalentLinks, describeOrder, haveSameRanks, areEquivalent, runHours } from "./hours.ts";
import {
  curtailment,
  dispatchable,
  oneOfEachKind,
  flex,
  hourly,
  loadShifting,
  mustRun,
  storage,
  user,
} from "./order.fixture.ts";
import { MeritOrder } from "./order.ts";
import { netLoad, priceCurve } from "./price-curve.ts";
import { HOURS, Kind, type Link, Participant, READ_BY_HOURS } from "./participant.ts";

/** The dispatch result of a participant, with materialised curves. */
function writtenOutcome({ outcome }: Participant): object {
  const { load, reserve, heat, registeredHeat, ...others } = outcome;
  return { ...others, curves: [load, reserve, heat, registeredHeat].map((curve) => materialise(curve)) };
}

context("attributes of participants read by dispatch", () => {
  it("dispatch reads the fields in READ_BY_HOURS, besides load, link, partner, and its own results", () => {
    const readFields = new Set<string>();
    const proxies = new Map<Participant, Participant>();
    const watch = (participant: Participant): Participant => {
      let proxy = proxies.get(participant);
      if (proxy === undefined) {
        proxy = new Proxy(participant, {
          get(target, name, receiver) {
            if (typeof name === "string" && Object.hasOwn(target, name)) readFields.add(name);
            return Reflect.get(target, name, receiver) as unknown;
          },
        });
        proxies.set(participant, proxy);
      }
      return proxy;
    };
    const participants = oneOfEachKind().map(watch);
    for (const participant of participants) {
      if (participant.link !== null) participant.link = { ...participant.link, leader: watch(participant.link.leader) };
      if (participant.partner !== null) participant.partner = watch(participant.partner);
      participant.prepare(new Buffers());
    }
    readFields.clear();
    const order = new MeritOrder("any", participants);
    for (let h = 0; h < 300; h++) order.step(h);
    // The end of the year, when shifted load must be recovered.
    for (let h = HOURS - 20; h < HOURS; h++) order.step(h);

    const listedFields = [...READ_BY_HOURS.numbers, ...READ_BY_HOURS.compared, ...READ_BY_HOURS.curves];
    const outcomeFields = Object.keys(participants[0]!.outcome);
    const unlistedFields = [...readFields].filter(
      (name) => !listedFields.includes(name as never) && !outcomeFields.includes(name),
    );
    expect(unlistedFields.sort()).toEqual(["anyLoad", "link", "partner"]);
    // Every listed field is read in this test. The given load of a satisfied demand is its first load.
    expect(listedFields.filter((name) => !readFields.has(name))).toEqual(["externalLoad"]);
  });

  it("the price calculation reads only fields that dispatch reads, and results of dispatch", () => {
    const readFields = new Set<string>();
    const memo = new CurveMemo();
    const order = new MeritOrder("any", oneOfEachKind(), memo);
    runHours(memo, [order]);
    const net = netLoad(memo, order);
    const watch = (participant: Participant): Participant =>
      new Proxy(participant, {
        get(target, name) {
          if (typeof name === "string" && Object.hasOwn(target, name)) readFields.add(name);
          return Reflect.get(target, name, target) as unknown;
        },
      });
    const watchAll = (participants: readonly Participant[]): Participant[] => participants.map(watch);
    const watchedOrder = {
      dispatchables: watchAll(order.dispatchables),
      priceSensitive: watchAll(order.priceSensitive),
    };
    priceCurve(memo, Object.assign(Object.create(order), watchedOrder) as MeritOrder, net, null);
    const dispatchFields = new Set<string>([
      ...READ_BY_HOURS.numbers,
      ...READ_BY_HOURS.compared,
      ...READ_BY_HOURS.curves,
    ]);
    const results = new Set(Object.keys(order.participants[0]!.outcome));
    expect([...readFields.difference(dispatchFields).difference(results)].sort()).toEqual(["anyLoad"]);
    expect(readFields.size).toBeGreaterThan(3);
  });

  const change = (participant: Participant, name: (typeof READ_BY_HOURS.numbers)[number] | "cost" | "price"): void => {
    const value = participant[name];
    Object.assign(participant, { [name]: typeof value === "boolean" ? !value : value === 7 ? 8 : 7 });
  };
  const changesToNumbers = READ_BY_HOURS.numbers.map((name) => (participant: Participant) => change(participant, name));
  const changesToPrices = READ_BY_HOURS.compared.map((name) => (participant: Participant) => change(participant, name));
  const changesToCurves = READ_BY_HOURS.curves.map((name) => (participant: Participant) => {
    Object.assign(participant, { [name]: hourly(7, 8) });
  });

  it("the description covers each field that dispatch reads, so any change to a field changes the description", () => {
    const describeParticipants = (participants: readonly Participant[]): unknown =>
      describeOrder([new MeritOrder("any", participants)], participants);
    const changes = [...changesToNumbers, ...changesToPrices, ...changesToCurves];
    for (const change of changes) {
      const participants = oneOfEachKind();
      const description = describeParticipants(participants);
      change(participants[9]!);
      expect(describeParticipants(participants)).not.toEqual(description);
    }
  });
});

context("a participant that replaces another", () => {
  const memo = new CurveMemo();
  const participantOf = (key: string): Participant => oneOfEachKind().find((participant) => participant.key === key)!;
  const noPairs = new Map<Participant, Participant>();
  const independent = oneOfEachKind().filter(({ link, partner }) => link === null && partner === null);

  it("two participants with the same numbers, curves and load are equivalent at any cost", () => {
    expect(independent.length).toBeGreaterThan(10);
    for (const participant of independent) {
      const replacement = participantOf(participant.key);
      Object.assign(replacement, { cost: 77, price: 78, availability: 0.5, givenFullLoadHours: 9 });
      expect(areEquivalent(memo, participant, replacement)).toBe(true);
    }
  });

  it.each([...READ_BY_HOURS.numbers, ...READ_BY_HOURS.curves])(
    "two participants are not equivalent if their %s differs",
    (name) => {
      for (const participant of independent) {
        const replacement = participantOf(participant.key);
        const value = replacement[name];
        const otherValue = typeof value === "boolean" ? !value : typeof value === "number" ? value + 1 : hourly(7, 8);
        // The kind decides whether dispatch writes the load, which is tested elsewhere.
        Object.assign(replacement, { [name]: name === "kind" ? 99 : Object.is(otherValue, value) ? 0 : otherValue });
        expect(areEquivalent(memo, participant, replacement)).toBe(false);
      }
    },
  );

  it("two participants are not equivalent if their given loads differ", () => {
    expect(areEquivalent(memo, user("homes", 5), user("homes", 5))).toBe(true);
    expect(areEquivalent(memo, user("homes", 5), user("homes", 6))).toBe(false);
  });

  it("two participants with equivalent leaders and partners have equivalent links", () => {
    const linkedIndices = oneOfEachKind().flatMap(({ link, partner }, index) =>
      link === null && partner === null ? [] : [index],
    );
    expect(linkedIndices.length).toBeGreaterThan(1);
    const [participants, replacements] = [oneOfEachKind(), oneOfEachKind()];
    const pairs = new Map(participants.map((participant, index) => [participant, replacements[index]!]));
    for (const index of linkedIndices) {
      expect(haveEquivalentLinks(memo, participants[index]!, participants[index]!, noPairs)).toBe(true);
      expect(haveEquivalentLinks(memo, participants[index]!, replacements[index]!, pairs)).toBe(true);
      expect(haveEquivalentLinks(memo, participants[index]!, replacements[index]!, noPairs)).toBe(false);
    }
  });

  it.each<Partial<Link>>([{ lag: 1 }, { factor: 3 }, { part: "negative" }, { leader: user("homes", 6) }])(
    "two participants with different links do not have equivalent links: %o",
    (linkChange) => {
      const leader = user("homes", 5);
      const newFollower = (change: Partial<Link>): Participant => {
        const participant = new Participant("follower", Kind.LinkedProducer);
        participant.link = { leader, lag: 0, factor: 2, part: "all", ...change };
        return participant;
      };
      const pairs = new Map([[leader, linkChange.leader ?? leader]]);
      expect(haveEquivalentLinks(memo, newFollower({}), newFollower({}), pairs)).toBe(true);
      expect(haveEquivalentLinks(memo, newFollower({}), newFollower(linkChange), pairs)).toBe(false);
    },
  );

  it("ranks remain the same until a cost or price passes another value or 0", () => {
    const order = (...costs: readonly number[]): readonly Participant[] =>
      costs.map((cost, index) => dispatchable(`plant ${index}`, cost, 1));
    expect(haveSameRanks(order(3, 10, 20), order(9.9, 10, 20))).toBe(true);
    expect(haveSameRanks(order(3, 10, 20), order(10, 10, 20))).toBe(false);
    expect(haveSameRanks(order(3, 10, 20), order(11, 10, 20))).toBe(false);
    expect(haveSameRanks(order(3, 10, 20), order(0, 10, 20))).toBe(false);
    expect(haveSameRanks(order(3, 10, 20), order(-1, 10, 20))).toBe(false);
  });

  it("with an hourly cost, ranks are the same only for equal costs", () => {
    const order = (cost: number, last: Participant): readonly Participant[] => [dispatchable("gas", cost, 1), last];
    const hourlyPriced = (): Participant => oneOfEachKind().find(({ costCurve }) => costCurve !== null)!;
    expect(haveSameRanks(order(3, hourlyPriced()), order(3, hourlyPriced()))).toBe(true);
    expect(haveSameRanks(order(3, hourlyPriced()), order(4, hourlyPriced()))).toBe(false);
    const unknownCost = (): Participant => dispatchable("unknown", Number.NaN, 1);
    expect(haveSameRanks(order(3, unknownCost()), order(3, unknownCost()))).toBe(true);
    expect(haveSameRanks(order(3, unknownCost()), order(4, unknownCost()))).toBe(false);
    expect(haveSameRanks(order(3, hourlyPriced()), order(3, dispatchable("coal", 3, 1)))).toBe(false);
  });
});

context("a year of orders", () => {
  const run = (memo: CurveMemo, participants: readonly Participant[]): MeritOrder => {
    const order = new MeritOrder("any", participants, memo);
    runHours(memo, [order]);
    return order;
  };

  it("an unchanged year does not run again, and the loads are the same arrays", () => {
    const memo = new CurveMemo();
    const first = run(memo, oneOfEachKind());
    const step = vi.spyOn(MeritOrder.prototype, "step");
    const second = run(memo, oneOfEachKind());
    expect(step).not.toHaveBeenCalled();
    step.mockRestore();
    expect(second.run).toBe(first.run);
    const dispatchedLoads = (order: MeritOrder): readonly Curve[] =>
      order.participants.filter(({ isDispatched }) => isDispatched).map(({ load }) => load);
    const firstLoads = dispatchedLoads(first);
    for (const [index, load] of dispatchedLoads(second).entries()) expect(load).toBe(firstLoads[index]);
    const outcomesOf = (order: MeritOrder): unknown => order.participants.map(({ outcome }) => outcome);
    expect(outcomesOf(second)).toEqual(outcomesOf(first));
  });

  it("a year does not run again when costs and prices change without passing each other or 0", () => {
    const memo = new CurveMemo();
    const make = (change: number): readonly Participant[] => [
      user("homes", 5),
      dispatchable("coal", 10 + change, 3),
      dispatchable("gas", 20 + 2 * change, 4),
      flex("electrolysis", 15 + change, 2),
      flex("dumping", -1 + change / 10, 2),
    ];
    const first = run(memo, make(0));
    const second = run(memo, make(4));
    expect(second.run).toBe(first.run);
    expect(second.dispatchables.map(({ cost }) => cost)).toEqual([14, 28]);
    expect(run(memo, make(-12)).run).not.toBe(first.run);
    expect(run(memo, make(11)).run).not.toBe(first.run);
  });

  it("a year runs again when a participant starts or stops paying, because it buys nothing at a price of 0", () => {
    const memo = new CurveMemo();
    const make = (price: number): readonly Participant[] => [
      user("homes", 5),
      mustRun("wind", 7),
      flex("electrolysis", price, 2),
    ];
    const buyerLoad = (price: number): number => run(memo, make(price)).participants[2]!.load[0]!;
    expect([buyerLoad(0), buyerLoad(3), buyerLoad(0), buyerLoad(-1)]).toEqual([0, -2, 0, 0]);
  });

  it("equal loads are shared between runs", () => {
    const memo = new CurveMemo();
    const first = run(memo, [
      user("homes", 5),
      dispatchable("coal", 1, 3),
      dispatchable("gas", 2, 4),
      dispatchable("oil", 3, 5),
    ]);
    const second = run(memo, [
      user("homes", 5),
      dispatchable("coal", 1, 3),
      dispatchable("gas", 2, 4),
      dispatchable("oil", 3, 6),
    ]);
    expect(second.run).not.toBe(first.run);
    for (const [index, { load }] of second.participants.entries()) expect(load).toBe(first.participants[index]!.load);
  });

  it("dispatch depends only on the order of costs and prices: other values in the same order produce the same loads", () => {
    const price = fc.constantFrom(-3, 0, 5, 5.5, 20, 20, 35, 50);
    // Any increasing function with a fixed point at 0 keeps the order.
    const stretch = fc.tuple(
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.double({ min: 0.2, max: 3, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(price, { minLength: 12, maxLength: 12 }), stretch, (prices, [factor, power]) => {
        const make = (change: (value: number) => number): readonly Participant[] => {
          const changedPrice = (index: number): number => change(prices[index]!);
          return [
            user("homes", 30, 10, 5, 45, 60, 2),
            mustRun("sun", 0, 20, 40, 10, 0, 90),
            ...[0, 1, 2, 3].map((n) => dispatchable(`plant ${n}`, changedPrice(n), 6 + n)),
            ...[4, 5, 6].map((n) => flex(`buyer ${n}`, changedPrice(n), 4)),
            storage("battery", { cost: changedPrice(7), price: changedPrice(8), input: 5, output: 5, volume: 12 }),
            ...loadShifting("shifting", {
              cost: changedPrice(9),
              price: changedPrice(10),
              input: 3,
              output: 3,
              limit: hourly(2, 3, 1),
            }),
            curtailment("curtailment"),
          ];
        };
        const original = make((value) => value);
        const stretched = make((value) => Math.sign(value) * factor * Math.abs(value) ** power);
        const numbersOf = (participants: readonly Participant[]): unknown =>
          describeOrder([new MeritOrder("any", participants)], participants).numbers;
        expect(numbersOf(stretched)).toEqual(numbersOf(original));
        run(new CurveMemo(), original);
        run(new CurveMemo(), stretched);
        const outcomesOf = (participants: readonly Participant[]): unknown =>
          participants.map(({ outcome }) => outcome);
        expect(outcomesOf(stretched)).toEqual(outcomesOf(original));
      }),
      { numRuns: 15 },
    );
  });

  it("dispatch has the same result with and without a cache, after any earlier runs", () => {
    const memo = new CurveMemo();
    const change = fc.tuple(
      fc.nat({ max: oneOfEachKind().length - 1 }),
      fc.constantFrom("cost", "price", "outputCapacity", "inputCapacity", "volume", "share", "owedLimit"),
      fc.constantFrom(0, 1, 20, 35, 45, 100),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 2 }), (changes) => {
        const make = (): readonly Participant[] => {
          const participants = oneOfEachKind();
          for (const [index, name, value] of changes) Object.assign(participants[index]!, { [name]: value });
          return participants;
        };
        const cachedRun = run(memo, make());
        const freshRun = run(new CurveMemo(), make());
        cachedRun.participants.forEach((participant, index) => {
          expect(writtenOutcome(participant)).toEqual(writtenOutcome(freshRun.participants[index]!));
        });
      }),
      { numRuns: 10 },
    );
  });
});

it("runs are numbered per memo, so each engine on a thread counts separately", () => {
  const runOf = (): number | null => {
    const memo = new CurveMemo();
    const order = new MeritOrder("any", oneOfEachKind(), memo);
    runHours(memo, [order]);
    return order.run;
  };
  expect([runOf(), runOf()]).toEqual([1, 1]);
});
