import { hourOfYear, timestampOf, weekdayOf } from "@etesian/numeric";
import { describe, expect, test } from "vitest";
import { hourFormat, monthName, secondsOf, timeOf, datesOf } from "./calendar.ts";
import { csvOfHours } from "./csv.ts";
import { HOURS } from "./hours.ts";

const everyHour = Array.from({ length: HOURS }, (_, hour) => hour);
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

describe("the names of hours", () => {
  test.each([2028, 2030, 2040, 2050])(
    "charts, files and the API's tables name all hours of %d in the same way",
    (year) => {
      const values = new Float32Array(HOURS);
      const [series] = [{ key: "a", label: "A", colour: "c-gas", values, isLine: false, hatch: null }];
      const times = csvOfHours([series], "GW", year)
        .split("\n")
        .slice(1, -1)
        .map((row) => row.split(",")[0]!);
      expect(times.map((time) => time.replace("T", " "))).toEqual(everyHour.map((hour) => timestampOf(year, hour)));
      for (const first of [null, 0, 3, 6]) {
        const format = hourFormat("en", first, { day: "2-digit", month: "2-digit", hour: "2-digit" });
        const expected = everyHour.map((hour) => {
          const { day, month, hour: hourOfDay } = hourOfYear(hour);
          const [paddedDay, paddedMonth, paddedHour] = [day, month, hourOfDay].map((part) =>
            String(part).padStart(2, "0"),
          );
          return `${paddedDay}/${paddedMonth}, ${paddedHour}`;
        });
        expect(everyHour.map(format)).toEqual(expected);
        expect([...secondsOf(first)].map((seconds) => new Date(seconds * 1_000).toISOString().slice(5, 13))).toEqual(
          everyHour.map((hour) => timestampOf(year, hour, "T").slice(5, 13)),
        );
      }
    },
  );

  test.each([0, 1, 2, 3, 4, 5, 6])("days of the week match profiles that begin on weekday %d", (first) => {
    const format = hourFormat("en", first, { weekday: "long" });
    expect(everyHour.map(format)).toEqual(everyHour.map((hour) => WEEKDAYS[weekdayOf(hour, first)]));
  });

  test("hours have no day of the week if it is unknown", () => {
    expect(timeOf(1_723, "en", 2)).toBe("Wed 13 March at 19:00");
    expect(timeOf(1_723, "en", null)).toBe("13 March at 19:00");
    expect([monthName(1, "nl"), monthName(12, "nl")]).toEqual(["jan", "dec"]);
  });
});

test("a period has the dates of its first and last day, in either language", () => {
  const first = 343 * 24;
  expect(datesOf(first, first + 167, "en")).toMatch(/^10\s?–\s?16 December$/);
  expect(datesOf(first, first + 167, "nl")).toMatch(/^10\s?–\s?16 december$/);
  expect(datesOf(first - 11 * 24, first - 5 * 24, "en")).toMatch(/^29 November\s?–\s?5 December$/);
});
