import { describe, expect, it } from "vitest";
import { columnOf, csvLines } from "@etesian/tables";
import { hourlyTable, loadColumn } from "./hourly-table.ts";

const flat = (value: number): Float64Array => new Float64Array(8760).fill(value);

describe("an hourly table", () => {
  const columns = [
    loadColumn("load", flat(1.23456)),
    loadColumn("idle", flat(0)),
    loadColumn("nobody", null),
    { ...columnOf("price"), curve: flat(1.23456), decimals: null, filler: 0n },
    { ...columnOf("heat"), curve: null, decimals: null, filler: 0 },
  ];
  const lines = [...csvLines(hourlyTable(2050, columns))];

  it("an hourly table has a header and a line per hour", () => {
    expect(lines).toHaveLength(8761);
    expect(lines[0]).toBe("Time,load,idle,nobody,price,heat\n");
  });

  it("an hourly table rounds only loads, to four decimals, and fills in missing curves", () => {
    expect(lines[1]).toBe("2050-01-01 00:00,1.2346,0.0,0,1.23456,0.0\n");
  });

  it.each([
    [24, "2050-01-01 23:00"],
    [25, "2050-01-02 00:00"],
    [31 * 24 + 28 * 24, "2050-02-28 23:00"],
    [31 * 24 + 28 * 24 + 1, "2050-03-01 00:00"],
    [8760, "2050-12-31 23:00"],
  ])("line %d of an hourly table is %s, because no year has a 29 February", (line, time) => {
    expect(lines[line]!.slice(0, 16)).toBe(time);
  });

  it("an hourly table prints the given year, including leap years", () => {
    const [, first, ...rest] = csvLines(hourlyTable(2048, []));
    expect(first).toBe("2048-01-01 00:00\n");
    expect(rest).toHaveLength(8759);
  });
});
