import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Battery, loadOfReserve, planForecastStorage } from "./forecast-planner.ts";

const BATTERY: Battery = { inputCapacity: 10, outputCapacity: 10, volume: 100, outputEfficiency: 1 };

interface Limits {
  readonly charging?: readonly number[];
  readonly discharging?: readonly number[];
}

/** Plans the given hours, in a year whose other hours have too high a load for charging and may not discharge. */
function plan(
  residual: readonly number[],
  battery: Partial<Battery> = {},
  limits: Limits = {},
): { readonly reserve: readonly number[]; readonly rest: readonly number[] } {
  const year = (values: readonly number[], filler: number): Float64Array => {
    const curve = new Float64Array(residual.length + 100).fill(filler);
    curve.set(values);
    return curve;
  };
  const unlimited = Array<number>(residual.length).fill(Infinity);
  const rest = year(residual, 1e9);
  const reserve = planForecastStorage(
    rest,
    { ...BATTERY, ...battery },
    year(limits.charging ?? unlimited, Infinity),
    year(limits.discharging ?? unlimited, 0),
  );
  expect([...reserve.subarray(residual.length)]).toEqual(Array(100).fill(0));
  return { reserve: [...reserve.subarray(0, residual.length)], rest: [...rest.subarray(0, residual.length)] };
}

/** Hours in which the battery may discharge. */
const peakAt = (hours: number, ...peaks: readonly number[]): Limits => ({
  discharging: Array.from({ length: hours }, (_, h) => (peaks.includes(h) ? Infinity : 0)),
});

describe("a plan for one peak", () => {
  test("a plan for one peak moves a quarter of the difference at a time, as long as that is worthwhile", () => {
    // From 16 and 0 it moves 4, from 12 and 4 it moves 2, from 10 and 6 it moves 1 … until the low hour is no longer
    // below 95 % of the high one.
    const { reserve, rest } = plan([0, 16], { outputCapacity: 4 });
    expect(reserve).toEqual([4, 0]);
    expect(rest).toEqual([4, 12]);
    const planWithCapacity = plan([0, 16]);
    expect(planWithCapacity.rest[0]).toBeLessThan(planWithCapacity.rest[1]!);
    expect(planWithCapacity.rest[0]).toBeGreaterThanOrEqual(0.95 * planWithCapacity.rest[1]! - 0.5);
    expect(planWithCapacity.reserve[0]).toBe(planWithCapacity.rest[0]);
  });

  test.each([
    { limit: "capacity to charge", battery: { inputCapacity: 1.5 }, reserve: [1.5, 0] },
    { limit: "capacity to discharge", battery: { outputCapacity: 1.25 }, reserve: [1.25, 0] },
    { limit: "volume", battery: { volume: 3 }, reserve: [3, 0] },
  ])("a plan for one peak is limited by the $limit", ({ battery, reserve }) => {
    expect(plan([0, 16], battery).reserve).toEqual(reserve);
  });

  test("a plan for one peak also stores the losses of discharging", () => {
    const { reserve, rest } = plan([0, 16], { outputCapacity: 2, outputEfficiency: 0.5 });
    expect(reserve).toEqual([4, 0]);
    expect(rest).toEqual([4, 14]);
  });

  test("a plan for one peak respects the limits of its hours", () => {
    expect(plan([0, 16], {}, { charging: [2.5, 0] }).reserve).toEqual([2.5, 0]);
    expect(plan([0, 16], {}, { discharging: [0, 0.75] }).reserve).toEqual([0.75, 0]);
    expect(plan([0, 16], {}, { charging: [-1, 0] }).reserve).toEqual([0, 0]);
  });

  test("a plan leaves out hours above 95 % of the peak, and amounts below 1e-5 MWh", () => {
    expect(plan([95, 100]).reserve).toEqual([0, 0]);
    expect(plan([94.9, 100], { outputCapacity: 1 }).reserve).toEqual([1, 0]);
    expect(plan([0, 3.9e-5]).reserve).toEqual([0, 0]);
  });
});

