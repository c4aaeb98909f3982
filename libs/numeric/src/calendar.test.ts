import { describe, expect, test } from "vitest";
import { hourOfYear, timestampOf, weekdayOf } from "./calendar.ts";
import { HOURS_PER_YEAR } from "./units.ts";

const everyHour = Array.from({ length: HOURS_PER_YEAR }, (_, hour) => hour);

describe("the calendar of results", () => {
  test("every year has 365 days, including leap years", () => {
    for (const year of [2023, 2028, 2030, 2040, 2050]) {
      const times = everyHour.map((hour) => timestampOf(year, hour));
      expect(times.every((time) => !time.includes("-02-29"))).toBe(true);
      expect(new Set(times).size).toBe(HOURS_PER_YEAR);
      expect([times[1_415], times[1_416], times.at(-1)]).toEqual([
        `${year}-02-28 23:00`,
        `${year}-03-01 00:00`,
        `${year}-12-31 23:00`,
      ]);
      // JavaScript's dates of a common year are the same.
      const commonYearTimes = everyHour.map((hour) => new Date(Date.UTC(2023, 0, 1, hour)).toISOString().slice(4, 13));
      expect(times.map((time) => time.slice(4, 13).replace(" ", "T"))).toEqual(commonYearTimes);
    }
  });

  test("days of the week continue from the first weekday of the year", () => {
    expect([0, 23, 24, 167, 168].map((hour) => weekdayOf(hour, 6))).toEqual([6, 6, 0, 5, 6]);
    expect(hourOfYear(1_416)).toEqual({ month: 3, day: 1, hour: 0 });
  });
});
