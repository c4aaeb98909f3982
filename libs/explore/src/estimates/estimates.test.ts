import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Design } from "../designs/design.ts";
import { morris } from "../designs/morris.ts";
import { saltelli } from "../designs/saltelli.ts";
import { sobol } from "../designs/sobol.ts";
import { randomAt } from "../random.ts";
import { distance, mostDifferent, nearOptimal } from "./alternatives.ts";
import { quantileOf, quantilesOf, VariantSeries } from "./bands.ts";
import { elementaryEffects } from "./elementary-effects.ts";
import { rankCorrelations } from "./rank-correlation.ts";
import {
  type Contribution,
  exactContributions,
  type GroupContribution,
  type Groups,
  sampledContributions,
} from "./shapley.ts";
import { sobolIndices } from "./sobol-indices.ts";
import { findTarget } from "./target.ts";

const resultsOf = (design: Design, result: (point: Float64Array) => number): Float64Array => {
  const point = new Float64Array(design.dimensions);
  return Float64Array.from({ length: design.rows }, (_, row) => {
    design.point(row, point);
    return result(point);
  });
};

describe("elementary effects", () => {
  test("the elementary effects of a linear function are its coefficients, with zero deviation", () => {
    const design = morris(10, [1, 1, 1], 1);
    const effects = elementaryEffects(
      resultsOf(design, ([a, b]) => 3 * a! - 2 * b!),
      design,
      3,
    );
    for (const [factor, coefficient] of [3, -2, 0].entries()) {
      expect(effects[factor]!.mu).toBeCloseTo(coefficient, 10);
      expect(effects[factor]!.muStar).toBeCloseTo(Math.abs(coefficient), 10);
      expect(effects[factor]!.sigma).toBeCloseTo(0, 10);
      expect(effects[factor]!.count).toBe(10);
    }
  });

  test("the elementary effects of a product vary with the other factor", () => {
    const design = morris(200, [1, 1], 1);
    const [first] = elementaryEffects(
      resultsOf(design, ([a, b]) => a! * b!),
      design,
      2,
    );
    expect(first!.mu).toBeCloseTo(0.5, 1);
    // The other factor is at 0, 1/3, 2/3 or 1.
    expect(first!.sigma).toBeCloseTo(Math.sqrt(5 / 36), 1);
    expect(first!.least).toBeCloseTo(0, 10);
    expect(first!.greatest).toBeCloseTo(1, 10);
  });

  test("the elementary effects equal the results of numpy", () => {
    // numpy 2.4: differences along the trajectories of this design, divided by their steps; mean, mean of absolute
    // values, std(ddof=1), min and max by factor.
    const design = morris(6, [1, 1, 1], 1);
    const effects = elementaryEffects(resultsOf(design, ishigami), design, 3);
    const numpy = [
      [5.621122077148731, 5.621122077148731, 6.45372886454799, 1.4552580082599855, 13.952850214926222],
      [-2.812564995717063e-15, 7.874999999999997, 8.626630280706364, -7.875000000000001, 7.8749999999999964],
      [2.0829320344443727, 10.414660172221863, 12.28753367979055, -12.497592206666235, 12.497592206666237],
    ];
    for (const [factor, { mu, muStar, sigma, least, greatest }] of effects.entries())
      for (const [index, figure] of [mu, muStar, sigma, least, greatest].entries())
        expect(Math.abs(figure - numpy[factor]![index]!)).toBeLessThan(1e-12);
  });

  test("a variant without a result removes the effects next to it", () => {
    const design = morris(2, [1, 1], 1);
    const results = resultsOf(design, ([a, b]) => a! + b!);
    results[1] = NaN;
    const effects = elementaryEffects(results, design, 2);
    expect(effects.map(({ count }) => count)).toEqual([1, 1]);
  });
});

