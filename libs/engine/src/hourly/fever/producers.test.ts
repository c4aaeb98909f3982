import { type AnyCurve, materialise } from "../curves/curve.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOURS_PER_YEAR, sum } from "@etesian/numeric";
import { CurveMemo } from "../curves/memo.ts";
import {
  requestsOf,
  type Capacity,
  capacityOf,
  type Device,
  type HeatRequest,
  IDLE,
  remainingCapacity,
  runHeat,
  sourceAt,
} from "./producers.ts";

const memo = new CurveMemo();

/** A curve from its first hours; the last value continues for the rest of the year. */
function hourly(...values: readonly number[]): Float64Array {
  return Float64Array.from({ length: HOURS_PER_YEAR }, (_, h) => values[Math.min(h, values.length - 1)]!);
}

/** A constant, known capacity. */
const constantCapacity = (megawatts: number): Capacity => ({
  isAtLeast: (minimum) => megawatts >= minimum,
  curve: () => hourly(megawatts),
});

function device(capacity: readonly number[], traits: { efficiency?: readonly number[]; volume?: number } = {}): Device {
  return {
    capacity: capacityOf(() => hourly(...capacity)),
    efficiency: hourly(...(traits.efficiency ?? [1])),
    volume: traits.volume ?? null,
  };
}

const request = (demand: readonly number[], weight = 1, deferFor = 0): HeatRequest => ({
  demand: hourly(...demand),
  weight,
  deferFor,
});

const hours = Array.from({ length: HOURS_PER_YEAR }, (_, h) => h);
const isSame = (one: AnyCurve, other: AnyCurve): boolean => memo.isSame(materialise(one), materialise(other));

const firstHours = (hours: number, curve: AnyCurve): readonly number[] =>
  Array.from(materialise(curve).slice(0, hours));

describe("a plain producer", () => {
  test("a plain producer delivers within the capacity of the hour", () => {
    const { producer, activities } = runHeat(memo, [device([5, 2, 5])], [request([3, 4, 9])]);
    expect(firstHours(3, producer.output)).toEqual([3, 2, 5]);
    expect(firstHours(3, activities[0]!.productionCurve)).toEqual([3, 2, 5]);
    expect(firstHours(3, requestsOf(memo, activities[0]!))).toEqual([3, 4, 9]);
  });

  test("a plain producer serves consumers in turn, each with its share of the demand", () => {
    const { activities } = runHeat(memo, [device([5])], [request([8], 0.5), request([6], 0.25), request([1])]);
    expect(activities.map(({ productionCurve }) => materialise(productionCurve)[0])).toEqual([4, 1, 0]);
    expect(activities.map(({ demand }) => demand)).toEqual([4, 1.5, 1].map((amount) => amount * HOURS_PER_YEAR));
  });

  test("a plain producer uses source energy according to the efficiency of the hour", () => {
    const { producer } = runHeat(memo, [device([9], { efficiency: [3, 2] })], [request([6])]);
    expect([sourceAt(producer, 0), sourceAt(producer, 1)]).toEqual([2, 3]);
  });
});

describe("a hybrid", () => {
  test("a hybrid requests from its second component the heat that the first cannot deliver", () => {
    const { producer, components } = runHeat(memo, [device([4, 0, 4]), device([3])], [request([3, 5, 9])]);
    expect(firstHours(3, components[0]!.output)).toEqual([3, 0, 4]);
    expect(firstHours(3, components[1]!.output)).toEqual([0, 3, 3]);
    expect(firstHours(3, producer.output)).toEqual([3, 3, 7]);
  });

  test("a hybrid shares both components among its consumers", () => {
    const { activities } = runHeat(memo, [device([4]), device([3])], [request([3]), request([3]), request([3])]);
    expect(activities.map(({ productionCurve }) => materialise(productionCurve)[0])).toEqual([3, 3, 1]);
  });
});

