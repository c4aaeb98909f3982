import type { Chart } from "@etesian/interface";
import { describe, expect, test } from "vitest";
import { text, createSeries, SIZE } from "./geometry.fixture.ts";
import { sankeyOf } from "./sankey.ts";

const node = (key: string, column: number, label = key) => ({ key, label, colour: null, column });
const link = (from: string, to: string) => ({ from, to });
const chart = {
  nodes: [node("gas", 0), node("power", 1), node("homes", 2), node("unused", 2)],
  series: [link("gas", "power"), link("power", "homes"), link("gas", "homes")],
} as unknown as Chart;
const SERIES = [createSeries("a", 5, 10), createSeries("b", 4, 8), createSeries("c", 10, 20)];

describe("a Sankey diagram", () => {
  test("bands are in proportion to their flows, and only nodes with a flow are drawn", () => {
    const layout = sankeyOf(chart, SERIES, "future", SIZE, text)!;
    const width = Object.fromEntries(layout.bands.map((band) => [band.key, band.width]));
    expect(width["c"]! / width["a"]!).toBeCloseTo(2);
    expect(layout.nodes.map(({ key }) => key)).toEqual(["gas", "power", "homes"]);
    expect(layout.bands[0]!.path).toMatch(/^M[\d., C]+L[\d., C]+Z$/);
  });

  test("a band can also join nodes of one column", () => {
    const sameColumnChart = { nodes: [node("a", 0), node("b", 0)], series: [link("a", "b")] } as unknown as Chart;
    expect(sankeyOf(sameColumnChart, [createSeries("x", 1, 2)], "future", SIZE, text)!.bands.length).toBe(1);
  });

  test("names next to the outer columns are complete and end within the diagram, with their figures", () => {
    const longName = "a carrier with a long name";
    const chartWithLongNames = { ...chart, nodes: chart.nodes.map((node) => ({ ...node, label: longName })) } as Chart;
    const { labels } = sankeyOf(chartWithLongNames, SERIES, "future", SIZE, text)!;
    const outer = labels.filter(({ anchor }) => anchor !== "middle");
    expect(outer.length).toBe(2);
    for (const { label, value, x, anchor } of outer) {
      expect(label).toBe(longName);
      const width = label.length * 6 + value.length * 7;
      expect(anchor === "end" ? x - width : SIZE.width - x - width).toBeGreaterThanOrEqual(0);
    }
  });

  test("nodes without room for their names share a label with their sum", () => {
    const keys = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const manyNodes = {
      nodes: [...keys.map((key) => node(key, 0)), node("all", 1)],
      series: keys.map((key) => link(key, "all")),
    } as unknown as Chart;
    const size = { width: 480, height: 160 };
    const { labels, bands } = sankeyOf(
      manyNodes,
      keys.map((key) => createSeries(key, 1, 1)),
      "future",
      size,
      text,
    )!;
    const left = labels.filter(({ anchor }) => anchor === "end").toSorted((a, b) => a.y - b.y);
    const groupLabel = left.at(-1)!;
    expect(groupLabel.value).toBe(` ${30 - (left.length - 1)}`);
    for (const [index, { y }] of left.entries())
      expect(y - (left[index - 1]?.y ?? -100)).toBeGreaterThanOrEqual(13 - 1e-6);
    // Gaps leave most of the height to the bands.
    expect(bands.reduce((sum, { width }) => sum + width, 0)).toBeGreaterThan(80);
  });

  test("both years are drawn on one scale", () => {
    const [today, future] = (["today", "future"] as const).map((year) => sankeyOf(chart, SERIES, year, SIZE, text)!);
    expect(today!.bands[0]!.width).toBeLessThan(future!.bands[0]!.width);
  });

  test("a diagram without any flow is not drawn", () =>
    expect(
      sankeyOf(
        chart,
        [createSeries("a", 0, 0), createSeries("b", 0, 1e-12), createSeries("c", 0, 0)],
        "future",
        SIZE,
        text,
      ),
    ).toBeNull());
});
