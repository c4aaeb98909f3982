import { describe, expect, test } from "vitest";
import { hourAt, hourLabels, ladderOf } from "./hour-axis.ts";
import type { Measure } from "./measure.ts";

test("a week has a block for each day, dark and light in turn", () => {
  const { unit, blocks } = ladderOf({ from: 24, to: 191 });
  expect(unit).toBe("day");
  expect(blocks.map(({ from }) => from / 24)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(blocks.map(({ isDark }) => isDark)).toEqual([false, true, false, true, false, true, false]);
});

test("a day has blocks of six hours, including those at its ends", () => {
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

test("a year has a block for each month", () => {
  const { unit, blocks } = ladderOf({ from: 0, to: 8_759 });
  expect([unit, blocks.length]).toEqual(["month", 12]);
  expect(blocks.every(({ from }, index) => from === (blocks[index - 1]?.to ?? 0))).toBe(true);
  expect(blocks.at(-1)?.to).toBe(8_760);
});

test("each hour of a span occupies an equal part of the axis", () => {
  const week = { from: 432, to: 599 };
  const width = 6 * 168;
  for (let hour = week.from; hour <= week.to; hour++) {
    const left = (hour - week.from) * 6;
    expect([left, left + 3, left + 5.9].map((pixel) => hourAt(pixel, width, week))).toEqual([hour, hour, hour]);
  }
  expect([-1, width, width + 20].map((pixel) => hourAt(pixel, width, week))).toEqual([432, 599, 599]);
});

describe("names of days", () => {
  const measure: Measure = (text) => 6 * text.length;
  const labels = (from: number, perDay: number): string =>
    hourLabels({ from: from * 24, to: (from + 7) * 24 - 1 }, perDay / 24, { language: "en", first: 0, measure })
      .map((label) => label || "·")
      .join(" | ");

  test("names of days have the weekday and the month if there is room, otherwise the month on its first day", () => {
    expect(labels(343, 80)).toMatch(/^\w{3} 10 Dec \| \w{3} 11 Dec /);
    expect(labels(343, 45)).toMatch(/^10 Dec \| \w{3} 11 \| \w{3} 12 /);
    expect(labels(343, 33)).toBe("10 Dec | 11 | 12 | 13 | 14 | 15 | 16");
  });

  test("names of days show every second day rather than omit the month", () =>
    expect(labels(343, 24)).toBe("10 Dec | · | 12 | · | 14 | · | 16"));

  test("names of days show each month once, on the first of the next month if there is no room for both", () => {
    expect(labels(28, 33)).toBe("29 Jan | 30 | 31 | 1 Feb | 2 | 3 | 4");
    expect(labels(30, 33)).toBe("31 | 1 Feb | 2 | 3 | 4 | 5 | 6");
  });
});
