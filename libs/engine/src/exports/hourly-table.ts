/** Tables with a row per hour of the year, from 1 January 00:00, and a column per curve. */
import { HOURS_PER_YEAR, round, timestampOf } from "@etesian/numeric";
import { type Cell, cellText, csvLine } from "./csv.ts";

export interface HourlyColumn {
  readonly name: string;
  /** 8,760 values; null if the column is filled with `filler`. */
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

/** Header and 8,760 lines, generated one by one. The first column has the dates of `year`, without a 29 February. */
export function* hourlyLines(year: number, columns: readonly HourlyColumn[]): Generator<string> {
  yield csvLine(["Time", ...columns.map(({ name }) => name)]);
  const texts = columns.map(textOfHour);
  for (let h = 0; h < HOURS_PER_YEAR; h++) {
    let line = timestampOf(year, h);
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
