import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ColumnData, columnsOf, type ColumnsOptions } from "./columns.ts";
import { drawing, one, SIZE } from "./geometry.fixture.ts";
import type { Series } from "./series.ts";

const column = (key: string, ...values: (number | null)[]): ColumnData => ({ key, name: key, values });
const years = (series: readonly Series[]): readonly ColumnData[] => [
  column("2023", ...series.map(({ today }) => today)),
  column("2050", ...series.map(({ future }) => future)),
];
const drawn = (parts: readonly Series[], options: Partial<ColumnsOptions> = {}) =>
  columnsOf({
    ...drawing,
    parts,
    columns: years(parts),
    named: 1,
    before: null,
    outlined: [],
    target: "Target",
    ...options,
  });

const amounts = fc.array(
  fc.record({ today: fc.integer({ min: -200, max: 500 }), future: fc.integer({ min: -200, max: 500 }) }),
  { minLength: 1, maxLength: 12 },
);

const near = (value: number): unknown => expect.closeTo(value, 5);

describe("stacked columns", () => {
  test("columns and the outline of the previous state share one scale from zero", () => {
    const { columns, ghosts, frame } = drawn([one("a", 10, 20), one("b", 5, 10)], { before: [15, 10] });
    const heights = columns.map(({ bars }) => bars.reduce((sum, { height }) => sum + height, 0));
    expect(heights[1]! / heights[0]!).toBeCloseTo(2);
    expect(ghosts.reduce((sum, { height }) => sum + height, 0) / heights[0]!).toBeCloseTo(25 / 15);
    expect(columns.map(({ total }) => total.value)).toEqual([15, 30]);
    expect(columns[0]!.bars[0]!.y + columns[0]!.bars[0]!.height).toBeCloseTo(frame.scale.at(0));
  });

  test("parts touch each other within the chart, positive ones above zero and negative ones below", () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const { columns, frame } = drawn(values.map(({ today, future }, index) => one(String(index), today, future)));
        for (const { bars } of columns) {
          const [up, down] = [bars.filter(({ value }) => value! > 0), bars.filter(({ value }) => value! < 0)];
          const tops = up.map(({ y }) => y);
          const bottoms = down.map(({ y, height }) => y + height);
          const zero = frame.scale.at(0);
          expect(up.map(({ y, height }) => y + height)).toEqual([zero, ...tops].slice(0, up.length).map(near));
          expect(down.map(({ y }) => y)).toEqual([zero, ...bottoms].slice(0, down.length).map(near));
          expect(Math.min(...tops, zero)).toBeGreaterThanOrEqual(-1e-6);
          expect(Math.max(...bottoms, zero)).toBeLessThanOrEqual(SIZE.height);
        }
      }),
    );
  });

  test("labels, including the shared one, add up to the total", () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const { columns, labels } = drawn(values.map(({ today, future }, index) => one(String(index), today, future)));
        const sum = labels.reduce((all, { item }) => all + (item.value ?? 0), 0);
        expect(sum).toBeCloseTo(columns.at(-1)!.total.value, 6);
        for (const [index, { at }] of labels.entries())
          expect(at - (labels[index - 1]?.at ?? -100)).toBeGreaterThanOrEqual(14 - 1e-6);
      }),
    );
  });

  test("the sum of a column with parts below zero is a net sum, at its own height", () => {
    const { columns, frame } = drawn([one("a", 10, 30), one("b", 5, -10)]);
    expect(columns.map(({ total }) => total.value)).toEqual([15, 20]);
    expect(columns[0]!.total.net).toBeNull();
    expect(columns[1]!.total.net).toBeCloseTo(frame.scale.at(20));
    expect(columns[1]!.total.y).toBeCloseTo(frame.scale.at(30) - 6);
  });

  test("a line over a stack is not part of it", () => {
    const { columns, frame } = drawn([one("a", 10, 30), { ...one("net", 15, 20), isLine: true }]);
    expect(columns.map(({ bars }) => bars.map(({ part }) => part.key))).toEqual([["a"], ["a"]]);
    expect(columns.map(({ levels }) => levels.map(({ y }) => y))).toEqual([[frame.scale.at(15)], [frame.scale.at(20)]]);
  });

  test("a target is a horizontal line; the target of a stacked part is measured from the bottom of that part", () => {
    const whole = drawn([{ ...one("a", 10, 30), target: 50 }]);
    expect(whole.targets[0]!.box.y).toBeCloseTo(whole.frame.scale.at(50));
    expect(whole.labels.map(({ item }) => [item.label, item.value])).toEqual([
      ["Target", 50],
      ["a", 30],
    ]);
    const part = drawn([one("a", 10, 30), { ...one("b", 10, 20), target: 50 }]);
    expect(part.targets[0]!.box.y).toBeCloseTo(part.frame.scale.at(80));
    expect(part.targets[0]!.box.width).toBeLessThan(whole.targets[0]!.box.width);
    expect(part.labels[0]!.item.label).toBe("Target, b");
  });

  test("outlines of other scenarios extend beyond the last column, each further than the previous one", () => {
    const { columns, outlines, width } = drawn([one("a", 10, 100)], {
      outlined: [
        { scenario: 1, values: [80] },
        { scenario: 2, values: [60] },
      ],
    });
    const own = columns.at(-1)!.bars[0]!;
    expect(outlines.map(({ scenario }) => scenario)).toEqual([1, 2]);
    expect(outlines[0]!.height / own.height).toBeCloseTo(0.8);
    expect(outlines[0]!.x).toBeLessThan(own.x);
    expect(outlines[1]!.x).toBeLessThan(outlines[0]!.x);
    expect(outlines[1]!.width).toBeGreaterThan(width);
  });

  test("the figures of a column before the last one are in a legend", () => {
    const parts = [one("a", 10, 20), one("b", 5, 10)];
    const columns = [...years(parts), column("other", 300, 400)];
    const { frame, labels } = drawn(parts, { columns });
    expect([frame.labels, labels]).toEqual([null, []]);
    expect(frame.legend.map(({ entry }) => [entry.label, entry.value])).toEqual([
      ["a", 20],
      ["b", 10],
    ]);
  });

  test("no part has a negative height, however low the chart is", () => {
    const sizes = fc.record({ width: fc.integer({ min: 60, max: 700 }), height: fc.integer({ min: 40, max: 200 }) });
    fc.assert(
      fc.property(amounts, sizes, (values, size) => {
        const parts = values.map(({ today, future }, index) => one(String(index), today, future));
        const { columns, ghosts } = drawn(parts, { size, before: values.map(({ today }) => today) });
        const heights = [...columns.flatMap(({ bars }) => bars), ...ghosts].map(({ height }) => height);
        expect(Math.min(0, ...heights)).toBe(0);
      }),
    );
  });
});
