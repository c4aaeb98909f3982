import { quantilesOf } from "@etesian/explore";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BANDS, binsOf, edgesOf, nearestVariant, PROBABILITIES, spreadOf } from "./spreads.ts";

const hundred = Float64Array.from({ length: 101 }, (_, n) => 100 - n);

test("a band of 8 of 10 variants leaves 1 of 10 below it and 1 of 10 above it", () => {
  expect(spreadOf(hundred, "8")).toEqual({ low: 10, lowerQuartile: 25, median: 50, upperQuartile: 75, high: 90 });
  expect(spreadOf(hundred, "9")).toMatchObject({ low: 5, high: 95 });
  expect(spreadOf(hundred, "all")).toMatchObject({ low: 0, high: 100 });
});

test("the edges of a band, selected from the quantiles of all bands, equal its spread", () => {
  const quantiles = quantilesOf(hundred, PROBABILITIES);
  for (const band of BANDS) expect(edgesOf(band, quantiles)).toEqual(spreadOf(hundred, band));
});

test("variants without a figure are omitted; if no variant has one, there is no spread", () => {
  expect(spreadOf(Float64Array.of(NaN, 3, NaN), "8")).toMatchObject({ low: 3, high: 3 });
  expect(spreadOf(Float64Array.of(NaN), "8")).toBeNull();
  expect(binsOf(Float64Array.of(NaN), 5)).toEqual([]);
});

test("the variant nearest to a value has a figure", () => {
  expect(nearestVariant(Float64Array.of(NaN, 4, 1, NaN, 2.2), 2)).toBe(4);
  expect(nearestVariant(Float64Array.of(NaN), 2)).toBe(-1);
});

test("bins contain every figure once, without gaps between them", () => {
  const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(numbers, (figures) => {
      const bins = binsOf(Float64Array.from(figures), 12);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(figures.length);
      expect(bins.slice(1).map(({ from }) => from)).toEqual(bins.slice(0, -1).map(({ to }) => to));
    }),
  );
  expect(binsOf(Float64Array.of(2, 2), 12)).toEqual([{ from: 2, to: 2, count: 2 }]);
});