describe("a buffer", () => {
  test("a buffer is full at first, delivers more than the capacity, and is refilled with the remaining capacity", () => {
    const { producer } = runHeat(memo, [device([2], { volume: 5 })], [request([4, 4, 4, 0, 0, 0])]);
    // Hour 0: 4 from the buffer, 2 back. Hour 1: 3 from the buffer and 1 directly, 1 back. Later hours refill it.
    expect(firstHours(6, producer.output)).toEqual([4, 4, 3, 0, 0, 0]);
    expect(firstHours(7, producer.input)).toEqual([2, 2, 2, 2, 2, 1, 0]);
  });

  test("a buffer uses its source when it is refilled", () => {
    const { producer } = runHeat(memo, [device([2], { volume: 5, efficiency: [2] })], [request([4, 0])]);
    expect([0, 1, 2, 3].map((h) => sourceAt(producer, h))).toEqual([1, 1, 0, 0]);
  });

  test("a buffer offers its full capacity to each consumer of the hour", () => {
    const { activities } = runHeat(memo, [device([2], { volume: 0.5 })], [request([2]), request([2])]);
    expect(activities.map(({ productionCurve }) => materialise(productionCurve)[0])).toEqual([2, 2]);
  });

  test("a shared buffer serves its consumers hour by hour, not year by year", () => {
    const { activities } = runHeat(memo, [device([0], { volume: 5 })], [request([1]), request([1])]);
    expect(activities.map(({ productionCurve }) => firstHours(4, productionCurve))).toEqual([
      [1, 1, 1, 0],
      [1, 1, 0, 0],
    ]);
  });
});

describe("deferrable demand", () => {
  test("deferred demand is requested again after all others, and counts once in the total", () => {
    const { activities } = runHeat(memo, [device([5, 5, 5])], [request([7, 2, 2, 0], 1, 4)]);
    const [activity] = activities;
    expect(firstHours(3, requestsOf(memo, activity!))).toEqual([7, 4, 2]);
    expect(firstHours(3, activity!.productionCurve)).toEqual([5, 4, 2]);
    expect(activity!.demand).toBe(11);
  });

  test("deferred demand is served before new demand, which is deferred instead", () => {
    const { activities } = runHeat(memo, [device([5])], [request([7, 5, 5, 0], 1, 4)]);
    // 2 MW are deferred after each hour, always from the demand of that hour.
    expect(firstHours(5, requestsOf(memo, activities[0]!))).toEqual([7, 7, 7, 2, 0]);
    expect(firstHours(5, activities[0]!.productionCurve)).toEqual([5, 5, 5, 2, 0]);
  });

  test("deferred demand expires after its hours", () => {
    const { activities } = runHeat(memo, [device([1, 0, 0, 0, 0, 0, 9])], [request([3, 0], 1, 4)]);
    // 2 MW stay deferred in hours 1 to 4 and expire before hour 5.
    expect(firstHours(7, requestsOf(memo, activities[0]!))).toEqual([3, 2, 2, 2, 2, 0, 0]);
    const activityInTime = runHeat(memo, [device([1, 0, 0, 0, 9])], [request([3, 0], 1, 4)]).activities[0]!;
    expect(firstHours(6, activityInTime.productionCurve)).toEqual([1, 0, 0, 0, 2, 0]);
  });

  test("deferred demand is served in parts, the oldest first", () => {
    const { activities } = runHeat(memo, [device([0, 0, 1.5, 0, 9])], [request([1, 1, 0], 1, 2)]);
    // Hour 2 serves the MWh of hour 0 and half of the MWh of hour 1; the other half expires after hour 3.
    expect(firstHours(5, requestsOf(memo, activities[0]!))).toEqual([1, 2, 2, 0.5, 0]);
    expect(sum(materialise(activities[0]!.productionCurve))).toBe(1.5);
  });
});

