import { expect, test } from "vitest";
import { unbalancedHours } from "./balance.ts";
import { curtailment, dispatchable, flex, hourly, mustRun, run, storage, user } from "./merit/order.fixture.ts";
import { HOURS, Kind, Participant } from "./merit/participant.ts";

test("a calculated order balances in every hour, including hours of shortage and of surplus", () => {
  const order = run(
    HOURS,
    user("homes", 5, 9, 2, 40),
    mustRun("sun", 3, 9.5, 30),
    dispatchable("gas", 10, 8),
    flex("boiler", 20, 4),
    storage("battery", { volume: 5 }),
  );
  expect(unbalancedHours(order)).toEqual([]);
});

test("electricity from a park to its own converter does not pass through the merit order", () => {
  const converter = new Participant("converter", Kind.SatisfiedDemand, hourly(-3), {
    outputCapacityPerUnit: 0,
    inputCapacityPerUnit: 10,
    units: 1,
    price: 30,
  });
  converter.externalLoad = hourly(-3);
  converter.hourlyLimit = hourly(4);
  converter.setsPrice = new Uint8Array(HOURS);
  const order = run(HOURS, user("homes", 1), dispatchable("gas", 10, 100), converter);
  expect(unbalancedHours(order)).toEqual([]);
});

test("the check detects a missing load", () => {
  const gas = dispatchable("gas", 10, 8);
  const boiler = flex("boiler", 20, 4);
  const order = run(HOURS, user("homes", 5), mustRun("sun", 1, 1, 9, 1), gas, boiler);
  gas.load = gas.load.with(1, gas.load[1]! - 2);
  boiler.load = boiler.load.with(2, boiler.load[2]! + 3);
  expect(unbalancedHours(order)).toEqual([
    { hour: 1, missing: 2, excess: 0 },
    { hour: 2, missing: 0, excess: 3 },
  ]);
});

test("the check detects a load that is not a number", () => {
  const gas = dispatchable("gas", 10, 8);
  const order = run(HOURS, user("homes", 5), gas, curtailment("lost"));
  gas.load = hourly(5, Number.NaN, 5);
  expect(unbalancedHours(order).map(({ hour }) => hour)).toEqual([1]);
});
