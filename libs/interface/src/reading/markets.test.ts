/** Tests the charts of hourly markets in the included model and in ETSource's interface. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Market, MARKETS } from "../documents.ts";
import { readDocuments } from "./read.ts";

const documentsOf = (model: string) =>
  readDocuments(join(import.meta.dirname, `../../../../models/${model}`)).documents;
const starter = documentsOf("starter");
const etsource = documentsOf("etsource");

/** A market's chart types; `strip` is the hours of a price or of a storage level. */
const kindsOf = ({ charts }: typeof starter, market: Market): readonly string[] => [
  ...new Set(
    charts
      .filter((chart) => chart.market === market && ["heatmap", "hours", "duration"].includes(chart.type))
      .map(({ type, unit }) => (type === "hours" && unit.quantity !== "power" ? "strip" : type)),
  ),
];

describe.each([
  ["the included model", starter, MARKETS.filter((market) => market !== "agriculture_heat")],
  ["ETSource", etsource, ["hydrogen", "network_gas", "heat_network_ht", "heat_network_mt", "heat_network_lt"] as const],
] as const)("every market of %s", (_, documents, markets) => {
  test.each(markets)("%s has a heat map, a week, a strip and a duration curve", (market) => {
    expect(kindsOf(documents, market)).toEqual(expect.arrayContaining(["heatmap", "hours", "strip", "duration"]));
  });

  test("only the electricity market has prices in its titles", () => {
    const chartsWithPrices = documents.charts.filter(
      ({ market, title }) => market !== null && /price|prijs/i.test(`${title.en} ${title.nl}`),
    );
    expect(chartsWithPrices.filter(({ market }) => market !== "merit_order")).toEqual([]);
  });
});

test("every market except electricity, which scenarios may lack, has a slide that leads to it", () => {
  const marketByChart = new Map(starter.charts.map(({ key, market }) => [key, market]));
  const linkedMarkets = new Set(
    starter.slides.flatMap(({ chart }) => (chart === null ? [] : [marketByChart.get(chart)])),
  );
  expect(MARKETS.filter((market) => market !== "merit_order" && !linkedMarkets.has(market))).toEqual([]);
});
