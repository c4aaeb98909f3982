import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { capacity, pushApart, splitMarks } from "./labels.ts";

describe("labels next to marks", () => {
  test("labels are at their marks if there is room", () => {
    const marks = [30, 10, 60].map((anchor) => ({ item: anchor, anchor }));
    expect(pushApart(marks, 14, 0, 100).map(({ position }) => position)).toEqual([10, 30, 60]);
  });

  test("labels of any extent keep their order and their distance, within the chart", () => {
    const marks = fc.array(
      fc.record({ anchor: fc.double({ min: 0, max: 400, noNaN: true }), extent: fc.integer({ min: 0, max: 20 }) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(marks, (all) => {
        const placedLabels = pushApart(
          all.map((mark) => ({ ...mark, item: mark.extent })),
          10,
          0,
          400,
        );
        let end = -10;
        for (const [index, { position, anchor, item }] of placedLabels.entries()) {
          expect(position - item / 2).toBeGreaterThanOrEqual(end + 10 - 1e-6);
          expect(anchor).toBeGreaterThanOrEqual(placedLabels[index - 1]?.anchor ?? 0);
          end = position + item / 2;
        }
        expect(end).toBeLessThanOrEqual(400 + 1e-6);
      }),
    );
  });

  test("labels that touch are centred on the middle of their marks", () => {
    const marks = [50, 52].map((anchor) => ({ item: anchor, anchor }));
    expect(pushApart(marks, 14, 0, 100).map(({ position }) => position)).toEqual([44, 58]);
  });

  test("a line has room for a label at each end and for labels in between", () => {
    expect(capacity(14, 0, 28)).toBe(3);
    expect(capacity(14, 0, 5)).toBe(1);
  });
});

describe("marks that share a label", () => {
  const split = (sizes: readonly number[], maxLabels: number) => {
    const { labelledMarks, groupedMarks } = splitMarks(sizes, maxLabels, {
      isThin: (size) => size < 4,
      sizeOf: (size) => size,
    });
    return [labelledMarks, groupedMarks];
  };

  test("thin marks share a label, and a single thin mark keeps its own", () => {
    expect(split([10, 1, 2, 20], 9)).toEqual([
      [10, 20],
      [1, 2],
    ]);
    expect(split([10, 1, 20], 9)).toEqual([[10, 1, 20], []]);
  });

  test("the smallest marks share a label where there is no room, in their order", () => {
    expect(split([9, 5, 7, 30, 6], 3)).toEqual([
      [9, 30],
      [5, 7, 6],
    ]);
  });

  test("every mark has a label, shared labels have at least two marks, and labels have room", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 15 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 2, max: 15 }), (all, maxLabels) => {
        const { labelledMarks, groupedMarks } = splitMarks(
          all.map((size, key) => ({ size, key })),
          maxLabels,
          { isThin: ({ size }) => size < 4, sizeOf: ({ size }) => size },
        );
        expect([...labelledMarks, ...groupedMarks].map(({ key }) => key).toSorted((a, b) => a - b)).toEqual([
          ...all.keys(),
        ]);
        expect(groupedMarks.length).not.toBe(1);
        expect(labelledMarks.length + Math.sign(groupedMarks.length)).toBeLessThanOrEqual(maxLabels);
      }),
    );
  });
});
