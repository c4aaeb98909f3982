import { describe, expect, test } from "vitest";
import { materialise } from "../curves/curve.ts";
import {
  costOptions,
  curtailment,
  dispatchable,
  flex,
  hourly,
  loads,
  loadShifting,
  mustRun,
  run,
  shareUser,
  storage,
  user,
} from "./order.fixture.ts";
import { NegativeDemandError } from "./dispatch.ts";
import { HOURS, Kind, Participant } from "./participant.ts";

/** Loads in hour 0. */
function firstHour(participants: readonly Participant[]): { readonly [key: string]: number } {
  run(1, ...participants);
  return Object.fromEntries(participants.map(({ key, load }) => [key, load[0]!]));
}

describe("dispatchables", () => {
  test.each([
    { demand: 3, cheap: 3, middle: 0, expensive: 0 },
    { demand: 5, cheap: 5, middle: 0, expensive: 0 },
    { demand: 12, cheap: 5, middle: 5, expensive: 2 },
    { demand: 99, cheap: 5, middle: 5, expensive: 5 },
    { demand: 0, cheap: 0, middle: 0, expensive: 0 },
  ])("dispatchables meet a demand of $demand MW cheapest first", ({ demand, ...expected }) => {
    const expensive = dispatchable("expensive", 30, 5);
    const cheap = dispatchable("cheap", 10, 5);
    const middle = dispatchable("middle", 20, 5);
    expect(firstHour([user("homes", demand), expensive, cheap, middle])).toMatchObject(expected);
  });

  test("dispatchables of equal cost run in the order in which they were added", () => {
    const loads = firstHour([user("homes", 7), dispatchable("a", 10, 5), dispatchable("b", 10, 5)]);
    expect(loads).toMatchObject({ a: 5, b: 2 });
  });

  test("dispatchables follow an hourly availability", () => {
    const importer = new Participant("import", Kind.VariableDispatchable, new Float64Array(HOURS), {
      outputCapacityPerUnit: 10,
      units: 1,
      cost: 1,
    });
    importer.hourlyLimit = hourly(4, 0, 10);
    const backup = dispatchable("backup", 100, Infinity);
    run(3, user("homes", 6), importer, backup);
    expect(loads(importer, 3)).toEqual([4, 0, 6]);
    expect(loads(backup, 3)).toEqual([2, 6, 0]);
  });

  test("dispatchables without capacity are not in the order", () => {
    const order = run(1, user("homes", 1), dispatchable("none", 1, 0), dispatchable("some", 2, 5));
    expect(order.dispatchables.map(({ key }) => key)).toEqual(["some"]);
  });
});

describe("always-on production", () => {
  test("always-on production is used first", () => {
    expect(firstHour([user("homes", 10), mustRun("sun", 4), dispatchable("gas", 1, 20)])).toMatchObject({ gas: 6 });
  });

  test("always-on production equal to demand is ignored: dispatchables meet all demand a second time", () => {
    expect(firstHour([user("homes", 10), mustRun("sun", 10), dispatchable("gas", 1, 20)])).toMatchObject({ gas: 10 });
    expect(firstHour([user("homes", 0), mustRun("sun", 0), dispatchable("gas", 1, 20)])).toMatchObject({ gas: 0 });
  });

  test("the usable part of always-on production counts, but the full production is published", () => {
    const park = new Participant("park", Kind.ConstrainedVolatile, hourly(10));
    park.hourlyLimit = hourly(7);
    expect(firstHour([user("homes", 9), park, dispatchable("gas", 1, 20)])).toMatchObject({ park: 10, gas: 2 });
  });

  test("always-on production runs in the order volatile, must-run, curve", () => {
    const curve = new Participant("curve", Kind.CurveProducer, hourly(1));
    const volatile = new Participant("volatile", Kind.Volatile, hourly(1));
    const constrained = new Participant("constrained", Kind.ConstrainedVolatile, hourly(1));
    constrained.hourlyLimit = hourly(1);
    const order = run(0, curve, mustRun("must run", 1), volatile, constrained);
    expect(order.alwaysOn.map(({ key }) => key)).toEqual(["volatile", "constrained", "must run", "curve"]);
  });
});

