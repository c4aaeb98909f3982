/**
 * The calendar of results: 8,760 hours from 1 January 00:00. No year has a 29 February, because profiles and weather
 * have 365 days. Weekdays follow the year of the profiles, not the scenario's year, because the profiles determine the
 * working days.
 */
const FIRST_DAYS = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

const HOURS_PER_DAY = 24;
const DAYS_PER_WEEK = 7;

export interface HourOfYear {
  /** Month, 1 to 12. */
  readonly month: number;
  /** Day of the month, from 1. */
  readonly day: number;
  /** Hour of the day, 0 to 23. */
  readonly hour: number;
}

/** The date of an hour of the year, counted from 0. */
export function hourOfYear(index: number): HourOfYear {
  const day = Math.floor(index / HOURS_PER_DAY);
  const month = FIRST_DAYS.findLastIndex((first) => first <= day);
  return { month: month + 1, day: day - FIRST_DAYS[month]! + 1, hour: index % HOURS_PER_DAY };
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Formats an hour as `2050-01-31 23:00`; `year` is the scenario's year. */
export function timestampOf(year: number, index: number, separator: " " | "T" = " "): string {
  const { month, day, hour } = hourOfYear(index);
  return `${year}-${twoDigits(month)}-${twoDigits(day)}${separator}${twoDigits(hour)}:00`;
}

/** The weekday of an hour (0 is Sunday) in a year whose 1 January is weekday `first`. */
export const weekdayOf = (index: number, first: number): number =>
  (first + Math.floor(index / HOURS_PER_DAY)) % DAYS_PER_WEEK;