describe("the charging hour", () => {
  test("the charging hour is the lowest hour before the peak, and the nearest of several equal hours", () => {
    const { reserve } = plan([5, 1, 5, 1, 5, 21], { outputCapacity: 1 }, peakAt(6, 5));
    expect(reserve).toEqual([0, 0, 0, 1, 1, 0]);
  });

  test("the charging hour is at most 73 hours before the peak", () => {
    const year = Array.from({ length: 200 }, (_, h) => (h === 150 ? 90 : h === 77 || h === 76 ? h - 66 : 89));
    const nearReserve = plan(year, { outputCapacity: 1 }, peakAt(200, 150)).reserve;
    expect([nearReserve[76], nearReserve[77], nearReserve[149], nearReserve[150]]).toEqual([0, 1, 1, 0]);
    const farReserve = plan(year.with(77, 89), { outputCapacity: 1 }, peakAt(200, 150)).reserve;
    expect(farReserve).toEqual(Array(200).fill(0));
  });

  test("the charging hour may be at the end of the year for a peak at its beginning", () => {
    const residual = Float64Array.from({ length: 100 }, (_, h) => (h === 1 ? 100 : h === 98 ? 20 : 99));
    const unlimited = new Float64Array(100).fill(Infinity);
    const peak = Float64Array.from({ length: 100 }, (_, h) => (h === 1 ? 2 : 0));
    const reserve = planForecastStorage(residual, BATTERY, unlimited, peak);
    expect([...reserve.subarray(0, 3)]).toEqual([2, 0, 0]);
    expect([...reserve.subarray(97)]).toEqual([0, 2, 2]);
    expect([residual[1], residual[98]]).toEqual([98, 22]);
  });

  test("a peak in the first hour of the year is charged only at the end of the year", () => {
    const residual = Float64Array.from({ length: 100 }, (_, h) => (h === 0 ? 100 : h === 99 ? 20 : 99));
    const unlimited = new Float64Array(100).fill(Infinity);
    const peak = Float64Array.from({ length: 100 }, (_, h) => (h === 0 ? 2 : 0));
    const reserve = planForecastStorage(residual, BATTERY, unlimited, peak);
    expect([reserve[0], reserve[98], reserve[99]]).toEqual([0, 0, 2]);
  });

  test("the charging hour is not before an hour in which the battery is full", () => {
    // Hour 4 is planned first: it charges in hour 0 and keeps the battery full until then, so hour 2 has no room.
    const { reserve } = plan([0, 60, 70, 60, 90], { volume: 4, outputCapacity: 4 }, peakAt(5, 2, 4));
    expect(reserve).toEqual([4, 4, 4, 4, 0]);
  });

  test("every hour considered reduces the possible charge, whether or not it is chosen", () => {
    // Hour 2 holds 6 of 8 from an earlier step, so that at most 2 can pass through it.
    const { reserve } = plan([0, 99, 10, 100, 60], { volume: 8, outputCapacity: 6 }, peakAt(5, 3, 4));
    expect(reserve).toEqual([6, 6, 6, 0, 0].map((stored, h) => stored + (h < 3 ? 2 : h === 3 ? 2 : 0)));
  });
});

describe("the order of hours", () => {
  test("the hour with the highest load comes first", () => {
    // The charge of hour 0 suffices only for the higher peak.
    const { reserve } = plan([0, 30, 40], {}, { ...peakAt(3, 1, 2), charging: [3, 0, 0] });
    expect(reserve).toEqual([3, 3, 0]);
  });

  /**
   * An hour that can discharge more is put back one position before the first hour that is now higher. If that is the
   * first position, it goes to the end of the stack instead and comes next, although it is the lowest.
   */
  test("an hour that has become the lowest is still planned next", () => {
    const { rest, reserve } = plan([0, 40, 36], { inputCapacity: 100, outputCapacity: 100 }, peakAt(3, 1, 2));
    // Hour 1 alone: 40 − 10 − 5 − 2.5 − 1.25 − 0.625 − 0.3125, until hour 0 is at 19.6875. Then hour 2 continues: 36 −
    // 4.078125 − 2.0390625 − 1.01953125 − 0.509765625.
    expect(rest).toEqual([27.333984375, 20.3125, 28.353515625]);
    expect(reserve).toEqual([27.333984375, 7.646484375, 0]);
  });

  test("an hour that charged does not discharge, and an hour that discharged does not charge", () => {
    const values = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 2, maxLength: 150 });
    fc.assert(
      fc.property(values, (residual) => {
        const { rest, reserve } = plan(residual, { volume: 300, outputEfficiency: 0.9 });
        const load = loadOfReserve(Float64Array.from(reserve), 0.9);
        residual.forEach((value, h) => expect(rest[h]).toBeCloseTo(value - load[h]!, 6));
      }),
    );
  });
});

describe("a random plan", () => {
  const residual = fc.array(fc.double({ min: -500, max: 1000, noNaN: true }), { minLength: 1, maxLength: 200 });
  const battery = fc.record({
    inputCapacity: fc.double({ min: 0.1, max: 50, noNaN: true }),
    outputCapacity: fc.double({ min: 0.1, max: 50, noNaN: true }),
    volume: fc.double({ min: 0.1, max: 500, noNaN: true }),
    outputEfficiency: fc.double({ min: 0.5, max: 1, noNaN: true }),
  });

  test("a random plan stays within capacities and volume", () => {
    fc.assert(
      fc.property(residual, battery, (values, traits) => {
        const { reserve } = plan(values, traits);
        const load = loadOfReserve(Float64Array.from(reserve), traits.outputEfficiency);
        for (let h = 0; h < values.length; h++) {
          expect(reserve[h]).toBeGreaterThanOrEqual(0);
          expect(reserve[h]).toBeLessThanOrEqual(traits.volume * (1 + 1e-9));
          expect(load[h]).toBeGreaterThanOrEqual(-traits.inputCapacity * (1 + 1e-9) - 1e-9);
          expect(load[h]).toBeLessThanOrEqual(traits.outputCapacity * (1 + 1e-9) + 1e-9);
        }
      }),
    );
  });

  test("a random plan is the same every time", () => {
    fc.assert(
      fc.property(residual, battery, (values, traits) => {
        expect(plan(values, traits)).toEqual(plan(values, traits));
      }),
    );
  });
});

describe("the load of a plan", () => {
  test("the load of a plan is the energy leaving the reserve, after losses; the year starts with the content at its end", () => {
    expect([...loadOfReserve(Float64Array.of(4, 7, 3), 0.5)]).toEqual([-1, -3, 2]);
  });
});
