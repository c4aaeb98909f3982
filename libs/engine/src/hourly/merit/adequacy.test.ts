import { describe, expect, test } from "vitest";
import { CurveMemo } from "../curves/memo.ts";
import { blackout, excessEvents, lossOfLoadExpectation } from "./adequacy.ts";
import { mustRun, run, user } from "./order.fixture.ts";
import { HOURS } from "./participant.ts";
import { demandCurve } from "./price-curve.ts";

describe("loss of load", () => {
  const order = run(0, user("homes", 5, 9, 9, 0), user("cars", 1, 3, 0, 0), mustRun("sun", 0, 4, 0, 0));
  const memo = new CurveMemo();
  const demand = demandCurve(memo, order);

  test("loss of load counts the hours in which demand is above the capacity", () => {
    expect(lossOfLoadExpectation(memo, order, demand, 8, [])).toBe(2);
    expect(lossOfLoadExpectation(memo, order, demand, 9, [])).toBe(1);
    expect(lossOfLoadExpectation(memo, order, demand, 12, [])).toBe(0);
  });

  test("loss of load excludes the loads of named producers and consumers; unknown names are ignored", () => {
    expect(lossOfLoadExpectation(memo, order, demand, 8, ["cars"])).toBe(2);
    expect(lossOfLoadExpectation(memo, order, demand, 8, ["cars", "sun"])).toBe(1);
    expect(lossOfLoadExpectation(memo, order, demand, 8, ["nobody"])).toBe(2);
  });
});

describe("excess", () => {
  test("excess is listed as runs of hours with more always-on production than demand, beyond rounding", () => {
    const [homes, sun] = [user("homes", 2, 2, 2, 2, 2, 2, 9), mustRun("sun", 3, 3, 2, 3, 2 + 1e-6, 5, 0)];
    expect(excessEvents(sun.load, homes.load)).toEqual([2, 1, 1]);
  });

  test("excess may last until the end of the year", () => {
    expect(excessEvents(mustRun("sun", 2).load, user("homes", 2, 1).load)).toEqual([HOURS - 1]);
  });
});

describe("shortage", () => {
  test("shortage has hours, volume and peak", () => {
    expect(blackout(Float64Array.of(1, -2, 0, -0.5, -1e-6))).toEqual({ hours: 2, volume: 2.5, peak: 2 });
  });

  test("the hours, volume and peak of shortage are 0 without a shortage", () => {
    expect(blackout(Float64Array.of(1, 0, -1e-6))).toEqual({ hours: 0, volume: 0, peak: 0 });
  });
});
