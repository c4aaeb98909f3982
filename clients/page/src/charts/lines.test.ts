import { describe, expect, test } from "vitest";
import { drawing, one } from "./geometry.fixture.ts";
import { linesOf, yearsOnAxis } from "./lines.ts";
import type { Series } from "./series.ts";

const years = yearsOnAxis([
  { name: "2023", year: 2023 },
  { name: "2050", year: 2050 },
]);
const valued = (series: readonly Series[]) => series.map((each) => ({ ...each, values: [each.today, each.future] }));
const drawn = (series: readonly Series[]) => linesOf({ ...drawing, series: valued(series), years, target: "Target" });

describe("lines over years", () => {
  test("lines lead each series from today to the future on one scale, without a sum", () => {
    const { lines, frame, labels } = drawn([one("a", 10, 30), one("b", 20, 25, 15)]);
    const { at, ticks } = frame.scale;
    expect(Math.max(...ticks)).toBeLessThan(40);
    expect(lines.map(({ points }) => points.map((point) => point!.y))).toEqual([
      [at(10), at(30)],
      [at(20), at(25)],
    ]);
    expect(lines[1]!.before!.y).toBe(at(15));
    expect(labels.map(({ item }) => [item.key, item.change])).toEqual([
      ["a", null],
      ["b", 10],
    ]);
  });

  test("a target is a level line on the same scale, and a missing year has no point and no name", () => {
    const { lines, frame, years: named, labels } = drawn([{ ...one("a", null, -20), target: -55 }]);
    expect(lines[0]!.points[0]).toBeNull();
    expect(lines[0]!.target).toBe(frame.scale.at(-55));
    expect(frame.scale.ticks[0]!).toBeLessThanOrEqual(-55);
    expect(named.map(({ name }) => name)).toEqual(["2050"]);
    expect(labels.map(({ item }) => [item.label, item.value])).toEqual([
      ["a", -20],
      ["Target", -55],
    ]);
  });

  test("years are at distances in proportion to time, and the last one that has a value names the line", () => {
    const path = [2020, 2030, 2050].map((year) => ({ name: String(year), year }));
    const places = yearsOnAxis(path).map(({ at }) => at);
    expect((places[1]! - places[0]!) / (places[2]! - places[0]!)).toBeCloseTo(1 / 3);
    const series = [{ ...one("a", null, null), values: [1, 2, null], before: null }];
    const { lines, labels } = linesOf({ ...drawing, series, years: yearsOnAxis(path), target: "Target" });
    expect(lines[0]!.points.map((point) => point === null)).toEqual([false, false, true]);
    expect(labels.map(({ item }) => item.value)).toEqual([2]);
  });

  test("labels without room share one that has no figure", () => {
    const series = Array.from({ length: 40 }, (_, index) => one(`s${index}`, index, index));
    const { labels } = drawn(series);
    const more = labels.find(({ item }) => item.key === "more")!;
    expect(more.item.value).toBeNull();
    expect(labels.length - 1 + more.item.members!.length).toBe(40);
  });
});
