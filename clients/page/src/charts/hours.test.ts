import { expect, it } from "vitest";
import type { Chart, ChartSeries } from "@etesian/interface";
import { hourlySeriesOf } from "./chart-series.ts";
import { darkestWeek, HOURS, stackEdges } from "./hours.ts";

const flat = (value: number) => ({
  key: "",
  label: "",
  colour: "",
  hatch: null,
  isLine: false,
  values: new Float32Array(HOURS).fill(value),
});

it("a stack has the sum of all series as its upper edge", () => {
  expect(stackEdges([flat(1), flat(2), flat(4)]).map((edge) => edge[100])).toEqual([1, 3, 7]);
});

it("a stack extends below zero for negative values, apart from the positive ones", () => {
  expect(stackEdges([flat(3), flat(-1), flat(4), flat(-2)]).map((edge) => edge[100])).toEqual([3, -1, 7, -3]);
});

it("the stack of another answer has new edges, stored in the previous answer's arrays", () => {
  const edges: Float32Array[] = [];
  const valuesAt = (...values: readonly number[]) => stackEdges(values.map(flat), edges).map((edge) => edge[100]);
  expect(valuesAt(1, 2, 4)).toEqual([1, 3, 7]);
  const [first, second] = edges;
  expect(valuesAt(5, 6)).toEqual([5, 11]);
  expect([edges.length, edges[0] === first, edges[1] === second]).toEqual([2, true, true]);
  expect(valuesAt(1, 1, 1, 1)).toEqual([1, 2, 3, 4]);
});

it("the curves of another answer have new values, stored in the previous answer's arrays", () => {
  const series = (key: string, ...queries: readonly string[]): ChartSeries => ({
    key,
    label: key,
    colour: null,
    terms: queries.map((query) => ({ query, factor: 0.5 })),
    drawn: "stack",
    column: null,
    from: null,
    to: null,
    target: null,
    needs: "hours",
    base: null,
  });
  const chart: Chart = {
    key: "hourly",
    type: "hours",
    title: "",
    about: null,
    unit: "GW",
    unitName: "GW",
    needs: "hours",
    market: null,
    columns: [],
    nodes: [],
    series: [series("wind", "sea", "land"), series("sun", "sun")],
    source: null,
  };
  const memory = new Map<string, Float32Array>();
  const valuesAt = (answer: { readonly [query: string]: number }) => {
    const curves = new Map(Object.entries(answer).map(([query, value]) => [query, flat(value).values]));
    return hourlySeriesOf(chart, { curves }, memory).map(({ values }) => values[8]);
  };
  expect(valuesAt({ sea: 2, land: 4, sun: 6 })).toEqual([3, 3]);
  const wind = memory.get("wind");
  expect(valuesAt({ sea: 10, sun: 2 })).toEqual([5, 1]);
  expect(memory.get("wind")).toBe(wind);
  expect(valuesAt({ sun: 4 })).toEqual([2]);
  expect(valuesAt({ sea: 2, land: 2, sun: 2 })).toEqual([2, 1]);
});

it("the darkest week is the one with the least wind and sun", () => {
  const wind = new Float32Array(HOURS).fill(10).fill(1, 18 * 24, 25 * 24);
  const sun = new Float32Array(HOURS).fill(1);
  expect(darkestWeek([wind, sun])).toBe(18 * 24);
});

it("a model without wind and sun starts with the first week", () => expect(darkestWeek([])).toBe(0));
