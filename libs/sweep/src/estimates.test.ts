import { morris, saltelli, sobol } from "@etesian/explore";
import { describe, expect, test } from "vitest";
import { estimateLines } from "./estimate-lines.ts";
import { estimatesOf, type SweepEstimates } from "./estimates.ts";
import type { SweepOutline } from "./plan.ts";
import { readSweepSpec } from "./spec.ts";

/** Three sliders from 0 to 1. */
const NAMES = ["a", "b", "c"];
const outline: SweepOutline = {
  rows: 0,
  dimensions: 3,
  factors: NAMES.map((name) => ({
    name,
    role: "lever",
    kind: "slider",
    dimensions: 1,
    positions: { from: 0, to: 1, present: 0.5 },
    settings: [name],
    options: 0,
    base: [0.5],
  })),
  omitted: [],
  settings: [],
  outputs: [{ name: "query.sum", unit: "MT", query: "sum", year: "future", statistic: null }],
  parts: [],
};

/** Estimates of a function of the three coordinates, by design. */
function estimatesFor(design: object, rows: readonly Float64Array[], figure: (point: Float64Array) => number) {
  const spec = readSweepSpec({
    factors: NAMES.map((slider) => ({ slider })),
    design,
    outputs: { queries: ["sum"] },
    seed: 4,
  });
  const outputs = [Float64Array.from(rows, (point) => figure(point))];
  const table = {
    from: 0,
    rows: rows.length,
    units: new Int32Array(rows.length),
    settings: NAMES.map((_, factor) => Float64Array.from(rows, (point) => point[factor]!)),
    outputs,
    errors: new Map(),
  };
  return estimatesOf(spec, { ...outline, rows: rows.length }, table);
}

const pointsOf = (design: {
  readonly rows: number;
  readonly dimensions: number;
  point: (row: number, target: Float64Array) => void;
}) =>
  Array.from({ length: design.rows }, (_, row) => {
    const point = new Float64Array(design.dimensions);
    design.point(row, point);
    return point;
  });

/** The third factor has no effect. */
const linear = ([a, b]: Float64Array): number => 2 * a! - 8 * b!;
const factorsOf = ({ figures }: SweepEstimates): readonly string[] =>
  figures[0]!.influences.map(({ factor }) => factor);

describe("estimates of a sweep", () => {
  test("estimates from trajectories are the slopes of a linear figure, steepest factor first", () => {
    const sweepEstimates = estimatesFor({ method: "morris", n: 6 }, pointsOf(morris(6, [1, 1, 1], 4)), linear);
    expect(factorsOf(sweepEstimates)).toEqual(["b", "a", "c"]);
    expect(sweepEstimates.figures[0]!.influences[0]).toMatchObject({
      mu: expect.closeTo(-8, 9),
      mu_star: expect.closeTo(8, 9),
      sigma: expect.closeTo(0, 9),
      least: expect.closeTo(-8, 9),
      greatest: expect.closeTo(-8, 9),
      effects: 6,
    });
  });

  test("estimates from Saltelli groups are shares of the variance, which add up for a linear figure", () => {
    const points = pointsOf(saltelli(sobol(1_024, 6, 4), [1, 1, 1]));
    const sweepEstimates = estimatesFor({ method: "saltelli", n: 1_024 }, points, linear);
    const parts = sweepEstimates.figures[0]!.influences.map((influence) =>
      "total" in influence ? influence.total : NaN,
    );
    expect(factorsOf(sweepEstimates)).toEqual(["b", "a", "c"]);
    expect(parts[0]).toBeCloseTo(64 / 68, 2);
    expect(parts[1]).toBeCloseTo(4 / 68, 2);
    expect(parts[2]).toBe(0);
  });

  test("estimates of one factor at a time are the least and the greatest figure", () => {
    const pointAt = (...point: readonly number[]) => Float64Array.from(point);
    const [half, points] = [0.5, [0, 1]];
    const rows = [
      pointAt(half, half, half),
      ...points.map((u) => pointAt(u, half, half)),
      ...points.map((u) => pointAt(half, u, half)),
      ...points.map((u) => pointAt(half, half, u)),
    ];
    const sweepEstimates = estimatesFor({ method: "one_at_a_time", levels: 2 }, rows, linear);
    expect(sweepEstimates.figures[0]!.influences).toEqual([
      { factor: "b", base: -3, least: -7, greatest: 1 },
      { factor: "a", base: -3, least: -4, greatest: -2 },
      { factor: "c", base: -3, least: -3, greatest: -3 },
    ]);
  });

  test("estimates from samples are the spread of the figure and rank correlations, without variants that lack it", () => {
    const rows = pointsOf(sobol(64, 3, 4));
    const sweepEstimates = estimatesFor({ method: "sobol", n: 64 }, rows, (point) =>
      point[0]! < 0.5 ? NaN : point[0]!,
    );
    expect(sweepEstimates.figures[0]).toMatchObject({ variants: 32, mean: expect.closeTo(0.75, 1) });
    expect(sweepEstimates.figures[0]!.influences[0]).toEqual({ factor: "a", correlation: 1 });
    const estimatesWithoutFigures = estimatesFor({ method: "sobol", n: 64 }, rows, () => NaN);
    expect(estimatesWithoutFigures.figures[0]).toMatchObject({
      variants: 0,
      mean: null,
      p5: null,
      p50: null,
      p95: null,
      influences: [],
    });
  });

  test("estimates of a constant figure name no factor", () => {
    const points = pointsOf(saltelli(sobol(8, 6, 4), [1, 1, 1]));
    expect(factorsOf(estimatesFor({ method: "saltelli", n: 8 }, points, () => 3))).toEqual([]);
  });

  test("estimates are printed with four digits and the most influential factors", () => {
    const sweepEstimates = estimatesFor({ method: "morris", n: 6 }, pointsOf(morris(6, [1, 1, 1], 4)), linear);
    expect(estimateLines(sweepEstimates).slice(0, 2)).toEqual([
      expect.stringMatching(/^sum \(MT\): P5 -?[\d.]+, P50 -?[\d.]+, P95 -?[\d.]+$/),
      expect.stringMatching(/^ {2}b {2}effect -8, absolute 8, deviation \d/),
    ]);
  });
});
