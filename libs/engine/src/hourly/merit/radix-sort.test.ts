import fc from "fast-check";
import { expect, test } from "vitest";
import { hoursAscending } from "./radix-sort.ts";

function sortHours(values: readonly number[], allowed: readonly number[] = values.map(() => 1)): readonly number[] {
  const target = new Uint16Array(values.length);
  const count = hoursAscending(Float64Array.from(values), Float64Array.from(allowed), target);
  return [...target.subarray(0, count)];
}

test("hours are sorted by value, negative ones first", () => {
  expect(sortHours([3, -1, Infinity, 0.5, -Infinity, -2])).toEqual([4, 5, 1, 3, 0, 2]);
});

test("hours with equal values keep their order, and both zeros are equal", () => {
  expect(sortHours([0, 7, -0, 7, 0])).toEqual([0, 2, 4, 1, 3]);
});

test("hours that are not allowed are omitted", () => {
  expect(sortHours([3, 2, 1, 0], [1, 0, -1, 5])).toEqual([3, 0]);
  expect(sortHours([1, 2], [0, 0])).toEqual([]);
});

test("the order equals a stable sort by comparison", () => {
  const value = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 1, -1, 5e-324, -5e-324));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 300 }), (values) => {
      const expected = values
        .map((_, hour) => hour)
        .sort((a, b) => (values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : a - b));
      expect(sortHours(values)).toEqual(expected);
    }),
  );
});
