import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ColumnData, columnsOf, type ColumnsOptions } from "./columns.ts";
import { DRAWING_OPTIONS, createSeries, SIZE } from "./geometry.fixture.ts";
import type { Series } from "./series.ts";

const column = (key: string, ...values: (number | null)[]): ColumnData => ({ key, name: key, values });
const columnsByYear = (series: readonly Series[]): readonly ColumnData[] => [
  column("2023", ...series.map(({ today }) => today)),
  column("2050", ...series.map(({ future }) => future)),
];
const layOut = (parts: readonly Series[], options: Partial<ColumnsOptions> = {}) =>
  columnsOf({
    ...DRAWING_OPTIONS,
    parts,
    columns: columnsByYear(parts),
    labelledColumn: 1,
    previousValues: null,
    outlinedScenarios: [],
    ranges: null,
    target: "Target",
    ...options,
  });

const amounts = fc.array(
  fc.record({ today: fc.integer({ min: -200, max: 500 }), future: fc.integer({ min: -200, max: 500 }) }),
  { minLength: 1, maxLength: 12 },
);

const closeTo = (value: number): unknown => expect.closeTo(value, 5);

describe("stacked columns", () => {
  test("a small area next to a country keeps the decimals of its own figures", () => {
    const parts = [createSeries("a", 0.5, 0.56), createSeries("b", 0.1, 0.12)];
    const columns = [...columnsByYear(parts), column("country", 90, 69)];
    const compared = layOut(parts, { columns });
    expect([compared.frame.decimals, compared.totalDecimals]).toEqual([3, undefined]);
    const outlined = layOut(parts, { outlinedScenarios: [{ scenario: 1, values: [90, 69] }] });
    expect(outlined.frame.decimals).toBe(3);
    expect(layOut([createSeries("a", 142, 0.5)]).totalDecimals).toBe(1);
  });

  test("the range of a part begins at its lower edge, or at its upper edge if it is negative, and the scale includes all ranges", () => {
    const { whiskers, frame } = layOut(
      [createSeries("a", 10, 20), createSeries("b", 5, 10), createSeries("c", 0, -10)],
      {
        ranges: {
          parts: [{ low: 15, high: 25 }, null, { low: -15, high: -5 }],
          total: { low: 10, high: 60 },
        },
      },
    );
    const { position, ticks } = frame.scale;
    expect(whiskers.map(({ part, top, bottom }) => [part?.key, top, bottom])).toEqual([
      ["a", closeTo(position(25)), closeTo(position(15))],
      ["c", closeTo(position(-5)), closeTo(position(-15))],
      [undefined, closeTo(position(60)), closeTo(position(10))],
    ]);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(60);
    expect(
      layOut([createSeries("a", 10, 20)], { ranges: { parts: [{ low: 20, high: 20 }], total: null } }).whiskers,
    ).toEqual([]);
  });

  test("columns and the outline of the previous state share one scale from zero", () => {
    const { columns, ghosts, frame } = layOut([createSeries("a", 10, 20), createSeries("b", 5, 10)], {
      previousValues: [15, 10],
    });
    const heights = columns.map(({ bars }) => bars.reduce((sum, { height }) => sum + height, 0));
    expect(heights[1]! / heights[0]!).toBeCloseTo(2);
    expect(ghosts.reduce((sum, { height }) => sum + height, 0) / heights[0]!).toBeCloseTo(25 / 15);
    expect(columns.map(({ total }) => total.value)).toEqual([15, 30]);
    expect(columns[0]!.bars[0]!.y + columns[0]!.bars[0]!.height).toBeCloseTo(frame.scale.position(0));
  });

  test("parts touch each other within the chart, positive ones above zero and negative ones below", () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const { columns, frame } = layOut(
          values.map(({ today, future }, index) => createSeries(String(index), today, future)),
        );
        for (const { bars } of columns) {
          const [positiveBars, negativeBars] = [
            bars.filter(({ value }) => value! > 0),
            bars.filter(({ value }) => value! < 0),
          ];
          const tops = positiveBars.map(({ y }) => y);
          const bottoms = negativeBars.map(({ y, height }) => y + height);
          const zero = frame.scale.position(0);
          expect(positiveBars.map(({ y, height }) => y + height)).toEqual(
            [zero, ...tops].slice(0, positiveBars.length).map(closeTo),
          );
          expect(negativeBars.map(({ y }) => y)).toEqual([zero, ...bottoms].slice(0, negativeBars.length).map(closeTo));
          expect(Math.min(...tops, zero)).toBeGreaterThanOrEqual(-1e-6);
          expect(Math.max(...bottoms, zero)).toBeLessThanOrEqual(SIZE.height);
        }
      }),
    );
  });

  test("labels, including the shared one, add up to the total", () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const { columns, labels } = layOut(
          values.map(({ today, future }, index) => createSeries(String(index), today, future)),
        );
        const sum = labels.reduce((all, { item }) => all + (item.value ?? 0), 0);
        expect(sum).toBeCloseTo(columns.at(-1)!.total.value, 6);
        for (const [index, { position }] of labels.entries())
          expect(position - (labels[index - 1]?.position ?? -100)).toBeGreaterThanOrEqual(14 - 1e-6);
      }),
    );
  });

  test("the sum of a column with parts below zero is a net sum, drawn at its own height", () => {
    const { columns, frame } = layOut([createSeries("a", 10, 30), createSeries("b", 5, -10)]);
    expect(columns.map(({ total }) => total.value)).toEqual([15, 20]);
    expect(columns[0]!.total.net).toBeNull();
    expect(columns[1]!.total.net).toBeCloseTo(frame.scale.position(20));
    expect(columns[1]!.total.y).toBeCloseTo(frame.scale.position(30) - 6);
  });

  test("a line over a stack is not part of it", () => {
    const { columns, frame } = layOut([createSeries("a", 10, 30), { ...createSeries("net", 15, 20), isLine: true }]);
    expect(columns.map(({ bars }) => bars.map(({ part }) => part.key))).toEqual([["a"], ["a"]]);
    expect(columns.map(({ levels }) => levels.map(({ y }) => y))).toEqual([
      [frame.scale.position(15)],
      [frame.scale.position(20)],
    ]);
  });

  test("a target is a horizontal line; the target of a stacked part is measured from the bottom of that part", () => {
    const wholeColumn = layOut([{ ...createSeries("a", 10, 30), target: 50 }]);
    expect(wholeColumn.targets[0]!.box.y).toBeCloseTo(wholeColumn.frame.scale.position(50));
    expect(wholeColumn.labels.map(({ item }) => [item.label, item.value])).toEqual([
      ["Target", 50],
      ["a", 30],
    ]);
    const stackedPart = layOut([createSeries("a", 10, 30), { ...createSeries("b", 10, 20), target: 50 }]);
    expect(stackedPart.targets[0]!.box.y).toBeCloseTo(stackedPart.frame.scale.position(80));
    expect(stackedPart.targets[0]!.box.width).toBeLessThan(wholeColumn.targets[0]!.box.width);
    expect(stackedPart.labels[0]!.item.label).toBe("Target, b");
  });

  test("outlines of other scenarios extend beyond the last column, each further than the previous one", () => {
    const { columns, outlines, width } = layOut([createSeries("a", 10, 100)], {
      outlinedScenarios: [
        { scenario: 1, values: [80] },
        { scenario: 2, values: [60] },
      ],
    });
    const bar = columns.at(-1)!.bars[0]!;
    expect(outlines.map(({ scenario }) => scenario)).toEqual([1, 2]);
    expect(outlines[0]!.height / bar.height).toBeCloseTo(0.8);
    expect(outlines[0]!.x).toBeLessThan(bar.x);
    expect(outlines[1]!.x).toBeLessThan(outlines[0]!.x);
    expect(outlines[1]!.width).toBeGreaterThan(width);
  });

  test("the figures of a column before the last one are in a legend", () => {
    const parts = [createSeries("a", 10, 20), createSeries("b", 5, 10)];
    const columns = [...columnsByYear(parts), column("other", 300, 400)];
    const { frame, labels } = layOut(parts, { columns });
    expect([frame.labels, labels]).toEqual([null, []]);
    expect(frame.legend.map(({ entry }) => [entry.label, entry.value])).toEqual([
      ["a", 20],
      ["b", 10],
    ]);
  });

  test("parts never have a negative height, however low the chart is", () => {
    const sizes = fc.record({ width: fc.integer({ min: 60, max: 700 }), height: fc.integer({ min: 40, max: 200 }) });
    fc.assert(
      fc.property(amounts, sizes, (values, size) => {
        const parts = values.map(({ today, future }, index) => createSeries(String(index), today, future));
        const { columns, ghosts } = layOut(parts, { size, previousValues: values.map(({ today }) => today) });
        const heights = [...columns.flatMap(({ bars }) => bars), ...ghosts].map(({ height }) => height);
        expect(Math.min(0, ...heights)).toBe(0);
      }),
    );
  });
});
