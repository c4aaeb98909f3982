import type { Chart } from "@etesian/interface";
import { describe, expect, test } from "vitest";
import { text, createSeries, SIZE } from "./geometry.fixture.ts";
import { mekkoOf } from "./mekko.ts";

const label = (key: string) => ({ key, label: key, colour: null });
const chartOf = (columns: readonly string[], seriesColumns: readonly string[]): Chart =>
  ({ columns: columns.map(label), series: seriesColumns.map((column) => ({ column })) }) as unknown as Chart;

describe("a mekko", () => {
  test("a mekko has columns as wide as their sums, and cells that fill them", () => {
    const chart = chartOf(["homes", "cars", "nothing"], ["homes", "homes", "cars"]);
    const { cells, labels } = mekkoOf(
      chart,
      [createSeries("a", 0, 10), createSeries("b", 0, 20), createSeries("c", 0, 60)],
      "future",
      SIZE,
      text,
    );
    expect(labels.map(({ item }) => [item.key, item.sum])).toEqual([
      ["homes", 30],
      ["cars", 60],
    ]);
    const [a, b, c] = cells;
    expect(c!.width / a!.width).toBeCloseTo(2);
    expect(b!.height / a!.height).toBeCloseTo(2);
  });

  test("names of columns never overlap: the smallest columns share one name with their sum", () => {
    const names = Array.from({ length: 9 }, (_, index) => `sector number ${index}`);
    const series = names.map((name, index) => createSeries(name, 0, index === 0 ? 900 : 10 + index));
    const { labels } = mekkoOf(chartOf(names, names), series, "future", SIZE, text);
    let end = 0;
    for (const { item, position } of labels) {
      const half = (item.label.length * 6) / 2;
      expect(position - half).toBeGreaterThanOrEqual(end - 1e-6);
      end = position + half;
    }
    expect(end).toBeLessThanOrEqual(SIZE.width + 1e-6);
    expect(labels.reduce((sum, { item }) => sum + item.sum, 0)).toBe(
      series.reduce((sum, { future }) => sum + future!, 0),
    );
  });

  test("a series whose name fits in none of its cells is in the legend, with the sum of its cells", () => {
    const chart = chartOf(["homes", "cars"], ["homes", "homes", "cars"]);
    const thin = { ...createSeries("thin", 0, 1), label: "thin" };
    const { legend } = mekkoOf(
      chart,
      [createSeries("gas", 0, 100), thin, { ...thin, key: "2", future: 2 }],
      "future",
      SIZE,
      text,
    );
    expect(legend.map(({ entry }) => [entry.label, entry.value])).toEqual([["thin", 3]]);
  });
});