describe("excess production", () => {
  const excess = (amount: number, ...participants: readonly Participant[]): { readonly [key: string]: number } =>
    firstHour([user("homes", 1), mustRun("sun", 1 + amount), ...participants]);

  test("excess goes to the highest price first, and the rest is curtailed", () => {
    const expected = { low: -5, high: -5, curtailed: -2 };
    expect(excess(12, flex("low", 10, 5), flex("high", 20, 5), curtailment("curtailed"))).toMatchObject(expected);
  });

  test("excess at a price of 0 goes only to curtailment", () => {
    expect(excess(3, flex("free", 0, 5), curtailment("curtailed"))).toMatchObject({ free: 0, curtailed: -3 });
    expect(excess(3, flex("below", -1, 5), flex("above", 0.01, 1))).toMatchObject({ below: 0, above: -1 });
  });

  test("excess is divided between members of the same price in proportion to their room", () => {
    expect(excess(4, flex("small", 10, 2), flex("large", 10, 6))).toMatchObject({ small: -1, large: -3 });
  });

  test("excess is divided according to the room that remains at each member's turn", () => {
    // A single battery with room for 2 more MWh, and a flexible consumer of the same price.
    const battery = storage("battery", { price: 10, input: 6, volume: 2 });
    expect(excess(4, battery, flex("boiler", 10, 2))).toMatchObject({ battery: -2, boiler: -2 });
  });

  test("excess goes to a member without a price according to its cost", () => {
    const exporter = new Participant("export", Kind.Flex, new Float64Array(HOURS), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 5,
      units: 1,
      cost: 7,
    });
    expect(exporter.priceAt(0)).toBe(7);
    expect(excess(3, exporter)).toMatchObject({ export: -3 });
  });
});

describe("purchases", () => {
  test("purchases are made only at costs below the price", () => {
    const producers = [dispatchable("at 10", 10, 5), dispatchable("at 20", 20, 5), dispatchable("at 30", 30, 5)];
    const expected = { "at 10": 5, "at 20": 0, "at 30": 0, boiler: -2 };
    expect(firstHour([user("homes", 3), ...producers, flex("boiler", 20, 50)])).toMatchObject(expected);
  });

  test("purchases start where the last buyer stopped", () => {
    const producers = [dispatchable("a", 10, 5), dispatchable("b", 40, 5), dispatchable("c", 55, 5)];
    const buyers = [flex("second", 50, 10), flex("first", 60, 4)];
    const expected = { a: 5, b: 5, c: 0, first: -4, second: -3 };
    expect(firstHour([user("homes", 3), ...producers, ...buyers])).toMatchObject(expected);
  });

  test("purchases are not made while demand is short", () => {
    expect(firstHour([user("homes", 9), dispatchable("gas", 1, 5), flex("boiler", 99, 5)])).toMatchObject({
      gas: 5,
      boiler: 0,
    });
  });

  test("purchases in hours of excess use the remaining capacity", () => {
    const participants = [user("homes", 1), mustRun("sun", 3), dispatchable("gas", 5, 10), flex("boiler", 9, 6)];
    expect(firstHour(participants)).toMatchObject({ gas: 4, boiler: -6 });
  });

  test("purchases are divided between members of the same price in proportion to their room", () => {
    const participants = [user("homes", 1), dispatchable("gas", 5, 5), flex("a", 9, 2), flex("b", 9, 6)];
    expect(firstHour(participants)).toMatchObject({ gas: 5, a: -1, b: -3 });
  });

  test("purchases exclude members that use only excess, and infinite members", () => {
    const heat = flex("heat store", 99, 5, { buysFromDispatchables: false });
    const infinite = flex("infinite", 99, Infinity);
    expect(firstHour([user("homes", 1), dispatchable("gas", 5, 50), heat, infinite])).toMatchObject({ gas: 1 });
  });

  test("purchases follow an hourly input capacity", () => {
    const boiler = new Participant("boiler", Kind.VariableConsumer, new Float64Array(HOURS), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 8,
      units: 1,
      price: 9,
    });
    boiler.hourlyLimit = hourly(8, 0, 4);
    run(3, user("homes", 1), dispatchable("gas", 5, 50), boiler);
    expect(loads(boiler, 3)).toEqual([-8, 0, -4]);
  });
});

