/**
 * Tests that the statistics of the included model's synthetic weather equal those in models/starter/comparison.md,
 * which lists them next to measured years.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");

const curve = (year: string, name: string): Float64Array =>
  Float64Array.from(
    readFileSync(join(ROOT, `models/starter/datasets/nl/curves/weather/${year}/${name}.csv`), "utf8")
      .trim()
      .split("\n"),
    Number,
  );

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
const mean = (values: Float64Array): number => sum(values) / values.length;
const peak = (values: Float64Array): number => values.reduce((max, value) => Math.max(max, value), 0);
const shareOfPeak = (values: Float64Array): number => mean(values) / peak(values);
const dailyMeans = (values: Float64Array): Float64Array =>
  Float64Array.from({ length: values.length / 24 }, (_, day) => mean(values.subarray(24 * day, 24 * day + 24)));

function correlation(a: Float64Array, b: Float64Array): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = a.reduce((total, value, index) => total + (value - meanA) * (b[index]! - meanB), 0);
  const spread = (values: Float64Array, meanValue: number): number =>
    Math.sqrt(values.reduce((total, value) => total + (value - meanValue) ** 2, 0));
  return covariance / (spread(a, meanA) * spread(b, meanB));
}

const autocorrelation = (values: Float64Array, hours: number): number =>
  correlation(values.subarray(0, values.length - hours), values.subarray(hours));

/** The longest uninterrupted time below a limit, hours. */
function longestBelow(values: Float64Array, limit: number): number {
  let [longest, current] = [0, 0];
  for (const value of values) {
    current = value < limit ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

/** The statistics of a year by their names in the table, with the same number of digits. */
function statisticsOf(year: string): { readonly [row: string]: string } {
  const [temperature, sea, land, sun] = [
    "air_temperature",
    "wind_offshore_baseline",
    "wind_inland_baseline",
    "solar_pv_on_land",
  ].map((name) => curve(year, name)) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const degreeDays = dailyMeans(temperature).reduce((total, degrees) => total + Math.max(18 - degrees, 0), 0);
  const share = (value: number, digits: number): string => `${(100 * value).toFixed(digits)} %`;
  return {
    "mean temperature, °C": mean(temperature).toFixed(1),
    "heating degree days below 18 °C": Math.round(degreeDays).toLocaleString("en"),
    "offshore wind, mean as a share of its peak": share(shareOfPeak(sea), 0),
    "onshore wind, mean as a share of its peak": share(shareOfPeak(land), 0),
    "solar, mean as a share of its peak": share(shareOfPeak(sun), 1),
    "autocorrelation of offshore wind, one hour": autocorrelation(sea, 1).toFixed(2),
    "autocorrelation of offshore wind, one day": autocorrelation(sea, 24).toFixed(2),
    "correlation of offshore wind and sun, daily": correlation(dailyMeans(sea), dailyMeans(sun))
      .toFixed(2)
      .replace("-", "−"),
    "correlation of offshore and onshore wind": correlation(sea, land).toFixed(2),
    "longest time with offshore wind below a tenth of its peak, h": String(longestBelow(sea, 0.1 * peak(sea))),
  };
}

/** Rows of the table, by the headings of its columns. */
const [head, , ...rows] = readFileSync(join(ROOT, "models/starter/comparison.md"), "utf8")
  .split("## Weather")[1]!
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const columnOf = (name: string): { readonly [row: string]: string } =>
  Object.fromEntries(rows.map((cells) => [cells[0]!, cells[head!.indexOf(name)]!]));

describe("the weather of the included model", () => {
  it.each([
    ["average", "default"],
    ["mild", "mild"],
    ["severe", "severe"],
  ])("the %s year has the statistics in the documentation", (column, year) => {
    const documentedColumn = columnOf(column);
    const statistics = statisticsOf(year);
    expect(Object.fromEntries(Object.keys(statistics).map((row) => [row, documentedColumn[row]]))).toEqual(statistics);
  });

  it("the average year varies as much as measured years", () => {
    const figures = statisticsOf("default");
    const expectWithin = (row: string, low: number, high: number): void => {
      expect([row, Number(figures[row]!.replace("−", "-"))]).toEqual([
        row,
        expect.toSatisfy((value: number) => value >= low && value <= high),
      ]);
    };
    expectWithin("autocorrelation of offshore wind, one hour", 0.98, 0.995);
    expectWithin("autocorrelation of offshore wind, one day", 0.35, 0.45);
    expectWithin("correlation of offshore and onshore wind", 0.76, 0.87);
    expectWithin("correlation of offshore wind and sun, daily", -0.4, -0.2);
    expectWithin("longest time with offshore wind below a tenth of its peak, h", 55, 165);
  });

  it("only the severe year has a cold, dark and windless fortnight in January", () => {
    const fortnightOf = (year: string) => {
      const fortnight = (name: string): number => mean(curve(year, name).subarray(9 * 24, 23 * 24));
      return {
        degrees: fortnight("air_temperature"),
        wind: fortnight("wind_offshore_baseline") / peak(curve(year, "wind_offshore_baseline")),
        sun: fortnight("solar_pv_on_land") / peak(curve(year, "solar_pv_on_land")),
      };
    };
    const [severe, average] = [fortnightOf("severe"), fortnightOf("default")];
    expect(severe.degrees).toBeLessThan(average.degrees - 4);
    expect(severe.degrees).toBeLessThan(0);
    expect(severe.wind).toBeLessThan(0.1);
    expect(severe.sun).toBeLessThan(0.6 * average.sun);
  });
});
