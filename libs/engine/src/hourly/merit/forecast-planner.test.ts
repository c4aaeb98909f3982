import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Battery, loadOfReserve, planForecastStorage } from "./forecast-planner.ts";

const BATTERY: Battery = { inputCapacity: 10, outputCapacity: 10, volume: 100, outputEfficiency: 1 };

interface Limits {
  readonly charging?: readonly number[];
  readonly discharging?: readonly number[];
}

/** A plan for the given hours, in a year whose remaining hours are too high for charging and may not discharge. */
function plan(
  residual: readonly number[],
  battery: Partial<Battery> = {},
  limits: Limits = {},
): { readonly reserve: readonly number[]; readonly rest: readonly number[] } {
  const year = (values: readonly number[], elsewhere: number): Float64Array => {
    const curve = new Float64Array(residual.length + 100).fill(elsewhere);
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

/** May discharge in these hours only. */
const peakAt = (hours: number, ...peaks: readonly number[]): Limits => ({
  discharging: Array.from({ length: hours }, (_, h) => (peaks.includes(h) ? Infinity : 0)),
});

describe("a plan for one peak", () => {
  test("a plan for one peak moves a quarter of the difference at a time, while that is worthwhile", () => {
    // 16 above 0: 4, then 12 above 4: 2, then 10 above 6: 1 … until the low hour is no longer below 95 % of the high one.
    const { reserve, rest } = plan([0, 16], { outputCapacity: 4 });
    expect(reserve).toEqual([4, 0]);
    expect(rest).toEqual([4, 12]);
    const more = plan([0, 16]);
    expect(more.rest[0]).toBeLessThan(more.rest[1]!);
    expect(more.rest[0]).toBeGreaterThanOrEqual(0.95 * more.rest[1]! - 0.5);
    expect(more.reserve[0]).toBe(more.rest[0]);
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

  test("a plan for one peak is limited by the limits of these hours", () => {
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
  test("the charging hour is the lowest before the peak, the nearest of equal ones", () => {
    const { reserve } = plan([5, 1, 5, 1, 5, 21], { outputCapacity: 1 }, peakAt(6, 5));
    expect(reserve).toEqual([0, 0, 0, 1, 1, 0]);
  });

  test("the charging hour is at most 73 hours before the peak", () => {
    const year = Array.from({ length: 200 }, (_, h) => (h === 150 ? 90 : h === 77 || h === 76 ? h - 66 : 89));
    const near = plan(year, { outputCapacity: 1 }, peakAt(200, 150)).reserve;
    expect([near[76], near[77], near[149], near[150]]).toEqual([0, 1, 1, 0]);
    const far = plan(year.with(77, 89), { outputCapacity: 1 }, peakAt(200, 150)).reserve;
    expect(far).toEqual(Array(200).fill(0));
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

  test("a peak in the first hour of the year is charged at its end only", () => {
    const residual = Float64Array.from({ length: 100 }, (_, h) => (h === 0 ? 100 : h === 99 ? 20 : 99));
    const unlimited = new Float64Array(100).fill(Infinity);
    const peak = Float64Array.from({ length: 100 }, (_, h) => (h === 0 ? 2 : 0));
    const reserve = planForecastStorage(residual, BATTERY, unlimited, peak);
    expect([reserve[0], reserve[98], reserve[99]]).toEqual([0, 0, 2]);
  });

  test("the charging hour is not before an hour in which the battery is full", () => {
    // Hour 4 comes first, charges in hour 0 and fills the battery until then; hour 2 has no room.
    const { reserve } = plan([0, 60, 70, 60, 90], { volume: 4, outputCapacity: 4 }, peakAt(5, 2, 4));
    expect(reserve).toEqual([4, 4, 4, 4, 0]);
  });

  test("the possible charge is narrowed by every hour considered, chosen or not", () => {
    // Hour 2 holds 6 of 8 from an earlier step, so that at most 2 can pass through it.
    const { reserve } = plan([0, 99, 10, 100, 60], { volume: 8, outputCapacity: 6 }, peakAt(5, 3, 4));
    expect(reserve).toEqual([6, 6, 6, 0, 0].map((stored, h) => stored + (h < 3 ? 2 : h === 3 ? 2 : 0)));
  });
});

describe("the order of hours", () => {
  test("the hour with the highest load comes first", () => {
    // The charge of hour 0 suffices for the higher peak only.
    const { reserve } = plan([0, 30, 40], {}, { ...peakAt(3, 1, 2), charging: [3, 0, 0] });
    expect(reserve).toEqual([3, 3, 0]);
  });

  /**
   * An hour with more to give goes back one place before the first that is higher by then. Where that is the first of
   * all, it goes to the end instead and comes next, although it is the lowest.
   */
  test("an hour that has become the lowest of all is still next", () => {
    const { rest, reserve } = plan([0, 40, 36], { inputCapacity: 100, outputCapacity: 100 }, peakAt(3, 1, 2));
    // Hour 1 alone: 40 − 10 − 5 − 2.5 − 1.25 − 0.625 − 0.3125, until hour 0 is at 19.6875. Then hour 2, from there:
    // 36 − 4.078125 − 2.0390625 − 1.01953125 − 0.509765625.
    expect(rest).toEqual([27.333984375, 20.3125, 28.353515625]);
    expect(reserve).toEqual([27.333984375, 7.646484375, 0]);
  });

  test("an hour that charged does not discharge, one that discharged does not charge", () => {
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

describe("any plan", () => {
  const residual = fc.array(fc.double({ min: -500, max: 1000, noNaN: true }), { minLength: 1, maxLength: 200 });
  const battery = fc.record({
    inputCapacity: fc.double({ min: 0.1, max: 50, noNaN: true }),
    outputCapacity: fc.double({ min: 0.1, max: 50, noNaN: true }),
    volume: fc.double({ min: 0.1, max: 500, noNaN: true }),
    outputEfficiency: fc.double({ min: 0.5, max: 1, noNaN: true }),
  });

  test("any plan stays within capacities and volume", () => {
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

  test("any plan is the same every time", () => {
    fc.assert(
      fc.property(residual, battery, (values, traits) => {
        expect(plan(values, traits)).toEqual(plan(values, traits));
      }),
    );
  });
});

describe("the load of a plan", () => {
  test("the load of a plan is the energy leaving the reserve, after losses; the content at the end of the year was there at its beginning", () => {
    expect([...loadOfReserve(Float64Array.of(4, 7, 3), 0.5)]).toEqual([-1, -3, 2]);
  });
});
