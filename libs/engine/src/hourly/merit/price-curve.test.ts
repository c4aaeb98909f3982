import { describe, expect, test } from "vitest";
import { written } from "../curves/curve.ts";
import { CurveMemo } from "../curves/memo.ts";
import { dispatchable, flex, hourly, loadShifting, mustRun, run, storage, user } from "./order.fixture.ts";
import { HOURS, Kind, Participant } from "./participant.ts";
import { demandCurve, netLoad, priceCurve } from "./price-curve.ts";

/** Prices of the first hours; later hours are not run and mean nothing. */
function prices(
  hours: number,
  participants: readonly Participant[],
  scarcityPrice: number | null = null,
): readonly number[] {
  const order = run(hours, ...participants);
  const price = priceCurve(order, netLoad(new CurveMemo(), order), scarcityPrice);
  return Array.from(price.slice(0, hours));
}

describe("the price of an hour", () => {
  test("is the cost of the dearest producer that runs", () => {
    const producers = [dispatchable("cheap", 10, 5), dispatchable("dear", 30, 5)];
    expect(prices(3, [user("homes", 3, 8, 0), ...producers])).toEqual([10, 30, 0]);
  });

  test("is 0 while always-on production suffices", () => {
    expect(prices(1, [user("homes", 3), mustRun("sun", 4), dispatchable("gas", 10, 5)])).toEqual([0]);
  });

  test("is what a buyer pays that got less than it wanted", () => {
    const producers = [dispatchable("cheap", 10, 5), dispatchable("dear", 30, 5)];
    expect(prices(1, [user("homes", 3), ...producers, flex("boiler", 20, 4)])).toEqual([20]);
  });

  test("is the producer's again where the last buyer has all it wants", () => {
    const producers = [dispatchable("cheap", 10, 5), dispatchable("dear", 30, 5)];
    expect(prices(1, [user("homes", 3), ...producers, flex("boiler", 20, 2)])).toEqual([10]);
  });

  test("is set by the last buyer that bought: those who pay less did not", () => {
    const buyers = [flex("first", 50, 1), flex("second", 20, 4), flex("third", 15, 4)];
    expect(prices(1, [user("homes", 3), dispatchable("gas", 10, 5), ...buyers])).toEqual([20]);
  });

  test("follows the hourly cost of an interconnector", () => {
    expect(prices(3, [user("homes", 3), dispatchable("import", hourly(7, 8, 9), 5)])).toEqual([7, 8, 9]);
  });

  test("is a battery's cost while it delivers, its price while it charges and wants more", () => {
    const battery = storage("battery", { cost: 25, price: 20, input: 4, volume: 5 });
    const gas = new Participant("gas", Kind.VariableDispatchable, new Float64Array(HOURS), {
      outputCapacityPerUnit: 10,
      units: 1,
      cost: 10,
    });
    gas.limited = hourly(4, 0);
    expect(prices(2, [user("homes", 1, 2), battery, gas])).toEqual([20, 25]);
  });

  test("is not set by a battery that is full", () => {
    const battery = storage("battery", { cost: 25, price: 20, input: 4, volume: 3 });
    expect(prices(1, [user("homes", 1), battery, dispatchable("gas", 10, 9)])).toEqual([10]);
  });
});

describe("scarcity", () => {
  test("costs 3000, or what the carrier says, or the dearest producer that can run if that is more", () => {
    const short = (cost: number): readonly Participant[] => [user("homes", 9), dispatchable("gas", cost, 5)];
    expect(prices(1, short(10))).toEqual([3000]);
    expect(prices(1, short(10), 500)).toEqual([500]);
    expect(prices(1, short(4000), 500)).toEqual([4000]);
  });

  test("begins at a shortage of 1e-5 MW", () => {
    expect(prices(1, [user("homes", 5 + 0.9e-5), dispatchable("gas", 10, 5)])).toEqual([10]);
    expect(prices(1, [user("homes", 5 + 1.1e-5), dispatchable("gas", 10, 5)])).toEqual([3000]);
  });

  test("counts a producer only while it has something to give: an empty battery has not", () => {
    const battery = storage("battery", { cost: 5000, volume: 3 });
    const participants = [user("homes", 0, 9), mustRun("sun", 3, 0), dispatchable("gas", 10, 2), battery];
    expect(prices(2, participants)).toEqual([0, 3000]);
    const larger = storage("battery", { cost: 5000, volume: 30, output: 2 });
    const gas = dispatchable("gas", 10, 2);
    // It delivers all it can: nothing is left of its capacity.
    expect(prices(2, [user("homes", 0, 9), mustRun("sun", 30, 0), gas, larger])).toEqual([0, 3000]);
  });

  test("sees load shifting as it stands at the end of the year", () => {
    const [flexible, inflexible] = loadShifting("industry", {
      cost: 9000,
      price: 0,
      input: 1,
      output: 10,
      limit: hourly(2),
    });
    // In its hour it delivers all it may, so that nothing is left of it.
    expect(prices(1, [user("homes", 9), dispatchable("gas", 10, 2), flexible, inflexible])).toEqual([3000]);
  });
});

describe("a converter with a demand of its own", () => {
  test("sets the price only in hours in which it bought", () => {
    const converter = new Participant("converter", Kind.SatisfiedDemand, hourly(-3, -3), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 10,
      units: 1,
      price: 30,
    });
    converter.limited = hourly(4, 0);
    converter.setsPrice = new Uint8Array(HOURS);
    expect(prices(2, [user("homes", 1), dispatchable("gas", 10, 100), converter])).toEqual([30, 10]);
  });
});

describe("the curves behind the price", () => {
  test("net load counts what can produce, charging included, and not what only consumes", () => {
    const battery = storage("battery", { input: 2, price: 50 });
    const participants = [user("homes", 1), mustRun("sun", 9), battery, flex("boiler", 20, 3)];
    const order = run(1, ...participants);
    const memo = new CurveMemo();
    const demand = demandCurve(memo, order);
    expect(written(demand)[0]).toBe(1);
    expect(written(netLoad(memo, order))[0]).toBe(9 - 2 - 1);
  });

  test("without any participants all is zero", () => {
    const order = run(0);
    expect(written(netLoad(new CurveMemo(), order))).toEqual(new Float64Array(HOURS));
  });
});
