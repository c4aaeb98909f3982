import { expect, test } from "vitest";
import { firstWeekday } from "./first-weekday.ts";

const HOURS = 8_760;
/** A year that starts on a given weekday, with a different load at weekends. */
const profile = (startWeekday: number, weekendLoad: number): readonly number[] =>
  Array.from({ length: HOURS }, (_, hour) => {
    const weekday = (startWeekday + Math.floor(hour / 24)) % 7;
    return (weekday === 0 || weekday === 6 ? weekendLoad : 1) + 0.3 * Math.sin(hour / 4);
  });

test.each([0, 1, 2, 3, 4, 5, 6])("profiles of a year that starts on weekday %d yield that weekday", (startWeekday) =>
  expect(firstWeekday([profile(startWeekday, 0.8), profile(startWeekday, 0.6), profile(startWeekday, 1.05)])).toBe(
    startWeekday,
  ),
);

test("the weekday of most profiles wins, and profiles without weekends are ignored", () => {
  expect(firstWeekday([profile(2, 0.8), profile(2, 0.8), profile(5, 0.8), profile(5, 1)])).toBe(2);
});

test("profiles without weekends yield no weekday, and neither does a tie", () => {
  expect(firstWeekday([])).toBeNull();
  expect(firstWeekday([profile(3, 1)])).toBeNull();
  expect(firstWeekday([profile(2, 0.8), profile(5, 0.8)])).toBeNull();
});
