import { expect, test } from "vitest";
import type { Chart } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import { chartRanges } from "./series-ranges.ts";

const series = (key: string, drawn: string) => ({
  key,
  label: key,
  colour: "c-gas",
  column: null,
  from: null,
  to: null,
  target: null,
  drawn,
  factor: 1,
  needs: null,
  base: null,
  terms: [{ query: key, factor: 1 }],
});
const CHART = {
  series: [series("wind", "above"), series("export", "below"), series("limit", "line"), series("missing", "above")],
  nodes: [],
  columns: [],
} as unknown as Chart;
/** Exports rise with wind; the last variant has no result. */
const RESULT = {
  outline: {
    rows: 4,
    outputs: [{ name: "query.wind" }, { name: "query.export" }, { name: "query.limit" }],
  },
  figures: [
    [10, 20, 30, NaN],
    [1, 11, 21, NaN],
    [50, 50, 50, NaN],
  ].map((column) => Float64Array.from(column)),
} as unknown as SweepResult;

test("the range of the total is calculated from each variant's total, which subtracts exports and omits lines", () => {
  const { series: ranges, total } = chartRanges(CHART, RESULT, "all");
  expect(ranges.map((range) => (range === null ? null : [range.key, range.spread.low, range.spread.high]))).toEqual([
    ["wind", 10, 30],
    ["export", -21, -1],
    ["limit", 50, 50],
    null,
  ]);
  expect([total!.low, total!.median, total!.high]).toEqual([9, 9, 9]);
});