describe("rank correlations", () => {
  const correlationOf = (one: readonly number[], other: readonly number[]): number =>
    rankCorrelations([Float64Array.from(one)], [Float64Array.from(other)])[0]![0]!;

  test("a rank correlation is 1 for any rising relation and −1 for any falling one", () => {
    expect(correlationOf([1, 2, 3, 4], [1, 8, 27, 64])).toBe(1);
    expect(correlationOf([1, 2, 3, 4], [9, 5, 4, -200])).toBe(-1);
  });

  test("rank correlations equal scipy.stats.spearmanr, including ties", () => {
    expect(correlationOf([1, 2, 2, 4, 5], [2, 1, 3, 3, 9])).toBeCloseTo(0.7631578947368421, 12);
  });

  test("rank correlations omit pairs with a missing number, and are undefined for a constant column", () => {
    expect(correlationOf([1, NaN, 3, 4], [1, 100, 3, 4])).toBe(1);
    expect(correlationOf([1, 2, 3], [7, 7, 7])).toBeNaN();
    expect(correlationOf([1, NaN], [1, 2])).toBeNaN();
  });
});

const ishigami = ([a, b, c]: Float64Array): number => {
  const [x, y, z] = [a!, b!, c!].map((u) => Math.PI * (2 * u - 1)) as [number, number, number];
  return Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
};

describe("Sobol' indices", () => {
  test("the indices of the Ishigami function equal the analytical ones", () => {
    const design = saltelli(sobol(4_096, 6, 1), [1, 1, 1]);
    const indices = sobolIndices(resultsOf(design, ishigami), 3, { rounds: 100 })!;
    const variance = 49 / 8 + (0.1 * Math.PI ** 4) / 5 + (0.01 * Math.PI ** 8) / 18 + 0.5;
    const first = [0.5 * (1 + (0.1 * Math.PI ** 4) / 5) ** 2, 49 / 8, 0].map((part) => part / variance);
    const interaction = (8 * 0.01 * Math.PI ** 8) / 225 / variance;
    const totals = [first[0]! + interaction, first[1]!, interaction];
    for (const factor of [0, 1, 2]) {
      expect(Math.abs(indices[factor]!.first - first[factor]!)).toBeLessThan(0.01);
      expect(Math.abs(indices[factor]!.total - totals[factor]!)).toBeLessThan(0.01);
      expect(indices[factor]!.firstInterval.low).toBeLessThan(indices[factor]!.first);
      expect(indices[factor]!.totalInterval.high).toBeGreaterThan(indices[factor]!.total);
    }
  });

  test("the indices of Sobol's g function equal the analytical ones", () => {
    const weights = [0, 1, 4.5, 9];
    const g = (point: Float64Array): number =>
      weights.reduce((product, a, d) => (product * (Math.abs(4 * point[d]! - 2) + a)) / (1 + a), 1);
    const design = saltelli(sobol(4_096, 8, 3), [1, 1, 1, 1]);
    const indices = sobolIndices(resultsOf(design, g), 4, { rounds: 2 })!;
    const parts = weights.map((a) => 1 / (3 * (1 + a) ** 2));
    const variance = parts.reduce((product, part) => product * (1 + part), 1) - 1;
    for (const [factor, part] of parts.entries()) {
      const total =
        (part * parts.reduce((product, other, index) => (index === factor ? product : product * (1 + other)), 1)) /
        variance;
      expect(Math.abs(indices[factor]!.first - part / variance)).toBeLessThan(0.02);
      expect(Math.abs(indices[factor]!.total - total)).toBeLessThan(0.02);
    }
  });

  test("the indices equal scipy.stats.sobol_indices of the same results", () => {
    // scipy 1.17: sobol_indices(func={'f_A', 'f_B', 'f_AB'}) with the results of this design.
    const design = saltelli(sobol(8, 6, null, 1), [1, 1, 1]);
    const indices = sobolIndices(resultsOf(design, ishigami), 3, { rounds: 2 })!;
    const scipy = [
      [0.1251610098354733, 0.507177034283418],
      [0.25264379533651476, 0.17911110069573846],
      [-0.292692594358229, 0.25769285323690794],
    ];
    for (const [factor, { first, total }] of indices.entries()) {
      expect(Math.abs(first - scipy[factor]![0]!)).toBeLessThan(1e-12);
      expect(Math.abs(total - scipy[factor]![1]!)).toBeLessThan(1e-12);
    }
  });

  test("a constant result has no indices", () => {
    const design = saltelli(sobol(8, 4, 1), [1, 1]);
    expect(
      sobolIndices(
        resultsOf(design, () => 3),
        2,
      ),
    ).toBeNull();
  });

  test("a group with a missing result is omitted from the indices", () => {
    const design = saltelli(sobol(64, 4, 1), [1, 1]);
    const results = resultsOf(design, ([a, b]) => a! + 2 * b!);
    const resultsWithoutGroup = results.slice(4);
    results[2] = NaN;
    expect(sobolIndices(results, 2, { rounds: 5 })).toEqual(sobolIndices(resultsWithoutGroup, 2, { rounds: 5 }));
  });
});

