import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chart } from "@etesian/interface";
import { cutsOf, hourAt, pixelsOf, stepOf } from "./heatmap.ts";
import { pushApart } from "./labels.ts";
import { lines } from "./lines.ts";
import { mekko } from "./mekko.ts";
import { sankeyOf } from "./sankey.ts";
import type { Series } from "./series.ts";
import { labelColumns, stackedBars } from "./stacked-bars.ts";
import { waterfall } from "./waterfall.ts";

const SIZE = { width: 480, height: 300 };
/** Characters of 6 pixels, figures of 30. */
const WIDTHS = { name: (label: string) => label.length * 6, value: () => 30 };
const one = (key: string, today: number, future: number, before: number | null = null): Series => ({
  key,
  label: key,
  colour: "c-gas",
  hatch: null,
  today,
  future,
  before,
  isLine: false,
  target: null,
});
const amounts = fc.array(
  fc.record({
    today: fc.integer({ min: 0, max: 500 }),
    future: fc.integer({ min: 0, max: 500 }),
    before: fc.integer({ min: 0, max: 500 }),
  }),
  { minLength: 1, maxLength: 10 },
);

describe("labels", () => {
  it("labels are at their marks where there is room", () => {
    const marks = [30, 10, 60].map((anchor) => ({ item: anchor, anchor }));
    expect(pushApart(marks, 14, 0, 100).map(({ y }) => y)).toEqual([10, 30, 60]);
  });

  it("labels keep their order and their distance, within the chart", () => {
    const anchors = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 14 });
    fc.assert(
      fc.property(anchors, (all) => {
        const labels = pushApart(
          all.map((anchor) => ({ item: anchor, anchor })),
          14,
          0,
          200,
        );
        for (const [index, { y, anchor }] of labels.entries()) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(200 + 1e-9);
          const above = labels[index - 1] ?? { y: -14, anchor: 0 };
          expect(y - above.y).toBeGreaterThanOrEqual(14 - 1e-9);
          expect(anchor).toBeGreaterThanOrEqual(above.anchor);
        }
      }),
    );
  });
});

describe("stacked bars", () => {
  it("stacked bars draw today, the future and an outline of the state before on one scale from zero", () => {
    const { bars, ghosts, totals, zero, max } = stackedBars(
      [one("a", 10, 20, 15), one("b", 5, 10, 10)],
      "future",
      SIZE,
    );
    const height = (column: string) =>
      bars.filter((bar) => bar.column === column).reduce((sum, bar) => sum + bar.height, 0);
    expect(height("future") / height("today")).toBeCloseTo(2);
    expect(ghosts.reduce((sum, box) => sum + box.height, 0) / height("today")).toBeCloseTo(25 / 15);
    expect(totals.map(({ value }) => value)).toEqual([15, 30]);
    expect(bars[0]!.y + bars[0]!.height).toBeCloseTo(zero);
    expect(max).toBe(30);
  });

  it("stacked bars keep the axis of the frame before during a drag", () => {
    const wide = stackedBars([one("a", 10, 200)], "future", SIZE);
    const held = stackedBars([one("a", 10, 20)], "future", SIZE, wide.max);
    expect(held.ticks).toEqual(wide.ticks);
  });

  it("columns in a narrow pane stand apart, beside shorter labels", () => {
    const narrow = stackedBars([one("a", 10, 20)], "future", { width: 245, height: 200 });
    const [today, future] = narrow.totals;
    // Two years of four digits.
    expect(future!.x - today!.x).toBeGreaterThan(32);
    expect(narrow.leader.to + narrow.labelWidth).toBeLessThanOrEqual(245);
    expect(narrow.labelWidth).toBeLessThan(stackedBars([one("a", 10, 20)], "future", SIZE).labelWidth);
  });

  it("names, figures and changes of labels stand apart, and figures stay where they are when a change of usual length comes", () => {
    const columns = labelColumns(150, 28, 52);
    expect(columns.name).toBeLessThan(columns.value - 28);
    expect(columns.value).toBeLessThan(columns.change - 52);
    expect(labelColumns(150, 28, 30)).toEqual(labelColumns(150, 28, 0));
  });

  it("stacked bars draw negative amounts below zero, and differences from zero", () => {
    const { bars, zero } = stackedBars([one("a", 10, 4)], "difference", SIZE);
    expect(bars[0]!.y).toBeCloseTo(zero);
    expect(bars[0]!.height).toBeGreaterThan(0);
  });

  it("lie within the chart and touch each other without a gap, whatever the amounts", () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const series = values.map(({ today, future, before }, index) => one(String(index), today, future, before));
        const { bars, zero } = stackedBars(series, "future", SIZE);
        for (const column of ["today", "future"]) {
          const stack = bars.filter((bar) => bar.column === column);
          for (const [index, bar] of stack.entries()) {
            expect(bar.y).toBeGreaterThanOrEqual(-1e-9);
            expect(bar.y + bar.height).toBeLessThanOrEqual(SIZE.height);
            expect(bar.y + bar.height).toBeCloseTo(stack[index - 1]?.y ?? zero);
          }
        }
      }),
    );
  });
});

