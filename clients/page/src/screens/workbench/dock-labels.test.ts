import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baselineOf, type Point } from "./dock-labels.ts";

const ROOM = { top: 11, bottom: 68 };
const line = (...heights: readonly number[]): readonly Point[] => heights.map((y, index) => ({ x: index * 100, y }));

describe("labels at the ends of a response curve", () => {
  test("a label at the end of a flat curve is above it", () =>
    expect(baselineOf(line(40, 40), [0, 50], ROOM)).toBe(35));

  test("a label is above the curve's highest point within its width", () =>
    expect(baselineOf(line(64, 24), [0, 50], ROOM)).toBe(39));

  test("a label is below the curve if it does not fit above it", () =>
    expect(baselineOf(line(20, 24), [0, 50], ROOM)).toBe(36));

  test("a label is omitted if it fits neither above nor below the curve", () =>
    expect(baselineOf(line(64, 20), [0, 100], ROOM)).toBeNull());

  test("a label never crosses the curve", () =>
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 20, max: 64, noNaN: true }), { minLength: 2, maxLength: 13 }),
        fc.double({ min: 10, max: 90, noNaN: true }),
        (heights, width) => {
          const curve = line(...heights);
          const baseline = baselineOf(curve, [0, width], ROOM);
          const indices = Array.from({ length: Math.floor(width) + 1 }, (_, x) => x);
          const heightAt = (x: number): number => heights[0]! + (x / 100) * (heights[1]! - heights[0]!);
          const crossed = indices.filter(
            (x) => baseline !== null && heightAt(x) >= baseline - 9 && heightAt(x) <= baseline + 3,
          );
          expect(crossed).toEqual([]);
        },
      ),
    ));
});
