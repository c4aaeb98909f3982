/** Tables with a row per hour of the year, from 1 January 00:00, and a column per curve. */
import { HOURS_PER_YEAR, round, timestampOf } from "@etesian/numeric";
import { type Cell, type Column, columnOf, type Row, type Table } from "@etesian/tables";

export interface HourlyColumn extends Column {
  /** 8,760 values; null if the column is filled with `filler`. */
  readonly curve: ArrayLike<Cell> | null;
  /** Number of decimals; null for no rounding. */
  readonly decimals: number | null;
  /** The cell of a missing curve. */
  readonly filler: Cell;
}

/** A column of loads in MW, as in merit orders and gas balances. */
export const loadColumn = (name: string, curve: Float64Array | null): HourlyColumn => ({
  ...columnOf(name, { unit: "MW" }),
  curve,
  decimals: 4,
  filler: 0n,
});

const TIME = columnOf("Time", { kind: "time", description: "Start of the hour" });

/** A row per hour. The first column has the dates of `year`, without a 29 February. */
export const hourlyTable = (year: number, columns: readonly HourlyColumn[]): Table => ({
  columns: [TIME, ...columns],
  rows: function* (): Generator<Row> {
    const cells = columns.map(cellOfHour);
    for (let h = 0; h < HOURS_PER_YEAR; h++) {
      const row: Cell[] = [timestampOf(year, h)];
      for (const cell of cells) row.push(cell(h));
      yield row;
    }
  },
});

function cellOfHour({ curve, decimals, filler }: HourlyColumn): (hour: number) => Cell {
  if (curve === null) return () => filler;
  if (decimals === null) return (hour) => curve[hour]!;
  return (hour) => {
    const value = curve[hour]!;
    return typeof value === "number" && value !== 0 ? round(value, decimals) : value;
  };
}