describe("interconnectors at hourly prices", () => {
  test("interconnectors import when cheapest, export when the local price is lower, and never feed themselves", () => {
    const price = hourly(5, 50);
    const importer = dispatchable("import", price, 10);
    const exporter = new Participant("export", Kind.Flex, new Float64Array(HOURS), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 10,
      units: 1,
      ...costOptions(price),
    });
    const gas = dispatchable("gas", 20, 8);
    run(2, user("homes", 3), gas, importer, exporter);
    expect(loads(importer, 2)).toEqual([3, 0]);
    expect(loads(gas, 2)).toEqual([0, 8]);
    expect(loads(exporter, 2)).toEqual([0, -5]);
  });
});

describe("storage", () => {
  test("storage has losses both when charging and when discharging", () => {
    const battery = storage("battery", { inputEfficiency: 0.5, outputEfficiency: 0.5 });
    run(3, user("homes", 0, 1, 1), mustRun("sun", 8, 0, 0), battery);
    expect(loads(battery, 3)).toEqual([-8, 1, 1]);
    expect(Array.from(materialise(battery.reserve).slice(0, 3))).toEqual([4, 2, 0]);
  });

  test("storage is exactly full, bit for bit", () => {
    // In floating point, 1/7 + (0.9 − 1/7) is not 0.9.
    const battery = storage("battery", { volume: 0.9 });
    run(2, user("homes", 0), mustRun("sun", 1 / 7, 5), battery);
    expect(battery.stored).toBe(0.9);
  });

  test("storage does not discharge in an hour in which it charged", () => {
    // The battery charges from excess; the buyer pays more than its cost, and receives nothing.
    const battery = storage("battery", { cost: 1, price: 50 });
    const boiler = flex("boiler", 40, 10);
    run(2, user("homes", 0, 0), mustRun("sun", 5, 0), battery, boiler);
    expect(loads(battery, 1)).toEqual([-5]);
    expect(loads(boiler, 1)).toEqual([0]);
  });

  test("storage does not charge in an hour in which it discharged", () => {
    const battery = storage("battery", { cost: 1, price: 50 });
    const gas = dispatchable("gas", 10, 100);
    run(2, user("homes", 0, 2), mustRun("sun", 5, 0), battery, gas);
    expect(battery.load[1]).toBe(2);
    expect(gas.load[1]).toBe(0);
  });

  test("storage buys below its price", () => {
    const battery = storage("battery", { cost: 100, price: 20, input: 4 });
    run(1, user("homes", 1), dispatchable("gas", 10, 100), battery);
    expect(loads(battery, 1)).toEqual([-4]);
  });

  test("storage loses a part of its content at the start of every hour after the one in which it was stored", () => {
    const battery = storage("battery", { decay: 0.5 });
    run(4, user("homes", 0), mustRun("sun", 8, 0, 0, 0), battery);
    expect(Array.from(materialise(battery.reserve).slice(0, 4))).toEqual([8, 4, 2, 1]);
  });
});

describe("load shifting", () => {
  test("load shifting delivers by not consuming, within its demand, and recovers the load when energy is cheap", () => {
    const [flexible, inflexible] = loadShifting("industry", {
      cost: 50,
      price: 20,
      input: 2,
      output: 10,
      limit: hourly(3),
    });
    const expensive = dispatchable("expensive", 90, 100);
    const cheap = new Participant("cheap", Kind.VariableDispatchable, new Float64Array(HOURS), {
      outputCapacityPerUnit: 100,
      units: 1,
      cost: 10,
    });
    cheap.hourlyLimit = hourly(4, 100, 100, 100);
    run(4, user("homes", 10), flexible, inflexible, expensive, cheap);
    expect(loads(flexible, 4)).toEqual([3, -2, -1, 0]);
    expect(loads(expensive, 1)).toEqual([3]);
    expect(flexible.owed).toBe(0);
  });

  test("load shifting owes no more than its limit", () => {
    const [flexible, inflexible] = loadShifting("industry", {
      cost: 1,
      price: 0,
      input: 2,
      output: 10,
      limit: hourly(10),
      owedLimit: 4,
    });
    run(3, user("homes", 3), flexible, inflexible);
    expect(loads(flexible, 3)).toEqual([3, 1, 0]);
  });

  test("load shifting recovers its load early enough for its capacity to suffice before the year ends", () => {
    const [flexible, inflexible] = loadShifting("industry", {
      cost: 1,
      price: 0,
      input: 2,
      output: 10,
      limit: hourly(5, 0),
    });
    const gas = dispatchable("gas", 10, 100);
    run(HOURS, user("homes", 5, 1), flexible, inflexible, gas);
    expect(flexible.load[0]).toBe(5);
    expect(Array.from(flexible.load.slice(HOURS - 4))).toEqual([0, -1, -2, -2]);
    expect(Array.from(gas.load.slice(HOURS - 4))).toEqual([1, 2, 3, 3]);
    expect(flexible.owed).toBe(0);
  });
});

