import { describe, expect, test } from "vitest";
import type { Chart } from "@etesian/interface";
import type { Answer } from "../calculation/calculator.ts";
import { comparedColumns, comparedRows, type ComparedSeries, type ComparedView, differenceOf } from "./compared.ts";
import { comparedCurves, comparedSeriesOf, curveChoices, TOTAL } from "./compared-series.ts";

const SIZE = { width: 600, height: 300 };
const one = (key: string, today: number | null, ...values: (number | null)[]): ComparedSeries => ({
  key,
  label: key,
  colour: "c-gas",
  hatch: null,
  today,
  values,
});
const SERIES = [one("wind", 10, 100, 80, 60), one("gas", 90, 0, 20, 60)];

describe("compared columns", () => {
  test("stand on one scale: today, the others, and the scenario itself last, beside its labels", () => {
    const { columns, bars, max, labels } = comparedColumns(SERIES, "side", SIZE);
    expect(columns.map(({ column, total }) => [column, total])).toEqual([
      ["today", 100],
      [2, 120],
      [1, 100],
      [0, 100],
    ]);
    expect(max).toBe(120);
    const heightOf = (column: number | string, key: string): number =>
      bars.find((bar) => bar.column === column && bar.series.key === key)!.height;
    expect(heightOf(0, "wind") / heightOf(2, "wind")).toBeCloseTo(100 / 60);
    expect(labels.map(({ item }) => item.key)).toEqual(["wind"]);
  });

  test("of differences show what each other has more, up and down from zero", () => {
    const { columns, bars, zero } = comparedColumns(SERIES, "difference", SIZE);
    expect(columns.map(({ column, total }) => [column, total])).toEqual([
      [0, 0],
      [1, 20],
    ]);
    const [wind, gas] = bars.filter(({ column }) => column === 1);
    expect([wind!.value, gas!.value]).toEqual([-40, 60]);
    expect([wind!.y, gas!.y + gas!.height].map(Math.round)).toEqual([zero, zero].map(Math.round));
  });

  test("of an overlay have the others as outlines over the scenario itself, on one scale", () => {
    const { columns, outlines, bars, max } = comparedColumns(SERIES, "overlay", SIZE);
    expect(columns.map(({ column }) => column)).toEqual(["today", 0]);
    expect(max).toBe(120);
    expect(outlines.map(({ scenario, series, value }) => [scenario, series.key, value])).toEqual([
      [1, "wind", 80],
      [1, "gas", 20],
      [2, "wind", 60],
      [2, "gas", 60],
    ]);
    const own = bars.find(({ column, series }) => column === 0 && series.key === "wind")!;
    const [first, , second] = outlines;
    expect(first!.height / own.height).toBeCloseTo(0.8);
    // Each stands out of the one below it, so that equal ones can be told apart.
    expect(first!.x).toBeLessThan(own.x);
    expect(second!.x).toBeLessThan(first!.x);
  });

  test("keep the maximum of their axis while a hand drags", () => {
    expect(comparedColumns(SERIES, "side", SIZE, 500).max).toBe(500);
  });
});

describe("compared rows", () => {
  test("have a bar for each scenario and today's mark, on one scale", () => {
    const { rows, zero } = comparedRows(SERIES, "side", SIZE);
    expect(rows.map(({ series, bars }) => [series.key, ...bars.map(({ value }) => value)])).toEqual([
      ["wind", 100, 80, 60],
      ["gas", 0, 20, 60],
    ]);
    const [wind] = rows;
    expect(wind!.bars[0]!.width / wind!.bars[2]!.width).toBeCloseTo(100 / 60);
    expect((wind!.today! - zero) / wind!.bars[0]!.width).toBeCloseTo(0.1);
  });

  test("leave out series that are nothing everywhere, and grow where they do not fit", () => {
    const many = Array.from({ length: 40 }, (_, index) => one(`s${index}`, 1, 2, 3));
    expect(comparedRows([...many, one("nothing", 0, 0, null)], "side", SIZE).rows.length).toBe(40);
    expect(comparedRows(many, "side", SIZE).height).toBeGreaterThan(SIZE.height);
  });

  test("of an overlay lie on each other", () => {
    const [wind] = comparedRows(SERIES, "overlay", SIZE).rows;
    expect(new Set(wind!.bars.map(({ y }) => y)).size).toBe(1);
    expect(wind!.bars.map(({ value }) => value)).toEqual([100, 80, 60]);
  });

  test("of a difference go left where the other has less", () => {
    const { rows, zero } = comparedRows(SERIES, "difference", SIZE);
    const [less] = rows[0]!.bars;
    expect(less!.x + less!.width).toBeCloseTo(zero);
    expect(rows[0]!.today).toBeNull();
  });
});

test("a difference has no value where one of both has none", () => {
  expect(differenceOf([one("a", 1, 5, null, 7)])[0]!.values).toEqual([null, 2]);
  expect(differenceOf([one("a", 1, null, 7)])[0]!.values).toEqual([null]);
});

describe("the numbers of a chart in several scenarios", () => {
  const answer = (wind: number, curve: readonly number[]): Answer => ({
    n: 1,
    version: 1,
    sliders: { userValues: {}, balancedValues: {} },
    refused: [],
    results: new Map([["wind", { today: 1, future: wind, fault: null }]]),
    curves: new Map([
      ["demand", Float32Array.from(curve)],
      ["wind", Float32Array.from(curve.map((value) => value * 2))],
      ["gas", Float32Array.from(curve.map(() => 1))],
    ]),
    recipe: null,
  });
  const chart = (type: Chart["type"]): Chart =>
    ({
      type,
      series: [
        ["wind", "stack"],
        ["gas", "stack"],
        ["demand", "line"],
      ].map(([key, drawn]) => ({
        key,
        label: key,
        colour: null,
        drawn,
        terms: [{ query: key, factor: 1 }],
        needs: null,
        base: null,
        column: null,
        from: null,
        to: null,
      })),
    }) as unknown as Chart;
  const answers = [answer(5, [1, 3, 2]), answer(7, [2, 2, 2]), null];

  test("follow the order of the header; a scenario without an answer has no values", () => {
    expect(comparedSeriesOf(chart("stacked_bars"), answers)[0]).toMatchObject({ today: 1, values: [5, 7, null] });
    expect(comparedSeriesOf(chart("stacked_bars"), [null, answers[0]!])).toEqual([]);
  });

  test("of an hourly chart are one curve: a line, the sum of the stack, or a part of it", () => {
    expect(curveChoices(chart("hours")).map(({ key }) => key)).toEqual(["demand", TOTAL, "wind", "gas"]);
    const curves = (chosen: string, view: ComparedView, isSorted = false) =>
      comparedCurves(chart("hours"), answers, chosen, view, isSorted).map((curve) => curve && [...curve]);
    expect(curves("demand", "side")).toEqual([[1, 3, 2], [2, 2, 2], null]);
    expect(curves("demand", "overlay")).toEqual(curves("demand", "side"));
    expect(curves(TOTAL, "side")[0]).toEqual([3, 7, 5]);
    expect(curves("demand", "difference")).toEqual([[1, -1, 0], null]);
    expect(curves("demand", "side", true)[0]).toEqual([3, 2, 1]);
    expect(curves("demand", "difference", true)[0]).toEqual([-1, 0, 1]);
  });
});
