import type { Chart, ChartType, InterfaceView, Market } from "@etesian/interface";
import { describe, expect, it } from "vitest";
import type { HourlySeries } from "../../charts/hours.ts";
import { hourOfMaximum, hoursChartsOf, isMissing, isPrice, hourOfMinimum, slideOf } from "./markets.ts";

const chart = (
  key: string,
  type: ChartType,
  unit: string,
  market: Market | null,
  colours: readonly string[] = [],
): Chart => ({
  key,
  type,
  title: key,
  about: null,
  unit,
  unitName: unit,
  needs: "hours",
  market,
  columns: [],
  nodes: [],
  series: colours.map((colour) => ({ colour, terms: [] }) as unknown as Chart["series"][number]),
  source: null,
});
const viewWith = (...charts: readonly Chart[]): InterfaceView =>
  ({
    charts: new Map(charts.map((chart) => [chart.key, chart])),
    sections: [
      {
        sections: [],
        slides: [
          { key: "most", chart: "hydrogen", repeats: true, items: [] },
          { key: "hydrogen", chart: "hydrogen", repeats: false, items: [] },
          { key: "costs", chart: null, repeats: false, items: [{ kind: "slider", key: "costs_of_heat_mt_network" }] },
          {
            key: "heat",
            chart: null,
            repeats: false,
            items: [{ kind: "slider", key: "share_of_energy_heat_burner_mt_network_gas" }],
          },
        ],
      },
    ],
  }) as unknown as InterfaceView;
const keysOf = (view: InterfaceView, market: Market): readonly (string | undefined)[] =>
  Object.values(hoursChartsOf(view, market)).map((chart: Chart | null) => chart?.key);

describe("the charts of a market", () => {
  const hydrogen = [
    chart("hydrogen in store", "hours", "GWh", "hydrogen"),
    chart("hydrogen", "hours", "GW", "hydrogen"),
    chart("hydrogen by hour", "heatmap", "GW", "hydrogen"),
    chart("hydrogen in order", "duration", "GW", "hydrogen"),
  ];
  const others = [
    chart("light", "hours", "GW", null, ["c-solar"]),
    chart("power", "hours", "GW", null, ["c-solar", "c-wind-sea"]),
    chart("price", "hours", "€/MWh", null),
    chart("prices", "heatmap", "€/MWh", null),
    chart("prices in order", "duration", "€/MWh", null),
  ];

  it("the charts that name a market are its charts: a heat map, loads, a storage level and a duration curve", () => {
    const view = viewWith(...others, ...hydrogen);
    expect(keysOf(view, "hydrogen")).toEqual([
      "hydrogen by hour",
      "hydrogen",
      "hydrogen in store",
      "hydrogen in order",
    ]);
    expect(isPrice(hoursChartsOf(view, "hydrogen").strip!)).toBe(false);
    expect(keysOf(view, "network_gas")).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("electricity has charts without a market: the first of each kind, and the stack with most wind and sun", () => {
    expect(keysOf(viewWith(...hydrogen, ...others), "merit_order")).toEqual([
      "prices",
      "power",
      "price",
      "prices in order",
    ]);
  });

  it("a market links to the slide that opens one of its charts", () => {
    const view = viewWith(...hydrogen);
    expect(slideOf(view, "hydrogen")?.key).toBe("hydrogen");
  });

  it("a market links to the slide with the most of its sliders if no slide opens one of its charts", () => {
    const view = viewWith();
    expect([slideOf(view, "heat_network_mt")?.key, slideOf(view, "heat_network_lt")]).toEqual(["heat", null]);
  });
});

const series = (...values: readonly number[]): HourlySeries => ({
  key: "load",
  label: "Load",
  colour: "ink",
  hatch: null,
  values: Float32Array.from(values),
  isLine: false,
});

it("a market without any load all year is missing", () => {
  expect(isMissing([series(0, 0), series(0, 0)])).toBe(true);
  expect(isMissing([series(0, 0), series(0, 1)])).toBe(false);
  expect(isMissing([])).toBe(false);
});

it("the highest and lowest hours of a period are the first hours with those values", () => {
  const { values } = series(3, 5, 1, 5, 1);
  expect([hourOfMaximum(values), hourOfMaximum(values, 2, 2), hourOfMinimum(values)]).toEqual([1, 3, 2]);
  expect([hourOfMaximum(undefined), hourOfMinimum(new Float32Array())]).toEqual([null, null]);
});
