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
  const { load, reserve, heat, heatSeen, ...others } = outcome;
  return { ...others, curves: [load, reserve, heat, heatSeen].map((curve) => materialise(curve)) };
}

context("attributes of participants read by dispatch", () => {
  it("dispatch reads the fields in READ_BY_HOURS, besides load, link, partner, and its own results", () => {
    const read = new Set<string>();
    const watched = new Map<Participant, Participant>();
    const watch = (participant: Participant): Participant => {
      let proxy = watched.get(participant);
      if (proxy === undefined) {
        proxy = new Proxy(participant, {
          get(target, name, receiver) {
            if (typeof name === "string" && Object.hasOwn(target, name)) read.add(name);
            return Reflect.get(target, name, receiver) as unknown;
          },
        });
        watched.set(participant, proxy);
      }
      return proxy;
    };
    const participants = oneOfEachKind().map(watch);
    for (const participant of participants) {
      if (participant.link !== null) participant.link = { ...participant.link, leader: watch(participant.link.leader) };
      if (participant.partner !== null) participant.partner = watch(participant.partner);
      participant.prepare(new Buffers());
    }
    read.clear();
    const order = new MeritOrder("any", participants);
    for (let h = 0; h < 300; h++) order.step(h);
    // The end of the year, when postponed demand is due.
    for (let h = HOURS - 20; h < HOURS; h++) order.step(h);

    const listed = [...READ_BY_HOURS.numbers, ...READ_BY_HOURS.compared, ...READ_BY_HOURS.curves];
    const written = Object.keys(participants[0]!.outcome);
    const others = [...read].filter((name) => !listed.includes(name as never) && !written.includes(name));
    expect(others.sort()).toEqual(["anyLoad", "link", "partner"]);
    // Every listed field is read in this test. The given load of a satisfied demand is its first load.
    expect(listed.filter((name) => !read.has(name))).toEqual(["satisfied"]);
  });

  it("the price calculation reads only fields that dispatch reads, and results of dispatch: a run and its prices determine it", () => {
    const read = new Set<string>();
    const memo = new CurveMemo();
    const order = new MeritOrder("any", oneOfEachKind(), memo);
    runHours(memo, [order]);
    const net = netLoad(memo, order);
    const watch = (participant: Participant): Participant =>
      new Proxy(participant, {
        get(target, name) {
          if (typeof name === "string" && Object.hasOwn(target, name)) read.add(name);
          return Reflect.get(target, name, target) as unknown;
        },
      });
    const watched = (participants: readonly Participant[]): Participant[] => participants.map(watch);
    const seen = { dispatchables: watched(order.dispatchables), priceSensitive: watched(order.priceSensitive) };
    priceCurve(memo, Object.assign(Object.create(order), seen) as MeritOrder, net, null);
    const known = new Set<string>([...READ_BY_HOURS.numbers, ...READ_BY_HOURS.compared, ...READ_BY_HOURS.curves]);
    const results = new Set(Object.keys(order.participants[0]!.outcome));
    expect([...read.difference(known).difference(results)].sort()).toEqual(["anyLoad"]);
    expect(read.size).toBeGreaterThan(3);
  });

  const change = (participant: Participant, name: (typeof READ_BY_HOURS.numbers)[number] | "cost" | "price"): void => {
    const value = participant[name];
    Object.assign(participant, { [name]: typeof value === "boolean" ? !value : value === 7 ? 8 : 7 });
  };
  const changesToNumbers = READ_BY_HOURS.numbers.map((name) => (each: Participant) => change(each, name));
  const changesToPrices = READ_BY_HOURS.compared.map((name) => (each: Participant) => change(each, name));
  const changesToCurves = READ_BY_HOURS.curves.map((name) => (each: Participant) => {
    Object.assign(each, { [name]: hourly(7, 8) });
  });

  it("each field read by dispatch is in the description: any change describes another year", () => {
    const described = (participants: readonly Participant[]): unknown =>
      describeOrder([new MeritOrder("any", participants)], participants);
    const changes = [...changesToNumbers, ...changesToPrices, ...changesToCurves];
    for (const change of changes) {
      const participants = oneOfEachKind();
      const before = described(participants);
      change(participants[9]!);
      expect(described(participants)).not.toEqual(before);
    }
  });
});

