import { describe, expect, test } from "vitest";
import type { Chart } from "@etesian/interface";
import type { Answer } from "../calculation/calculator.ts";
import { type ComparedSeries, type ComparedView, differenceOf } from "./compared.ts";
import { comparedCurves, comparedSeriesOf, curveChoices, TOTAL } from "./compared-series.ts";

const comparedSeries = (key: string, today: number | null, ...values: (number | null)[]): ComparedSeries => ({
  key,
  label: key,
  colour: "c-gas",
  hatch: null,
  isLine: false,
  target: null,
  today,
  values,
});
test("a difference has no value if either side has none", () => {
  expect(differenceOf([comparedSeries("a", 1, 5, null, 7)])[0]!.values).toEqual([null, 2]);
  expect(differenceOf([comparedSeries("a", 1, null, 7)])[0]!.values).toEqual([null]);
});

describe("the numbers of a chart in several scenarios", () => {
  const answer = (wind: number, curve: readonly number[]): Answer => ({
    n: 1,
    version: 1,
    sliders: { userValues: {}, balancedValues: {} },
    refusals: [],
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
      nodes: [],
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

  test("the numbers of a chart follow the order of the header; a scenario without an answer has no values", () => {
    expect(comparedSeriesOf(chart("stacked_bars"), answers)[0]).toMatchObject({ today: 1, values: [5, 7, null] });
    expect(comparedSeriesOf(chart("stacked_bars"), [null, answers[0]!])).toEqual([]);
  });

  test("an hourly chart shows one curve of several scenarios: a line, the sum of the stack, or a part of it", () => {
    expect(curveChoices(chart("hours")).map(({ key }) => key)).toEqual(["demand", TOTAL, "wind", "gas"]);
    const curves = (selectedKey: string, view: ComparedView, isSorted = false) =>
      comparedCurves(chart("hours"), answers, selectedKey, view, isSorted).map((curve) => curve && [...curve]);
    expect(curves("demand", "side")).toEqual([[1, 3, 2], [2, 2, 2], null]);
    expect(curves("demand", "overlay")).toEqual(curves("demand", "side"));
    expect(curves(TOTAL, "side")[0]).toEqual([3, 7, 5]);
    expect(curves("demand", "difference")).toEqual([[1, -1, 0], null]);
    expect(curves("demand", "side", true)[0]).toEqual([3, 2, 1]);
    expect(curves("demand", "difference", true)[0]).toEqual([-1, 0, 1]);
  });
});