describe("bands", () => {
  test("quantiles are interpolated linearly between the sorted values", () => {
    expect([0, 0.25, 0.5, 1].map((part) => quantileOf([1, 2, 4], part))).toEqual([1, 1.5, 2, 4]);
    expect(quantilesOf(Float64Array.of(NaN, 4, 1, 2), [0.5])).toEqual([2]);
  });

  test("quantiles of a series are the quantiles of each hour, regardless of the order of variants", () => {
    const series = fc.array(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(series, (curves) => {
        const [one, other] = [new VariantSeries(curves.length, 4), new VariantSeries(curves.length + 1, 4)];
        for (const [variant, curve] of curves.entries()) {
          one.set(variant, curve);
          other.set(curves.length - variant, curve);
        }
        const quantiles = one.quantiles([0.1, 0.5]);
        expect(other.quantiles([0.1, 0.5])).toEqual(quantiles);
        for (let hour = 0; hour < 4; hour++)
          expect(quantiles[1]![hour]).toBe(
            quantilesOf(
              Float64Array.from(curves, (curve) => curve[hour]!),
              [0.5],
            )[0],
          );
      }),
    );
  });

  test("an error names a series of the wrong length or a variant out of range", () => {
    const series = new VariantSeries(2, 3);
    expect(() => series.set(2, [1, 2, 3])).toThrow("variant is 2; expected 0 to 1");
    expect(() => series.set(0, [1])).toThrow("the series has 1 values; expected 3");
    expect(series.byteLength).toBe(24);
  });
});