context("a participant that replaces another", () => {
  const memo = new CurveMemo();
  const other = (key: string): Participant => oneOfEachKind().find((each) => each.key === key)!;
  const noPairs = new Map<Participant, Participant>();
  const independent = oneOfEachKind().filter(({ link, partner }) => link === null && partner === null);

  it("two participants with the same numbers, curves and load are equivalent at any cost", () => {
    expect(independent.length).toBeGreaterThan(10);
    for (const participant of independent) {
      const now = other(participant.key);
      Object.assign(now, { cost: 77, price: 78, availability: 0.5, givenFullLoadHours: 9 });
      expect(areEquivalent(memo, participant, now)).toBe(true);
    }
  });

  it.each([...READ_BY_HOURS.numbers, ...READ_BY_HOURS.curves])(
    "two participants are not equivalent if their %s differs",
    (name) => {
      for (const participant of independent) {
        const now = other(participant.key);
        const value = now[name];
        const changed = typeof value === "boolean" ? !value : typeof value === "number" ? value + 1 : hourly(7, 8);
        // The kind decides whether dispatch writes the load, which is tested elsewhere.
        Object.assign(now, { [name]: name === "kind" ? 99 : Object.is(changed, value) ? 0 : changed });
        expect(areEquivalent(memo, participant, now)).toBe(false);
      }
    },
  );

  it("two participants are not equivalent if their given loads differ", () => {
    expect(areEquivalent(memo, user("homes", 5), user("homes", 5))).toBe(true);
    expect(areEquivalent(memo, user("homes", 5), user("homes", 6))).toBe(false);
  });

  it("two participants with equivalent leaders and partners are bound alike", () => {
    const bound = oneOfEachKind().flatMap(({ link, partner }, index) =>
      link === null && partner === null ? [] : [index],
    );
    expect(bound.length).toBeGreaterThan(1);
    const [some, others] = [oneOfEachKind(), oneOfEachKind()];
    const pairs = new Map(some.map((each, index) => [each, others[index]!]));
    for (const index of bound) {
      expect(haveEquivalentLinks(memo, some[index]!, some[index]!, noPairs)).toBe(true);
      expect(haveEquivalentLinks(memo, some[index]!, others[index]!, pairs)).toBe(true);
      expect(haveEquivalentLinks(memo, some[index]!, others[index]!, noPairs)).toBe(false);
    }
  });

  it.each<Partial<Link>>([{ lag: 1 }, { factor: 3 }, { part: "negative" }, { leader: user("homes", 6) }])(
    "two participants with different links are not bound alike: %o",
    (otherwise) => {
      const leader = user("homes", 5);
      const following = (change: Partial<Link>): Participant => {
        const participant = new Participant("follower", Kind.LinkedProducer);
        participant.link = { leader, lag: 0, factor: 2, part: "all", ...change };
        return participant;
      };
      const pairs = new Map([[leader, otherwise.leader ?? leader]]);
      expect(haveEquivalentLinks(memo, following({}), following({}), pairs)).toBe(true);
      expect(haveEquivalentLinks(memo, following({}), following(otherwise), pairs)).toBe(false);
    },
  );

  it("ranks are the same until a cost or price passes another one, or 0", () => {
    const order = (...costs: readonly number[]): readonly Participant[] =>
      costs.map((cost, index) => dispatchable(`plant ${index}`, cost, 1));
    expect(haveSameRanks(order(3, 10, 20), order(9.9, 10, 20))).toBe(true);
    expect(haveSameRanks(order(3, 10, 20), order(10, 10, 20))).toBe(false);
    expect(haveSameRanks(order(3, 10, 20), order(11, 10, 20))).toBe(false);
    expect(haveSameRanks(order(3, 10, 20), order(0, 10, 20))).toBe(false);
    expect(haveSameRanks(order(3, 10, 20), order(-1, 10, 20))).toBe(false);
  });

  it("ranks with an hourly cost are the same only for equal costs", () => {
    const order = (cost: number, last: Participant): readonly Participant[] => [dispatchable("gas", cost, 1), last];
    const byHour = (): Participant => oneOfEachKind().find(({ costCurve }) => costCurve !== null)!;
    expect(haveSameRanks(order(3, byHour()), order(3, byHour()))).toBe(true);
    expect(haveSameRanks(order(3, byHour()), order(4, byHour()))).toBe(false);
    const unknown = (): Participant => dispatchable("unknown", Number.NaN, 1);
    expect(haveSameRanks(order(3, unknown()), order(3, unknown()))).toBe(true);
    expect(haveSameRanks(order(3, unknown()), order(4, unknown()))).toBe(false);
    expect(haveSameRanks(order(3, byHour()), order(3, dispatchable("coal", 3, 1)))).toBe(false);
  });
});

