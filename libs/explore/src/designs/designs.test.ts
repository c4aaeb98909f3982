import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { permutedAt, randomAt } from "../random.ts";
import { type Design, grid, listedPoints, oneAtATime } from "./design.ts";
import { latinHypercube } from "./latin-hypercube.ts";
import { morris } from "./morris.ts";
import { partsOf, shardOf } from "./parts.ts";
import { saltelli } from "./saltelli.ts";
import { MAX_DIMENSIONS, sobol } from "./sobol.ts";

const pointsOf = (design: Design): readonly Float64Array[] =>
  Array.from({ length: design.rows }, (_, row) => {
    const point = new Float64Array(design.dimensions);
    design.point(row, point);
    return point;
  });

describe("random numbers by index", () => {
  test("random numbers by index are spread evenly over the unit interval, and differ by seed, variant and dimension", () => {
    const numbers = Array.from({ length: 10_000 }, (_, n) => randomAt(1 + (n % 3), n, n % 7));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(mean).toBeCloseTo(0.5, 1);
  });

  test("a permutation contains every position once", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat(50), (count, seed, dimension) => {
        const indices = Array.from({ length: count }, (_, index) => permutedAt(seed, dimension, index, count));
        expect(indices.toSorted((a, b) => a - b)).toEqual([...indices.keys()]);
      }),
    );
  });
});

describe("lists and grids of points", () => {
  test("a grid has all combinations of its levels, and the first dimension varies slowest", () => {
    expect(pointsOf(grid([3, 1, 2])).map((point) => [...point])).toEqual([
      [0, 0.5, 0],
      [0, 0.5, 1],
      [0.5, 0.5, 0],
      [0.5, 0.5, 1],
      [1, 0.5, 0],
      [1, 0.5, 1],
    ]);
  });

  test("a one-at-a-time design starts with the base point", () => {
    expect(pointsOf(oneAtATime([0.2, 0.3], 2)).map((point) => [...point])).toEqual([
      [0.2, 0.3],
      [0, 0.3],
      [1, 0.3],
      [0.2, 0],
      [0.2, 1],
    ]);
  });

  test("an error names the invalid point, level or dimension", () => {
    expect(() => listedPoints([[0, 1], [2]])).toThrow("point 1 has 1 coordinates; expected 2");
    expect(() => listedPoints([[0, 1.5]])).toThrow("coordinate 1 of point 0 is 1.5; expected 0 to 1");
    expect(() => grid([2, 0])).toThrow("a dimension has 0 levels");
    expect(() => oneAtATime([0], 1)).toThrow("levels is 1");
    expect(() => morris(1, [1], 1, 3)).toThrow("levels is 3");
    expect(() => sobol(1, MAX_DIMENSIONS + 1, 1)).toThrow(`expected at most ${MAX_DIMENSIONS}`);
    expect(() => saltelli(sobol(1, 3, 1), [1, 1])).toThrow("pairs has 3 dimensions; expected 4");
  });
});

describe("the Sobol' sequence", () => {
  test("the Sobol' sequence is identical to scipy.stats.qmc.Sobol(d=1200, scramble=False, bits=32).random(512)", () => {
    const points = pointsOf(sobol(512, 1_200, null));
    const hash = createHash("sha256");
    for (const point of points) hash.update(new Uint8Array(point.buffer));
    expect(hash.digest("hex")).toBe("be13d034b33bf6343a31b4a1d98409867485df25ec0305affb93a092ba107a53");
  });

  test("scrambled points fill every interval of each dimension once, for any seed", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const points = pointsOf(sobol(256, 40, seed));
        for (let d = 0; d < 40; d++) expect(new Set(points.map((point) => Math.floor(point[d]! * 256))).size).toBe(256);
      }),
      { numRuns: 10 },
    );
  });

  test("the Sobol' sequence can start at any point", () => {
    expect(pointsOf(sobol(5, 3, 7, 11))).toEqual(pointsOf(sobol(16, 3, 7)).slice(11));
  });
});

test("a Latin hypercube has one point in every interval of each dimension", () => {
  const points = pointsOf(latinHypercube(100, 30, 3));
  for (let d = 0; d < 30; d++) expect(new Set(points.map((point) => Math.floor(point[d]! * 100))).size).toBe(100);
});

test("a Morris trajectory changes each factor once by the step, in all its dimensions", () => {
  const sizes = [1, 3, 2];
  const design = morris(20, sizes, 5);
  const points = pointsOf(design);
  const rows = [...points.keys()];
  expect(points.flatMap((point) => [...point]).every((coordinate) => coordinate >= 0 && coordinate <= 1)).toBe(true);
  expect(rows.filter((row) => design.changedFactorAt(row) === -1)).toEqual(rows.filter((row) => row % 4 === 0));
  for (const row of rows.filter((row) => row % 4 !== 0)) {
    const [point, previousPoint] = [points[row]!, points[row - 1]!];
    const factor = design.changedFactorAt(row);
    const start = [0, 1, 4][factor]!;
    const changedCoordinates = [0, 1, 2, 3, 4, 5].filter((d) => point[d] !== previousPoint[d]);
    expect(changedCoordinates).toEqual(Array.from({ length: sizes[factor]! }, (_, d) => start + d));
    expect(point[start]! - previousPoint[start]!).toBeCloseTo(design.stepAt(row), 12);
  }
  for (let trajectory = 0; trajectory < 20; trajectory++)
    expect([1, 2, 3].map((turn) => design.changedFactorAt(4 * trajectory + turn)).toSorted((a, b) => a - b)).toEqual([
      0, 1, 2,
    ]);
});

test("a Saltelli group consists of A, A with one factor of B at a time, and B", () => {
  const pairs = sobol(4, 6, 2);
  const points = pointsOf(saltelli(pairs, [1, 2]));
  const pairPoints = pointsOf(pairs);
  for (const [group, pair] of pairPoints.entries()) {
    const [a, b] = [Array.from(pair.slice(0, 3)), Array.from(pair.slice(3))];
    expect(points.slice(4 * group, 4 * group + 4).map((point) => [...point])).toEqual([
      a,
      [b[0], a[1], a[2]],
      [a[0], b[1], b[2]],
      b,
    ]);
  }
});

test("the points of a design do not depend on the order of evaluation", () => {
  const designs = [
    sobol(64, 9, 1),
    latinHypercube(64, 9, 1),
    morris(8, [2, 3, 4], 1),
    saltelli(sobol(16, 18, 1), [4, 5]),
  ];
  for (const design of designs) {
    const expected = pointsOf(design);
    for (const row of [...expected.keys()].toReversed()) {
      const point = new Float64Array(design.dimensions);
      design.point(row, point);
      expect(point).toEqual(expected[row]);
    }
  }
});

test("parts contain whole blocks and cover the design, and shards cover the parts", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 5 }),
      (k, rows, shards) => {
        const design = morris(7, Array<number>(k).fill(1), 1);
        const parts = partsOf(design, rows);
        expect(parts.map(({ from }) => from)).toEqual([0, ...parts.slice(0, -1).map(({ to }) => to)]);
        expect(parts.at(-1)!.to).toBe(design.rows);
        for (const { from, to } of parts) {
          expect([from % (k + 1), to % (k + 1)]).toEqual([0, 0]);
          expect(to - from).toBeLessThanOrEqual(Math.max(rows, k + 1));
        }
        const partsOfShards = Array.from({ length: shards }, (_, shard) => shardOf(parts, shard, shards)).flat();
        expect(partsOfShards.toSorted((a, b) => a.from - b.from)).toEqual(parts);
      },
    ),
  );
});
