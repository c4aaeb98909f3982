import { quantilesOf, randomAt } from "@etesian/explore";
import type { Solution } from "@etesian/engine";
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { expect, test } from "vitest";
import { VariantCurves } from "./variant-curves.ts";

const PROBABILITIES = [0.1, 0.5, 0.9];
const VARIANTS = 12;

/** The curve of a variant, with values that single precision represents exactly. */
const curveOf = (variant: number, index: number): Float64Array =>
  Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) =>
    Math.round(randomAt(1, variant, hour + index * HOURS_PER_YEAR) * 1_000),
  );

/** A solution with curves `a` and `b`; without hours, it has none. */
const solutionOf = (variant: number, hasHours = true): Solution =>
  ({
    evaluation: {
      library: { find: (key: string) => (["a", "b"].includes(key) ? { key } : undefined) },
      query: (key: string) => (hasHours ? curveOf(variant, key === "a" ? 0 : 1) : null),
    },
  }) as unknown as Solution;

const curves = () =>
  new VariantCurves(
    {
      terms: [
        { query: "a", factor: 2 },
        { query: "b", factor: -1 },
      ],
      probabilities: PROBABILITIES,
    },
    VARIANTS,
  );

test("quantiles of each hour are computed from the sums of all variants, in any order and even if variants are repeated", () => {
  const allVariantCurves = curves();
  for (let variant = VARIANTS - 1; variant >= 0; variant--) allVariantCurves.add(variant, solutionOf(variant));
  allVariantCurves.add(3, solutionOf(3));
  const { variants, quantiles } = allVariantCurves.quantiles(true)!;
  expect(variants).toBe(VARIANTS);
  const sums = Array.from({ length: VARIANTS }, (_, variant) => {
    const [a, b] = [curveOf(variant, 0), curveOf(variant, 1)];
    return a.map((value, hour) => 2 * value - b[hour]!);
  });
  for (const hour of [0, 4_711, HOURS_PER_YEAR - 1]) {
    const expected = quantilesOf(
      Float64Array.from(sums, (sum) => sum[hour]!),
      PROBABILITIES,
    );
    expect(quantiles.map((quantile) => quantile[hour])).toEqual(expected.map(Math.fround));
  }
});

test("quantiles are computed again after 50% more variants, and at the end", () => {
  const allVariantCurves = curves();
  const counts: number[] = [];
  for (let variant = 0; variant < VARIANTS; variant++) {
    allVariantCurves.add(variant, solutionOf(variant));
    counts.push(allVariantCurves.quantiles(variant === VARIANTS - 1)!.variants);
  }
  expect(counts).toEqual([1, 2, 3, 3, 5, 5, 5, 8, 8, 8, 8, 12]);
});

test("variants without the curve are ignored; if no variant has it, there are no quantiles", () => {
  const allVariantCurves = curves();
  allVariantCurves.add(0, solutionOf(0, false));
  expect(allVariantCurves.quantiles(true)).toBeNull();
  allVariantCurves.add(1, solutionOf(1));
  expect(allVariantCurves.quantiles(true)!.variants).toBe(1);
});