context("a year of orders", () => {
  const run = (memo: CurveMemo, participants: readonly Participant[]): MeritOrder => {
    const order = new MeritOrder("any", participants, memo);
    runHours(memo, [order]);
    return order;
  };

  it("an unchanged year does not run again: the loads are the same arrays", () => {
    const memo = new CurveMemo();
    const first = run(memo, oneOfEachKind());
    const step = vi.spyOn(MeritOrder.prototype, "step");
    const second = run(memo, oneOfEachKind());
    expect(step).not.toHaveBeenCalled();
    step.mockRestore();
    expect(second.run).toBe(first.run);
    const writtenBy = (order: MeritOrder): readonly Curve[] =>
      order.participants.filter(({ isDispatched }) => isDispatched).map(({ load }) => load);
    const before = writtenBy(first);
    for (const [index, load] of writtenBy(second).entries()) expect(load).toBe(before[index]);
    const outcomesOf = (order: MeritOrder): unknown => order.participants.map(({ outcome }) => outcome);
    expect(outcomesOf(second)).toEqual(outcomesOf(first));
  });

  it("a year does not run again when costs and prices move without passing each other or 0", () => {
    const memo = new CurveMemo();
    const make = (change: number): readonly Participant[] => [
      user("homes", 5),
      dispatchable("coal", 10 + change, 3),
      dispatchable("gas", 20 + 2 * change, 4),
      flex("electrolysis", 15 + change, 2),
      flex("dumping", -1 + change / 10, 2),
    ];
    const first = run(memo, make(0));
    const moved = run(memo, make(4));
    expect(moved.run).toBe(first.run);
    expect(moved.dispatchables.map(({ cost }) => cost)).toEqual([14, 28]);
    expect(run(memo, make(-12)).run).not.toBe(first.run);
    expect(run(memo, make(11)).run).not.toBe(first.run);
  });

  it("a year runs again when a participant starts or stops paying: a price of 0 takes nothing", () => {
    const memo = new CurveMemo();
    const make = (price: number): readonly Participant[] => [
      user("homes", 5),
      mustRun("wind", 7),
      flex("electrolysis", price, 2),
    ];
    const taken = (price: number): number => run(memo, make(price)).participants[2]!.load[0]!;
    expect([taken(0), taken(3), taken(0), taken(-1)]).toEqual([0, -2, 0, 0]);
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

  it("dispatch depends only on the order of costs and prices: other values in the same order give the same loads", () => {
    const price = fc.constantFrom(-3, 0, 5, 5.5, 20, 20, 35, 50);
    // Any increasing function with a fixed point at 0 keeps the order.
    const stretch = fc.tuple(
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.double({ min: 0.2, max: 3, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(price, { minLength: 12, maxLength: 12 }), stretch, (prices, [factor, power]) => {
        const make = (change: (value: number) => number): readonly Participant[] => {
          const at = (place: number): number => change(prices[place]!);
          return [
            user("homes", 30, 10, 5, 45, 60, 2),
            mustRun("sun", 0, 20, 40, 10, 0, 90),
            ...[0, 1, 2, 3].map((n) => dispatchable(`plant ${n}`, at(n), 6 + n)),
            ...[4, 5, 6].map((n) => flex(`buyer ${n}`, at(n), 4)),
            storage("battery", { cost: at(7), price: at(8), input: 5, output: 5, volume: 12 }),
            ...loadShifting("shifting", { cost: at(9), price: at(10), input: 3, output: 3, limit: hourly(2, 3, 1) }),
            curtailment("curtailment"),
          ];
        };
        const kept = make((value) => value);
        const stretched = make((value) => Math.sign(value) * factor * Math.abs(value) ** power);
        const numbersOf = (all: readonly Participant[]): unknown =>
          describeOrder([new MeritOrder("any", all)], all).numbers;
        expect(numbersOf(stretched)).toEqual(numbersOf(kept));
        run(new CurveMemo(), kept);
        run(new CurveMemo(), stretched);
        const outcomesOf = (all: readonly Participant[]): unknown => all.map(({ outcome }) => outcome);
        expect(outcomesOf(stretched)).toEqual(outcomesOf(kept));
      }),
      { numRuns: 15 },
    );
  });

  it("dispatch gives the same result with and without a cache, after any earlier runs", () => {
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
        const remembered = run(memo, make());
        const fresh = run(new CurveMemo(), make());
        remembered.participants.forEach((participant, index) => {
          expect(writtenOutcome(participant)).toEqual(writtenOutcome(fresh.participants[index]!));
        });
      }),
      { numRuns: 10 },
    );
  });
});

it("runs are numbered per memo: another engine on the thread counts separately", () => {
  const runOf = (): number | null => {
    const memo = new CurveMemo();
    const order = new MeritOrder("any", oneOfEachKind(), memo);
    runHours(memo, [order]);
    return order.run;
  };
  expect([runOf(), runOf()]).toEqual([1, 1]);
});
