import fc from "fast-check";
import { expect, test } from "vitest";
import { separateDiscs, placeLabels } from "./point-labels.ts";

const BOUNDS = { left: 0, right: 400, top: 0, bottom: 200 };
const LINE = 12;

test("a name is placed to the right of its point or, if it does not fit there, to the left, above or below", () => {
  const at = (x: number, y: number) => ({ x, y, width: 60 });
  const labelPositionOf = (point: ReturnType<typeof at>, points = [point]) => placeLabels([point], points, BOUNDS)[0];
  expect(labelPositionOf(at(100, 100))).toMatchObject({ x: 108 });
  expect(labelPositionOf(at(390, 100))).toMatchObject({ x: 390 - 8 - 60 });
  const crowded = [at(100, 100), at(120, 100), at(80, 100)];
  expect(labelPositionOf(crowded[0]!, crowded)).toMatchObject({ x: 70, y: 92 });
});

test("names overlap neither each other, nor points, nor edges", () => {
  const point = fc.record({
    x: fc.integer({ min: 0, max: 400 }),
    y: fc.integer({ min: 0, max: 200 }),
    width: fc.integer({ min: 10, max: 150 }),
  });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 30 }), (points) => {
      const labels = placeLabels(points, points, BOUNDS).map(({ item, x, y }) => ({ x, y, right: x + item.width }));
      for (const [index, one] of labels.entries()) {
        expect(one.x).toBeGreaterThanOrEqual(0);
        expect(one.right).toBeLessThanOrEqual(400);
        for (const other of labels.slice(index + 1))
          expect(one.right <= other.x || other.right <= one.x || Math.abs(one.y - other.y) >= LINE).toBe(true);
        for (const { x, y } of points)
          expect(x >= one.right || x <= one.x || y <= one.y - LINE || y >= one.y + 3).toBe(true);
      }
    }),
  );
});

test("discs with enough space stay at their points, and overlapping discs move apart within the edges", () => {
  expect(
    separateDiscs(
      [
        { x: 50, y: 50 },
        { x: 90, y: 50 },
      ],
      18,
      BOUNDS,
    ),
  ).toEqual([
    { x: 50, y: 50 },
    { x: 90, y: 50 },
  ]);
  const point = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 200 }) });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 6 }), point, (points, same) => {
      const discs = separateDiscs([...points, same, same], 18, BOUNDS);
      for (const [index, one] of discs.entries()) {
        for (const other of discs.slice(index + 1))
          expect(Math.hypot(other.x - one.x, other.y - one.y)).toBeGreaterThan(17.5);
        expect([one.x >= 0, one.x <= 400, one.y >= 0, one.y <= 200]).toEqual([true, true, true, true]);
      }
    }),
  );
});