describe("a device that also makes hot water", () => {
  test("a device that also makes hot water has the remaining capacity, in terms of its own efficiency", () => {
    const water = runHeat(memo, [device([9], { efficiency: [2] })], [request([4, 0, 100])]).producer;
    const remaining = remainingCapacity(memo, constantCapacity(5), water, hourly(1.5));
    // 4 MW of hot water use 2 MW of source energy, which would produce 3 MW of heat here.
    expect(firstHours(3, remaining.curve())).toEqual([2, 5, 0]);
    // Similarly, 9 MW use 4.5 MW, which would produce 6.75 MW.
    const capacity = remainingCapacity(memo, constantCapacity(9), water, hourly(1.5));
    expect([2.2, 2.3].map((minimum) => capacity.isAtLeast(minimum))).toEqual([true, false]);
  });

  test("a device without an efficiency counts source energy unconverted (the second component of a hybrid)", () => {
    const water = runHeat(memo, [device([9], { efficiency: [2] })], [request([4])]).producer;
    const remaining = remainingCapacity(memo, constantCapacity(5), water, null);
    expect(firstHours(1, remaining.curve())).toEqual([3]);
    expect([2.9, 3.1].map((minimum) => remaining.isAtLeast(minimum))).toEqual([true, false]);
  });

  test("a device without hot water production has its full capacity", () => {
    const capacity = constantCapacity(5);
    expect(remainingCapacity(memo, capacity, IDLE, hourly(2))).toBe(capacity);
  });
});

describe("a random year of heat", () => {
  const amounts = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1, maxLength: 24 });
  const requests = fc.array(
    fc.record({
      demand: amounts,
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
      deferFor: fc.constantFrom(0, 4),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const year = (values: readonly number[]): Float64Array =>
    Float64Array.from({ length: HOURS_PER_YEAR }, (_, h) => values[h % values.length]!);

  test("a random year of heat delivers exactly the heat that consumers receive, and at most their demand", () => {
    fc.assert(
      fc.property(
        amounts,
        fc.option(fc.double({ min: 0.1, max: 100, noNaN: true })),
        requests,
        (capacity, volume, requestsWithProfiles) => {
          const plainDevice: Device = { capacity: capacityOf(() => year(capacity)), efficiency: hourly(1), volume };
          const producers = requestsWithProfiles.map((producer) => ({ ...producer, demand: year(producer.demand) }));
          const { producer, activities } = runHeat(memo, [plainDevice], producers);
          const totalDelivery = sum(materialise(producer.output));
          const receivedAmounts = activities.map(({ productionCurve }) => sum(materialise(productionCurve)));
          expect(sum(receivedAmounts) / Math.max(1, totalDelivery)).toBeCloseTo(
            totalDelivery / Math.max(1, totalDelivery),
            9,
          );
          receivedAmounts.forEach((amount, index) =>
            expect(amount).toBeLessThanOrEqual(activities[index]!.demand * (1 + 1e-9)),
          );
          const bufferVolume = producer.input === producer.output ? 0 : volume!;
          expect(sum(materialise(producer.output))).toBeLessThanOrEqual(
            (sum(materialise(producer.input)) + bufferVolume) * (1 + 1e-9),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test("a random year of heat is bit-identical with and without a known minimum capacity", () => {
    const near = fc.double({ min: 0.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(requests, fc.oneof(fc.constant(1), near), amounts, (requestsWithProfiles, part, water) => {
        const producers = requestsWithProfiles.map((producer) => ({ ...producer, demand: year(producer.demand) }));
        const maxDemand = Math.max(
          ...hours.map((h) => sum(Float64Array.from(producers, (producer) => producer.demand[h]! * producer.weight))),
        );
        const other = runHeat(memo, [device([30])], [request([0])]).producer;
        const hotWater = { ...other, input: year(water) };
        const capacity = constantCapacity(maxDemand * part + Math.max(...water));
        for (const knownCapacity of [capacity, remainingCapacity(memo, capacity, hotWater, hourly(1))]) {
          const run = (limits: Capacity) =>
            runHeat(memo, [{ capacity: limits, efficiency: hourly(1), volume: null }], producers);
          const [one, other] = [run(knownCapacity), run(capacityOf(knownCapacity.curve))];
          expect(isSame(one.producer.output, other.producer.output)).toBe(true);
          for (const [index, activity] of one.activities.entries()) {
            expect(activity.demand).toBe(other.activities[index]!.demand);
            expect(isSame(activity.productionCurve, other.activities[index]!.productionCurve)).toBe(true);
            expect(isSame(requestsOf(memo, activity), requestsOf(memo, other.activities[index]!))).toBe(true);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});