describe("lines over years", () => {
  it("lines lead each series from today to the future on one scale, and sum nothing", () => {
    const { lines: drawn, ticks, labels, zero } = lines([one("a", 10, 30), one("b", 20, 25, 15)], SIZE);
    const unit = Math.abs((ticks[1]!.y - ticks[0]!.y) / (ticks[1]!.value - ticks[0]!.value));
    expect(Math.max(...ticks.map(({ value }) => value))).toBeLessThan(40);
    expect(drawn.map(({ today, future }) => [today, future].map((point) => (zero - point!.y) / unit))).toEqual([
      [expect.closeTo(10), expect.closeTo(30)],
      [expect.closeTo(20), expect.closeTo(25)],
    ]);
    expect((zero - drawn[1]!.before!.y) / unit).toBeCloseTo(15);
    expect(labels.map(({ item }) => item.key)).toEqual(["a", "b"]);
  });

  it("a target is a level line on the same scale, and a missing year has no point", () => {
    const { lines: drawn, ticks } = lines([{ ...one("a", 0, -20), today: null, target: -55 }], SIZE);
    const [lowest] = ticks;
    expect(drawn[0]!.today).toBeNull();
    expect(drawn[0]!.target!).toBeGreaterThan(drawn[0]!.future!.y);
    expect(lowest!.value).toBeLessThanOrEqual(-55);
  });
});

describe("a line over stacked bars", () => {
  it("a line over stacked bars is no part of the stack", () => {
    const net = { ...one("net", 15, 20), isLine: true };
    const { bars, totals, lines: over, zero } = stackedBars([one("a", 10, 30), one("b", 5, -10), net], "future", SIZE);
    expect(bars.map(({ series }) => series.key)).toEqual(["a", "b", "a", "b"]);
    expect(totals.map(({ value }) => value)).toEqual([15, 20]);
    const top = Math.min(...bars.filter(({ column }) => column === "today").map(({ y }) => y));
    expect(over).toMatchObject([{ series: { key: "net" } }]);
    expect(over[0]!.points[0]!.y).toBeCloseTo(top);
    expect(over[0]!.points[1]!.y).toBeLessThan(zero);
  });
});

describe("a waterfall", () => {
  it("a waterfall leads from the total of today to that of the future", () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const series = values.map(({ today, future, before }, index) => one(String(index), today, future, before));
        const { steps } = waterfall(series, SIZE);
        const changes = steps.filter(({ kind }) => kind === "step").reduce((sum, { value }) => sum + value, 0);
        const [first, last] = [steps[0]!, steps.at(-1)!];
        const scale = Math.max(first.value, last.value, 1);
        // Steps below a thousandth are left out.
        expect(Math.abs(first.value + changes - last.value)).toBeLessThanOrEqual(1e-3 * scale * series.length);
      }),
    );
  });
});

describe("a mekko", () => {
  it("a mekko has columns as wide as their sums, and cells that fill them", () => {
    const label = (key: string) => ({ key, label: key, colour: null });
    const chart = {
      columns: [label("homes"), label("cars"), label("nothing")],
      series: ["homes", "homes", "cars"].map((column) => ({ column })),
    } as unknown as Chart;
    const { columns, cells } = mekko(chart, [one("a", 0, 10), one("b", 0, 20), one("c", 0, 60)], "future", SIZE);
    expect(columns.map(({ key, sum }) => [key, sum])).toEqual([
      ["homes", 30],
      ["cars", 60],
    ]);
    expect(columns[1]!.width / columns[0]!.width).toBeCloseTo(2);
    const [a, b] = cells;
    expect(b!.height / a!.height).toBeCloseTo(2);
  });
});