describe("contributions", () => {
  /** Each change is a group. */
  const singles = (count: number): Groups => Array.from({ length: count }, (_, change) => [change]);
  const game = (weights: readonly number[]) => (groups: bigint) => {
    const isIn = weights.map((_, group) => (groups >> BigInt(group)) % 2n === 1n);
    const sum = weights.reduce((total, weight, group) => (isIn[group] ? total + weight : total), 7);
    return sum + (isIn[0] && isIn[1] ? 10 : 0);
  };

  test("exact contributions add up to the difference, and share an interaction equally", () => {
    expect(exactContributions(singles(3), game([1, 2, -4])).map(({ value }) => value)).toEqual([6, 7, -4]);
  });

  test("a contribution lies between the least and the greatest effect, which differ from the effect alone if groups interact", () => {
    const effectsOf = (contributions: readonly Contribution[]) =>
      contributions.map(({ alone, least, greatest }) => [alone, least, greatest]);
    const expected = [
      [1, 1, 11],
      [2, 2, 12],
      [-4, -4, -4],
    ];
    expect(effectsOf(exactContributions(singles(3), game([1, 2, -4])))).toEqual(expected);
    expect(effectsOf(sampledContributions(singles(3), game([1, 2, -4]), { pairs: 4, seed: 1 }))).toEqual(expected);
  });

  test("exact contributions add up to the difference in random games", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.nat(), (count, seed) => {
        const resultWith = (groups: bigint): number => randomAt(seed, Number(groups), 0) * 1e6;
        const sum = exactContributions(singles(count), resultWith).reduce((total, { value }) => total + value, 0);
        const difference = resultWith((1n << BigInt(count)) - 1n) - resultWith(0n);
        expect(Math.abs(sum - difference)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(difference)) * 1e3);
      }),
    );
  });

  test("the intervals of sampled contributions contain at least 93 % of the exact contributions in 200 games", () => {
    let coveredCount = 0;
    let count = 0;
    for (let seed = 0; seed < 200; seed++) {
      const weight = (groups: bigint): number => randomAt(seed, Number(groups), 1) + Number(groups % 3n);
      const exact = exactContributions(singles(6), weight);
      for (const [group, { value, within }] of sampledContributions(singles(6), weight, {
        pairs: 30,
        seed,
      }).entries()) {
        count += 1;
        if (within!.low <= exact[group]!.value && exact[group]!.value <= within!.high) coveredCount += 1;
        expect(within!.low).toBeLessThanOrEqual(value);
      }
    }
    expect(coveredCount / count).toBeGreaterThanOrEqual(0.93);
  });

  test("the changes of a group add up to the group, including its share of an interaction with another group", () => {
    const groups = [[0, 2], [1]];
    const expected = [
      [2, [6, -4]],
      [7, [7]],
    ];
    const valuesOf = (contributions: readonly GroupContribution[]) =>
      contributions.map(({ value, members }) => [value, members.map((member) => member.value)]);
    expect(valuesOf(exactContributions(groups, game([1, 2, -4])))).toEqual(expected);
    expect(valuesOf(sampledContributions(groups, game([1, 2, -4]), { pairs: 4, seed: 1 }))).toEqual(expected);
    const [group] = exactContributions(groups, game([1, 2, -4]));
    expect([group!.alone, group!.least, group!.greatest]).toEqual([-3, -3, 7]);
    expect(group!.afterOne).toEqual([-3, 7]);
    expect(sampledContributions(singles(17), () => 0, { pairs: 2, seed: 1 })[0]!.afterOne).toBeNull();
  });

  test("an interaction within a group affects only that group", () => {
    const [group, single] = exactContributions([[0, 1], [2]], game([1, 2, -4]));
    expect([group!.value, group!.least, group!.greatest]).toEqual([13, 13, 13]);
    expect(group!.members.map(({ value }) => value)).toEqual([6, 7]);
    expect(single!.value).toBe(-4);
  });

  test("groups and their changes add up in any game, and exact contributions need few combinations", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }), fc.nat(), (sizes, seed) => {
        const groups = sizes.map((size, group) => {
          const first = sizes.slice(0, group).reduce((sum, before) => sum + before, 0);
          return Array.from({ length: size }, (_, member) => first + member);
        });
        const combinations = new Set<bigint>();
        const resultWith = (changes: bigint): number => {
          combinations.add(changes);
          return randomAt(seed, Number(changes), 0) * 1e6;
        };
        const exact = exactContributions(groups, resultWith);
        expect(combinations.size).toBeLessThanOrEqual(
          2 ** sizes.length + sizes.reduce((sum, size) => sum + 2 ** (sizes.length - 1) * (2 ** size - 2), 0),
        );
        const sampled = sampledContributions(groups, resultWith, { pairs: 2, seed });
        const difference = resultWith((1n << BigInt(groups.flat().length)) - 1n) - resultWith(0n);
        const sumOf = (parts: readonly Contribution[]): number => parts.reduce((sum, { value }) => sum + value, 0);
        for (const contributions of [exact, sampled]) {
          expect(Math.abs(sumOf(contributions) - difference)).toBeLessThanOrEqual(1e-6);
          for (const { value, members } of contributions)
            expect(Math.abs(sumOf(members) - value)).toBeLessThanOrEqual(1e-6);
        }
      }),
    );
  });

  test("too many groups or too few orderings are refused", () => {
    expect(() => exactContributions(singles(13), () => 0)).toThrow(
      "the groups have 8192 combinations; expected at most 4096",
    );
    expect(() => sampledContributions(singles(3), () => 0, { pairs: 1, seed: 1 })).toThrow(
      "pairs is 1; expected 2 or more",
    );
  });
});

