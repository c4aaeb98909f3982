import { describe, expect, test } from "vitest";
import { DRAWING_OPTIONS, createSeries } from "./geometry.fixture.ts";
import { linesOf, yearsOnAxis } from "./lines.ts";
import type { Series } from "./series.ts";

const years = yearsOnAxis([
  { name: "2023", year: 2023 },
  { name: "2050", year: 2050 },
]);
const withValues = (series: readonly Series[]) =>
  series.map((entry) => ({ ...entry, values: [entry.today, entry.future] }));
const layOut = (series: readonly Series[]) =>
  linesOf({ ...DRAWING_OPTIONS, series: withValues(series), years, target: "Target" });

describe("lines over years", () => {
  test("each series is a line from today to the future, on one scale and without a sum", () => {
    const { lines, frame, labels } = layOut([createSeries("a", 10, 30), createSeries("b", 20, 25, 15)]);
    const { position, ticks } = frame.scale;
    expect(Math.max(...ticks)).toBeLessThan(40);
    expect(lines.map(({ points }) => points.map((point) => point!.y))).toEqual([
      [position(10), position(30)],
      [position(20), position(25)],
    ]);
    expect(lines[1]!.previousPoint!.y).toBe(position(15));
    expect(labels.map(({ item }) => [item.key, item.change])).toEqual([
      ["a", null],
      ["b", 10],
    ]);
  });

  test("a target is a horizontal line on the same scale, and a missing year has no point and no name", () => {
    const { lines, frame, years: labelledYears, labels } = layOut([{ ...createSeries("a", null, -20), target: -55 }]);
    expect(lines[0]!.points[0]).toBeNull();
    expect(lines[0]!.target).toBe(frame.scale.position(-55));
    expect(frame.scale.ticks[0]!).toBeLessThanOrEqual(-55);
    expect(labelledYears.map(({ name }) => name)).toEqual(["2050"]);
    expect(labels.map(({ item }) => [item.label, item.value])).toEqual([
      ["a", -20],
      ["Target", -55],
    ]);
  });

  test("years are placed in proportion to time, and the last year with a value labels the line", () => {
    const path = [2020, 2030, 2050].map((year) => ({ name: String(year), year }));
    const positions = yearsOnAxis(path).map(({ position }) => position);
    expect((positions[1]! - positions[0]!) / (positions[2]! - positions[0]!)).toBeCloseTo(1 / 3);
    const series = [{ ...createSeries("a", null, null), values: [1, 2, null], previous: null }];
    const { lines, labels } = linesOf({ ...DRAWING_OPTIONS, series, years: yearsOnAxis(path), target: "Target" });
    expect(lines[0]!.points.map((point) => point === null)).toEqual([false, false, true]);
    expect(labels.map(({ item }) => item.value)).toEqual([2]);
  });

  test("labels that do not fit share a label without a figure", () => {
    const series = Array.from({ length: 40 }, (_, index) => createSeries(`s${index}`, index, index));
    const { labels } = layOut(series);
    const groupLabel = labels.find(({ item }) => item.key === "more")!;
    expect(groupLabel.item.value).toBeNull();
    expect(labels.length - 1 + groupLabel.item.members!.length).toBe(40);
  });
});
