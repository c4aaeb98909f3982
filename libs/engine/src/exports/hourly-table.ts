/** Tables with a row per hour of the year, from 1 January 00:00, and a column per curve. */
import { HOURS_PER_YEAR, round } from "@etesian/numeric";
import { type Cell, cellText, csvLine } from "./csv.ts";

export interface HourlyColumn {
  readonly name: string;
  /** 8,760 values; null: the column is filled with `filler`. */
  readonly curve: ArrayLike<Cell> | null;
  /** Number of decimals; null: no rounding. */
  readonly decimals: number | null;
  /** The cell of a missing curve. */
  readonly filler: Cell;
}

/** A column of loads, as in merit orders and gas balances. */
export const loadColumn = (name: string, curve: Float64Array | null): HourlyColumn => ({
  name,
  curve,
  decimals: 4,
  filler: 0n,
});

/** Header and 8,760 lines, generated one by one. The first column shows `year`; no year has a 29 February. */
export function* hourlyLines(year: number, columns: readonly HourlyColumn[]): Generator<string> {
  yield csvLine(["Time", ...columns.map(({ name }) => name)]);
  const texts = columns.map(textOfHour);
  for (let h = 0; h < HOURS_PER_YEAR; h++) {
    let line = timeOf(year, h);
    for (const text of texts) line += `,${text(h)}`;
    yield `${line}\n`;
  }
}

function textOfHour({ curve, decimals, filler }: HourlyColumn): (hour: number) => string {
  if (curve === null) {
    const text = cellText(filler);
    return () => text;
  }
  if (decimals === null) return (hour) => cellText(curve[hour]!);
  return (hour) => {
    const value = curve[hour]!;
    if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
    return cellText(typeof value === "number" ? round(value, decimals) : value);
  };
}

const FIRST_DAYS = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** `2050-01-31 23:00` */
function timeOf(year: number, hour: number): string {
  const day = Math.floor(hour / 24);
  const month = FIRST_DAYS.findLastIndex((first) => first <= day);
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  return `${year}-${twoDigits(month + 1)}-${twoDigits(day - FIRST_DAYS[month]! + 1)} ${twoDigits(hour % 24)}:00`;
}
