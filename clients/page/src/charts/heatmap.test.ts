import { describe, expect, it } from "vitest";
import { cutsOf, hourAt, pixelsOf, stepOf } from "./heatmap.ts";

describe("a heat map", () => {
  it("all steps of a heat map have the same number of hours", () => {
    const values = Float32Array.from({ length: 8_760 }, (_, hour) => (hour * 7_919) % 8_760);
    const counts = [0, 0, 0, 0, 0, 0, 0, 0];
    const cuts = cutsOf(values);
    for (const value of values) counts[stepOf(value, cuts)]!++;
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it("hours with equal values share a step of a heat map, and the rest are spread over the other steps", () => {
    const values = Float32Array.from({ length: 8_760 }, (_, hour) => (hour < 7_000 ? 100 : 200 + hour));
    const counts = new Map<number, number>();
    const cuts = cutsOf(values);
    for (const value of values) counts.set(stepOf(value, cuts), (counts.get(stepOf(value, cuts)) ?? 0) + 1);
    expect(counts.get(0)).toBe(7_000);
    expect(counts.size).toBe(8);
    expect(Math.max(...[...counts.values()].slice(1))).toBeLessThan(1_760 / 6);
    expect(cutsOf(new Float32Array(8_760))).toEqual([]);
    expect(cutsOf(values.map((value) => Math.min(value, 200)))).toEqual([200]);
  });

  it("a heat map has a day in each column, with midnight at the top", () => {
    expect([hourAt(0, 0), hourAt(0, 0.999), hourAt(0.9999, 0.999), hourAt(1, 0)]).toEqual([0, 23, 8_759, null]);
    const values = Float32Array.from({ length: 8_760 }, (_, hour) => hour);
    const pixels = pixelsOf(
      values,
      cutsOf(values),
      [0, 1, 2, 3, 4, 5, 6, 7].map((step) => [step, 0, 0] as const),
    );
    expect([pixels[0], pixels[(23 * 365 + 364) * 4]]).toEqual([0, 7]);
  });
});
