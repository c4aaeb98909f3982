import { describe, expect, test } from "vitest";
import { drawing, one } from "./geometry.fixture.ts";
import { linesOf } from "./lines.ts";
import type { Series } from "./series.ts";

const drawn = (series: readonly Series[]) => linesOf({ ...drawing, series, target: "Target" });

describe("lines over years", () => {
  test("lines lead each series from today to the future on one scale, without a sum", () => {
    const { lines, frame, labels } = drawn([one("a", 10, 30), one("b", 20, 25, 15)]);
    const { at, ticks } = frame.scale;
    expect(Math.max(...ticks)).toBeLessThan(40);
    expect(lines.map(({ today, future }) => [today!.y, future!.y])).toEqual([
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
    const { lines, frame, years, labels } = drawn([{ ...one("a", null, -20), target: -55 }]);
    expect(lines[0]!.today).toBeNull();
    expect(lines[0]!.target).toBe(frame.scale.at(-55));
    expect(frame.scale.ticks[0]!).toBeLessThanOrEqual(-55);
    expect(years).toEqual(["future"]);
    expect(labels.map(({ item }) => [item.label, item.value])).toEqual([
      ["a", -20],
      ["Target", -55],
    ]);
  });

  test("labels without room share one that has no figure", () => {
    const series = Array.from({ length: 40 }, (_, index) => one(`s${index}`, index, index));
    const { labels } = drawn(series);
    const more = labels.find(({ item }) => item.key === "more")!;
    expect(more.item.value).toBeNull();
    expect(labels.length - 1 + more.item.members!.length).toBe(40);
  });
});
