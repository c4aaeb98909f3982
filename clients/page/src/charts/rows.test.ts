import { describe, expect, test } from "vitest";
import type { ComparedSeries } from "./compared.ts";
import { DRAWING_OPTIONS, SIZE } from "./geometry.fixture.ts";
import { rowsOf, type RowsOptions } from "./rows.ts";

const row = (key: string, today: number | null, ...values: (number | null)[]): ComparedSeries => ({
  key,
  label: key,
  colour: "c-gas",
  hatch: null,
  isLine: false,
  target: null,
  today,
  values,
});
const SERIES = [row("wind", 10, 100, 80, 60), row("gas", 90, 0, 20, 60)];
const layOut = (series: readonly ComparedSeries[], view: RowsOptions["view"], size = SIZE) =>
  rowsOf({ ...DRAWING_OPTIONS, series, view, size, unit: "PJ" });

describe("rows of bars", () => {
  test("each row has a bar for each scenario and today's mark, on one scale", () => {
    const { rows, scale } = layOut(SERIES, "side");
    expect(rows.map(({ series, bars }) => [series.key, ...bars.map(({ value }) => value)])).toEqual([
      ["wind", 100, 80, 60],
      ["gas", 0, 20, 60],
    ]);
    const [wind] = rows;
    expect(wind!.bars[0]!.width / wind!.bars[2]!.width).toBeCloseTo(100 / 60);
    expect(wind!.today).toBeCloseTo(scale.position(10));
  });

  test("series without any figure are omitted, and the picture grows if rows do not fit", () => {
    const manySeries = Array.from({ length: 40 }, (_, index) => row(`s${index}`, 1, 2, 3));
    expect(layOut([...manySeries, row("nothing", 0, 0, null)], "side").rows.length).toBe(40);
    expect(layOut(manySeries, "side").height).toBeGreaterThan(SIZE.height);
  });

  test("bars of an overlay share one position", () => {
    const [wind] = layOut(SERIES, "overlay").rows;
    expect(new Set(wind!.bars.map(({ y }) => y)).size).toBe(1);
  });

  test("negative differences extend to the left, without marks of today and the target", () => {
    const { rows, scale } = layOut([{ ...SERIES[0]!, target: 120 }], "difference");
    const [negativeBar] = rows[0]!.bars;
    expect(negativeBar!.x + negativeBar!.width).toBeCloseTo(scale.position(0));
    expect([rows[0]!.today, rows[0]!.target]).toEqual([null, null]);
  });

  test("a target is on the same scale as the bars", () => {
    const { rows, scale } = layOut([{ ...SERIES[0]!, target: 120 }], "side");
    expect(rows[0]!.target).toBe(scale.position(120));
    expect(scale.ticks.at(-1)).toBeGreaterThanOrEqual(120);
  });

  test.each(["side", "overlay"] as const)("in the view %s a mark does not cross a figure", (view) => {
    const crossed = [row("wind", 101, 100, 100.5), { ...row("gas", 60, 59, 1), target: 61 }];
    for (const { bars, today, target } of layOut(crossed, view).rows)
      for (const { figureX, value } of bars) {
        const figureEnd = figureX + DRAWING_OPTIONS.text.measure(DRAWING_OPTIONS.text.figure(value!));
        expect([today, target].filter((mark) => mark !== null && mark >= figureX && mark <= figureEnd)).toEqual([]);
        expect(figureEnd).toBeLessThanOrEqual(SIZE.width);
      }
  });

  test("a long name has its own line above its bars", () => {
    const longName = "a flow from one network to another";
    const size = { width: 300, height: 200 };
    const { rows, top } = layOut([row(longName, 1, 2)], "side", size);
    expect(rows[0]!.nameY).toBeLessThan(rows[0]!.bars[0]!.y);
    expect(rows[0]!.bars[0]!.x).toBeLessThan(20);
    expect(top).toBeGreaterThan(layOut([row("short", 1, 2)], "side", size).top);
  });
});
