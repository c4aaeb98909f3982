/**
 * The calendar that charts, tables, inspectors and files use. Dates match the API's tables, which have no 29 February;
 * days of the week match the year of the profiles.
 */
import { hourOfYear } from "@etesian/numeric";
import { createContext, useContext } from "react";
import { HOURS } from "./hours.ts";

/** The weekday of 1 January, 0 for Sunday; null if the server does not report it, so that hours have only dates. */
export type FirstWeekday = number | null;

export const FirstWeekdayContext = createContext<FirstWeekday>(null);
export const useFirstWeekday = (): FirstWeekday => useContext(FirstWeekdayContext);

/** For each weekday, a year of 365 days that begins on it. */
const YEARS = [2023, 2018, 2019, 2014, 2015, 2021, 2022] as const;
const SECONDS_PER_HOUR = 3_600;

const firstSecond = (first: FirstWeekday): number => Date.UTC(YEARS[first ?? 0]!, 0, 1) / 1_000;

/** The UTC timestamp of each hour in seconds, for a time axis, in a year that begins on the given weekday. */
export function secondsOf(first: FirstWeekday): Float64Array {
  const start = firstSecond(first);
  return Float64Array.from({ length: HOURS }, (_, hour) => start + hour * SECONDS_PER_HOUR);
}

/** The page writes the day before the month, and uses a 24-hour clock. */
const localeOf = (language: string): string => (language === "en" ? "en-GB" : language);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a function that formats hours with the requested parts; an unknown day of the week is omitted. */
export function hourFormat(
  language: string,
  first: FirstWeekday,
  parts: Intl.DateTimeFormatOptions,
): (hour: number) => string {
  const { weekday, ...dates } = parts;
  const visibleParts = first === null || weekday === undefined ? dates : { weekday, ...dates };
  const key = JSON.stringify([language, visibleParts]);
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(localeOf(language), { ...visibleParts, timeZone: "UTC" });
    formats.set(key, format);
  }
  const start = firstSecond(first);
  return (hour) => format.format((start + hour * SECONDS_PER_HOUR) * 1_000);
}

/** The days of a period: "10–16 December", "29 November – 5 December". */
export function datesOf(from: number, to: number, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { day: "numeric", month: "long", timeZone: "UTC" });
  const start = firstSecond(null);
  const timestampOf = (hour: number): number => (start + hour * SECONDS_PER_HOUR) * 1_000;
  return format.formatRange(timestampOf(from), timestampOf(to));
}

const FULL_FORMAT = { weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" } as const;

/** The start of an hour in words: "Tue 13 March at 19:00". */
export const timeOf = (hour: number, language: string, first: FirstWeekday): string =>
  hourFormat(language, first, FULL_FORMAT)(hour);

/** The abbreviated name of a month, 1 to 12, or its initial. */
export const monthName = (month: number, language: string, length: "short" | "narrow" = "short"): string =>
  hourFormat(language, null, { month: length })(FIRST_HOURS[month - 1]!);

/** The first hour of each month. */
const FIRST_HOURS = Array.from({ length: HOURS / 24 }, (_, day) => day * 24).filter(
  (hour) => hourOfYear(hour).day === 1,
);