describe("a Sankey diagram", () => {
  const node = (key: string, column: number) => ({ key, label: key, colour: null, column });
  const link = (from: string, to: string) => ({ from, to });
  const chart = {
    nodes: [node("gas", 0), node("power", 1), node("homes", 2), node("unused", 2)],
    series: [link("gas", "power"), link("power", "homes"), link("gas", "homes")],
  } as unknown as Chart;

  it("a Sankey diagram has bands in proportion to their flows, and only posts with a flow", () => {
    const drawn = sankeyOf(chart, [one("a", 5, 10), one("b", 4, 8), one("c", 10, 20)], "future", SIZE, WIDTHS)!;
    const width = Object.fromEntries(drawn.bands.map((band) => [band.key, band.width]));
    expect(width["c"]! / width["a"]!).toBeCloseTo(2);
    expect(drawn.posts.map(({ key }) => key)).toEqual(["gas", "power", "homes"]);
  });

  it("a band joins nodes of one column, too", () => {
    const within = { nodes: [node("a", 0), node("b", 0)], series: [link("a", "b")] } as unknown as Chart;
    expect(sankeyOf(within, [one("x", 1, 2)], "future", SIZE, WIDTHS)!.bands.length).toBe(1);
  });

  it("names beside the outer columns and their figures end within the diagram, and names above the others do not touch", () => {
    const long = "a carrier with a long name";
    const named = { ...chart, nodes: chart.nodes.map((each) => ({ ...each, label: long })) } as Chart;
    const drawn = sankeyOf(named, [one("a", 5, 10), one("b", 4, 8), one("c", 10, 20)], "future", SIZE, WIDTHS)!;
    const edgesOf = (side: "start" | "end"): readonly number[] =>
      drawn.labels.filter(({ anchor }) => anchor === side).map(({ x }) => x);
    for (const x of edgesOf("start")) expect(x + drawn.names.outer + 30).toBeLessThanOrEqual(SIZE.width);
    for (const x of edgesOf("end")) expect(x - drawn.names.outer - 30).toBeGreaterThanOrEqual(0);
    const [left, , right] = drawn.posts;
    expect(drawn.names.inner + 30).toBeLessThan(right!.x - left!.x);
  });

  it("both years are drawn on one scale", () => {
    const series = [one("a", 5, 10), one("b", 4, 8), one("c", 10, 20)];
    const [today, future] = (["today", "future"] as const).map((year) => sankeyOf(chart, series, year, SIZE, WIDTHS)!);
    expect(today!.bands[0]!.width).toBeLessThan(future!.bands[0]!.width);
  });

  it("posts without a flow are left out", () => {
    const drawn = sankeyOf(chart, [one("a", 0, 0), one("b", 0, 0), one("c", 10, 20)], "future", SIZE, WIDTHS)!;
    expect(drawn.posts.map(({ key }) => key)).toEqual(["gas", "homes"]);
  });

  it("a diagram without any flow is nothing", () =>
    expect(sankeyOf(chart, [one("a", 0, 0), one("b", 0, 0), one("c", 0, 0)], "future", SIZE, WIDTHS)).toBeNull());
});

describe("a heat map", () => {
  it("every step of a heat map has as many hours as the others", () => {
    const values = Float32Array.from({ length: 8_760 }, (_, hour) => (hour * 7_919) % 8_760);
    const counts = [0, 0, 0, 0, 0, 0, 0, 0];
    const cuts = cutsOf(values);
    for (const value of values) counts[stepOf(value, cuts)]!++;
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it("hours of one value share a step of a heat map, and the others are divided among the rest", () => {
    const values = Float32Array.from({ length: 8_760 }, (_, hour) => (hour < 7_000 ? 100 : 200 + hour));
    const counts = new Map<number, number>();
    const cuts = cutsOf(values);
    for (const value of values) counts.set(stepOf(value, cuts), (counts.get(stepOf(value, cuts)) ?? 0) + 1);
    expect(counts.get(0)).toBe(7_000);
    expect(counts.size).toBe(8);
    expect(Math.max(...[...counts.values()].slice(1))).toBeLessThan(1_760 / 6);
    expect(cutsOf(new Float32Array(8_760))).toEqual([]);
    expect(cutsOf(values.map((value) => Math.min(value, 200)))).toEqual([200]);
  });

  it("a heat map has a day in each column, with midnight at the top", () => {
    expect([hourAt(0, 0), hourAt(0, 0.999), hourAt(0.9999, 0.999), hourAt(1, 0)]).toEqual([0, 23, 8_759, null]);
    const values = Float32Array.from({ length: 8_760 }, (_, hour) => hour);
    const pixels = pixelsOf(
      values,
      cutsOf(values),
      [0, 1, 2, 3, 4, 5, 6, 7].map((step) => [step, 0, 0] as const),
    );
    expect([pixels[0], pixels[(23 * 365 + 364) * 4]]).toEqual([0, 7]);
  });
});
