import { describe, expect, test } from "vitest";
import { materialise } from "../curves/curve.ts";
import { CurveMemo } from "../curves/memo.ts";
import { dispatchable, flex, hourly, loadShifting, mustRun, run, storage, user } from "./order.fixture.ts";
import { HOURS, Kind, Participant } from "./participant.ts";
import { demandCurve, netLoad, priceCurve } from "./price-curve.ts";

/** Prices of the first hours; later hours are not calculated and are undefined. */
function prices(
  hours: number,
  participants: readonly Participant[],
  scarcityPrice: number | null = null,
): readonly number[] {
  const order = run(hours, ...participants);
  const memo = new CurveMemo();
  const price = priceCurve(memo, order, netLoad(memo, order), scarcityPrice);
  return Array.from(price.slice(0, hours));
}

describe("the price of an hour", () => {
  test("the price of an hour is the cost of the most expensive running producer", () => {
    const producers = [dispatchable("cheap", 10, 5), dispatchable("expensive", 30, 5)];
    expect(prices(3, [user("homes", 3, 8, 0), ...producers])).toEqual([10, 30, 0]);
  });

  test("the price of an hour is 0 while always-on production suffices", () => {
    expect(prices(1, [user("homes", 3), mustRun("sun", 4), dispatchable("gas", 10, 5)])).toEqual([0]);
  });

  test("the price of an hour is set by a buyer that received less than it requested", () => {
    const producers = [dispatchable("cheap", 10, 5), dispatchable("expensive", 30, 5)];
    expect(prices(1, [user("homes", 3), ...producers, flex("boiler", 20, 4)])).toEqual([20]);
  });

  test("the price of an hour is the producer's cost if the last buyer received all it requested", () => {
    const producers = [dispatchable("cheap", 10, 5), dispatchable("expensive", 30, 5)];
    expect(prices(1, [user("homes", 3), ...producers, flex("boiler", 20, 2)])).toEqual([10]);
  });

  test("the price of an hour is set by the last buyer that received energy, not by buyers that pay less", () => {
    const buyers = [flex("first", 50, 1), flex("second", 20, 4), flex("third", 15, 4)];
    expect(prices(1, [user("homes", 3), dispatchable("gas", 10, 5), ...buyers])).toEqual([20]);
  });

  test("the price of an hour follows the hourly cost of an interconnector", () => {
    expect(prices(3, [user("homes", 3), dispatchable("import", hourly(7, 8, 9), 5)])).toEqual([7, 8, 9]);
  });

  test("the price of an hour is a battery's cost while it delivers, and its price while it could charge more", () => {
    const battery = storage("battery", { cost: 25, price: 20, input: 4, volume: 5 });
    const gas = new Participant("gas", Kind.VariableDispatchable, new Float64Array(HOURS), {
      outputCapacityPerUnit: 10,
      units: 1,
      cost: 10,
    });
    gas.hourlyLimit = hourly(4, 0);
    expect(prices(2, [user("homes", 1, 2), battery, gas])).toEqual([20, 25]);
  });

  test("the price of an hour is not set by a battery that is full", () => {
    const battery = storage("battery", { cost: 25, price: 20, input: 4, volume: 3 });
    expect(prices(1, [user("homes", 1), battery, dispatchable("gas", 10, 9)])).toEqual([10]);
  });
});

describe("scarcity", () => {
  test("the price in scarcity is 3000 or the carrier's price, or the cost of the most expensive available producer if that is higher", () => {
    const shortOrder = (cost: number): readonly Participant[] => [user("homes", 9), dispatchable("gas", cost, 5)];
    expect(prices(1, shortOrder(10))).toEqual([3000]);
    expect(prices(1, shortOrder(10), 500)).toEqual([500]);
    expect(prices(1, shortOrder(4000), 500)).toEqual([4000]);
  });

  test("scarcity starts at a shortage of 1e-5 MW", () => {
    expect(prices(1, [user("homes", 5 + 0.9e-5), dispatchable("gas", 10, 5)])).toEqual([10]);
    expect(prices(1, [user("homes", 5 + 1.1e-5), dispatchable("gas", 10, 5)])).toEqual([3000]);
  });

  test("scarcity ignores a producer with nothing to deliver, such as an empty battery", () => {
    const battery = storage("battery", { cost: 5000, volume: 3 });
    const participants = [user("homes", 0, 9), mustRun("sun", 3, 0), dispatchable("gas", 10, 2), battery];
    expect(prices(2, participants)).toEqual([0, 3000]);
    const largerBattery = storage("battery", { cost: 5000, volume: 30, output: 2 });
    const gas = dispatchable("gas", 10, 2);
    // It delivers its maximum: no capacity remains.
    expect(prices(2, [user("homes", 0, 9), mustRun("sun", 30, 0), gas, largerBattery])).toEqual([0, 3000]);
  });

  test("scarcity counts load shifting by its state at the end of the year", () => {
    const [flexible, inflexible] = loadShifting("industry", {
      cost: 9000,
      price: 0,
      input: 1,
      output: 10,
      limit: hourly(2),
    });
    // In this hour it delivers its maximum, so no capacity remains.
    expect(prices(1, [user("homes", 9), dispatchable("gas", 10, 2), flexible, inflexible])).toEqual([3000]);
  });
});

describe("a converter with its own demand", () => {
  test("a converter with its own demand sets the price only in hours in which it bought", () => {
    const converter = new Participant("converter", Kind.SatisfiedDemand, hourly(-3, -3), {
      outputCapacityPerUnit: 0,
      inputCapacityPerUnit: 10,
      units: 1,
      price: 30,
    });
    converter.hourlyLimit = hourly(4, 0);
    converter.setsPrice = new Uint8Array(HOURS);
    expect(prices(2, [user("homes", 1), dispatchable("gas", 10, 100), converter])).toEqual([30, 10]);
  });
});

describe("the curves behind the price", () => {
  test("net load includes participants that can produce, even while they charge, but not pure consumers", () => {
    const battery = storage("battery", { input: 2, price: 50 });
    const participants = [user("homes", 1), mustRun("sun", 9), battery, flex("boiler", 20, 3)];
    const order = run(1, ...participants);
    const memo = new CurveMemo();
    const demand = demandCurve(memo, order);
    expect(materialise(demand)[0]).toBe(1);
    expect(materialise(netLoad(memo, order))[0]).toBe(9 - 2 - 1);
  });

  test("net load and price without participants are zero", () => {
    const order = run(0);
    expect(materialise(netLoad(new CurveMemo(), order))).toEqual(new Float64Array(HOURS));
  });
});