describe("a target", () => {
  const search = (result: (position: number) => number, target: number) =>
    findTarget(result, { from: 0, to: 10, target, tolerance: 1e-3 });

  test("a target is found at each position that reaches it", () => {
    const answerOfCube = search((x) => x ** 3, 200);
    expect(answerOfCube.kind === "reached" ? answerOfCube.at[0]!.from ** 3 : NaN).toBeCloseTo(200, 2);
    const answerOfParabola = search((x) => (x - 5) ** 2, 4);
    expect(answerOfParabola.kind === "reached" ? answerOfParabola.at.map(({ from }) => Math.round(from)) : []).toEqual([
      3, 7,
    ]);
  });

  test("a target on a plateau is an interval", () => {
    const answer = search((x) => Math.min(4, Math.max(x, 2)), 4);
    expect(answer.kind === "reached" ? [answer.at[0]!.from, answer.at[0]!.to] : []).toEqual([
      expect.closeTo(4, 2) as number,
      10,
    ]);
  });

  test("a jump over the target is reported with both sides", () => {
    const answer = search((x) => (x < 6.1 ? 1 : 9), 5);
    expect(answer).toEqual({ kind: "jumps", jumps: [{ at: expect.closeTo(6.1, 4) as number, before: 1, after: 9 }] });
  });

  test("an unreachable target yields the nearest result", () => {
    expect(search((x) => x / 2, 30)).toEqual({ kind: "beyond", nearest: 5, at: 10 });
    expect(search((x) => (x < 3 ? NaN : x), -1)).toEqual({ kind: "beyond", nearest: 3.75, at: 3.75 });
  });

  test("a target within the range of a monotone result is found", () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0.2, max: 0.8, noNaN: true }), (seed, part) => {
        // A piecewise linear, monotone result.
        const steps = Array.from({ length: 11 }, (_, n) => randomAt(seed, n, 0));
        const result = (x: number): number => {
          const n = Math.min(9, Math.floor(x));
          const sumOfPreviousSteps = steps.slice(0, n).reduce((sum, step) => sum + step, 0);
          return sumOfPreviousSteps + (x - n) * steps[n]!;
        };
        const target = part * result(10);
        const answer = search(result, target);
        expect(answer.kind === "reached" && Math.abs(result(answer.at[0]!.from) - target) <= 1e-3).toBe(true);
      }),
    );
  });
});

describe("near-optimal alternatives", () => {
  const results = Float64Array.of(10, 10.4, NaN, 12, 10.2, 9);
  const isFeasible = (variant: number): boolean => variant !== 5;

  test("near-optimal alternatives are within the slack of the best feasible one, best first", () => {
    expect(nearOptimal({ results, isFeasible, slack: 0.05 })).toEqual([0, 4, 1]);
    expect(nearOptimal({ results, isFeasible: () => false, slack: 1 })).toEqual([]);
  });

  test("the most different alternatives are the farthest apart, and factors have equal weight", () => {
    const points = [
      [0, 0, 0],
      [0.1, 0, 0],
      [0, 1, 1],
      [0.9, 0, 0],
    ].map((point) => Float64Array.from(point));
    expect(distance(points[0]!, points[2]!, [1, 2])).toBe(1);
    expect(mostDifferent([0, 1, 2, 3], (variant) => points[variant]!, [1, 2], 3)).toEqual([0, 2, 3]);
    expect(mostDifferent([], () => points[0]!, [1, 2], 3)).toEqual([]);
  });
});