describe("a converter at a wind park", () => {
  test("a converter at a wind park starts with the park's surplus and buys no more than the cable allows", () => {
    const converter = new Participant("converter", Kind.SatisfiedDemand, hourly(-3, -3, 0), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 10,
      units: 1,
      price: 30,
    });
    converter.externalLoad = hourly(-3, -3, 0);
    converter.hourlyLimit = hourly(4, 20, 0);
    converter.setsPrice = new Uint8Array(HOURS);
    run(3, user("homes", 1), dispatchable("gas", 10, 100), converter);
    expect(loads(converter, 3)).toEqual([-7, -10, 0]);
    expect(Array.from(converter.setsPrice.slice(0, 3))).toEqual([1, 1, 0]);
  });
});

describe("a heat buffer", () => {
  function buffer(demand: Float64Array): Participant {
    const participant = new Participant("boiler", Kind.HeatBuffer, new Float64Array(HOURS), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 10,
      units: 1,
      price: 20,
    });
    participant.volume = 8;
    participant.demand = demand;
    participant.heatEfficiency = 0.5;
    participant.reserve = new Float64Array(HOURS);
    participant.heat = new Float64Array(HOURS);
    participant.registeredHeat = new Float64Array(HOURS);
    return participant;
  }

  test("a heat buffer is emptied by its own demand, from the hour after it was first filled", () => {
    const boiler = buffer(hourly(3));
    run(4, user("homes", 0), mustRun("sun", 8, 0, 0, 0), boiler);
    expect(Array.from(materialise(boiler.reserve).slice(0, 4))).toEqual([8, 5, 2, 0]);
    expect(Array.from(materialise(boiler.heat).slice(0, 4))).toEqual([0, 3, 2.5, 1]);
  });

  test("a heat buffer registers its heat only in hours in which it had an offer", () => {
    const boiler = buffer(hourly(3));
    run(4, user("homes", 0, 0, 1, 0), mustRun("sun", 8, 0, 0, 1), boiler);
    // Nothing is offered in hours 1 and 2: the heat is available, but registered too late.
    expect(Array.from(materialise(boiler.heat).slice(0, 4))).toEqual([0, 3, 2.5, 1]);
    expect(Array.from(materialise(boiler.registeredHeat).slice(0, 4))).toEqual([0, 0, 0, 1]);
  });

  test("a heat buffer in a group is updated whenever the room of the group is read", () => {
    const boiler = buffer(hourly(3));
    const other = flex("other", 20, 5);
    run(3, user("homes", 0), mustRun("sun", 8, 1, 0), boiler, other);
    expect(materialise(boiler.registeredHeat)[1]).toBe(materialise(boiler.heat)[1]);
    expect(materialise(boiler.registeredHeat)[2]).toBe(0);
  });

  test("a heat buffer filled beyond its volume is full", () => {
    const boiler = buffer(hourly(0));
    run(2, user("homes", 0), mustRun("sun", 5, 9), boiler, curtailment("lost"));
    expect(loads(boiler, 2)).toEqual([-5, -3]);
    expect(boiler.stored).toBe(8);
  });
});

describe("share consumers", () => {
  test("share consumers use a share of the other consumers' demand, not of each other's", () => {
    const expected = { heat: 2, network: 1, gas: 13 };
    const consumers = [shareUser("heat", 0.2), user("homes", 4), shareUser("network", 0.1), user("shops", 6)];
    expect(firstHour([...consumers, dispatchable("gas", 1, 50)])).toMatchObject(expected);
  });
});

test("negative demand throws an error with the order, the hour and the demand", () => {
  const compute = (): unknown => run(2, user("homes", 1, -2));
  expect(compute).toThrow(NegativeDemandError);
  expect(compute).toThrow("Demand of test is -2 MW in hour 1; expected zero or more.");
});
