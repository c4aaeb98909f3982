import { expect, test } from "vitest";
import { hourAt, ladderOf } from "./hour-axis.ts";

test("a week has a block for each day, dark and light in turn", () => {
  const { unit, blocks } = ladderOf({ from: 24, to: 191 });
  expect(unit).toBe("day");
  expect(blocks.map(({ from }) => from / 24)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(blocks.map(({ isDark }) => isDark)).toEqual([false, true, false, true, false, true, false]);
});

test("a day has blocks of six hours, those at its ends included", () => {
  const { unit, blocks } = ladderOf({ from: 3, to: 26 });
  expect(unit).toBe("part");
  expect(blocks.map(({ from, to }) => [from, to])).toEqual([
    [0, 6],
    [6, 12],
    [12, 18],
    [18, 24],
    [24, 30],
  ]);
});

test("a year has its months, which follow each other", () => {
  const { unit, blocks } = ladderOf({ from: 0, to: 8_759 });
  expect([unit, blocks.length]).toEqual(["month", 12]);
  expect(blocks.every(({ from }, index) => from === (blocks[index - 1]?.to ?? 0))).toBe(true);
  expect(blocks.at(-1)?.to).toBe(8_760);
});

test("each hour of a span has an equal part of the axis, from its left end", () => {
  const week = { from: 432, to: 599 };
  const width = 6 * 168;
  for (let hour = week.from; hour <= week.to; hour++) {
    const left = (hour - week.from) * 6;
    expect([left, left + 3, left + 5.9].map((pixel) => hourAt(pixel, width, week))).toEqual([hour, hour, hour]);
  }
  expect([-1, width, width + 20].map((pixel) => hourAt(pixel, width, week))).toEqual([432, 599, 599]);
});
