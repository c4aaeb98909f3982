/** The hourly markets of a model: their charts, and the slide that adds one to a scenario. */
import { type Chart, type InterfaceView, type Market, MARKETS, queriesOf, type Slide } from "@etesian/interface";
import { isNonZero, type HourlySeries } from "../../charts/hours.ts";
import { slidesOf, sliderKeysOf } from "../workbench/slides.ts";

export { MARKETS, type Market };

/** The initial market of the screen. */
export const ELECTRICITY: Market = "merit_order";

export interface HoursCharts {
  readonly heatmap: Chart | null;
  /** Sources and uses, hour by hour. */
  readonly hours: Chart | null;
  /** A narrow chart below the hours, with the same axis: the price, or a storage level. */
  readonly strip: Chart | null;
  readonly duration: Chart | null;
}

/** Whether a colour represents wind or sun. */
export const isWeatherColour = (colour: string | null): boolean => /wind|solar/.test(colour ?? "");

const weatherSeriesCount = ({ series }: Chart): number => series.filter(({ colour }) => isWeatherColour(colour)).length;

export const isPrice = ({ unit }: Chart): boolean => unit === "€/MWh";

/** Whether a chart is shown as the strip: prices and storage levels, but not loads. */
const belongsInStrip = (chart: Chart): boolean => isPrice(chart) || chart.unit.endsWith("Wh");

/**
 * The charts of a market. A model without charts that name electricity uses the first of each kind; among stacks, the
 * one with the most kinds of wind and sun, because some uses, such as light, have the colour of the sun.
 */
export function hoursChartsOf({ charts }: Pick<InterfaceView, "charts">, market: Market): HoursCharts {
  const all = [...charts.values()];
  const marketCharts = all.filter((chart) => chart.market === market);
  const unassigned = market === ELECTRICITY ? all.filter((chart) => chart.market === null) : [];
  const findChart = (test: (chart: Chart) => boolean): Chart | null =>
    marketCharts.find(test) ?? unassigned.find(test) ?? null;
  const hasType =
    (type: Chart["type"]) =>
    (chart: Chart): boolean =>
      chart.type === type;
  const stacks = unassigned.filter((chart) => chart.type === "hours" && weatherSeriesCount(chart) > 0);
  const [windiest = null] = stacks.toSorted((a, b) => weatherSeriesCount(b) - weatherSeriesCount(a));
  return {
    heatmap: findChart(hasType("heatmap")),
    hours: marketCharts.find((chart) => chart.type === "hours" && !belongsInStrip(chart)) ?? windiest,
    strip:
      marketCharts.find((chart) => chart.type === "hours" && belongsInStrip(chart)) ??
      unassigned.find((chart) => chart.type === "hours" && isPrice(chart)) ??
      null,
    duration: findChart((chart) => chart.type === "duration" && !isPrice(chart)) ?? findChart(hasType("duration")),
  };
}

/** The curves that the screen draws. */
export const hoursQueriesOf = (charts: HoursCharts): readonly string[] => [
  ...new Set(Object.values(charts).flatMap((chart: Chart | null) => (chart === null ? [] : queriesOf(chart)))),
];

/** Whether a market is missing from a scenario: all its loads are zero all year. */
export const isMissing = (loads: readonly HourlySeries[]): boolean =>
  loads.length > 0 && !loads.some(({ values }) => isNonZero(values));

/** Sliders of capacities and shares; costs and efficiencies do not add a market to a scenario. */
const AMOUNT_KEYS = /^capacity_of_|^share_of_|_share$/;
/** Keys of sliders that belong to a market. */
const SLIDER_KEYS: Readonly<Record<Market, RegExp>> = {
  merit_order: /_power_/,
  hydrogen: /_hydrogen_/,
  network_gas: /_(network|natural)_gas(_|$)/,
  heat_network_ht: /heat\w*_ht_/,
  heat_network_mt: /heat\w*_mt_/,
  heat_network_lt: /heat\w*_lt_/,
  agriculture_heat: /^agriculture_\w*(heat|chp|burner)/,
};

/**
 * The slide that adds a market to a scenario: the first in the section with the most slides that open one of its
 * charts. If no slide opens one, the slide with the most of the market's sliders.
 */
export function slideOf({ sections, charts }: InterfaceView, market: Market): Slide | null {
  const slidesBySection = sections.map((section) => slidesOf(section).filter(({ repeats }) => !repeats));
  const openingSlides = slidesBySection.map((slides) =>
    slides.filter(({ chart }) => chart !== null && charts.get(chart)?.market === market),
  );
  const [longest = []] = openingSlides.toSorted((a, b) => b.length - a.length);
  if (longest[0] !== undefined) return longest[0];
  const countIn = (slide: Slide): number =>
    sliderKeysOf(slide).filter((key) => AMOUNT_KEYS.test(key) && SLIDER_KEYS[market].test(key)).length;
  const [fullest] = slidesBySection.flat().toSorted((a, b) => countIn(b) - countIn(a));
  return fullest === undefined || countIn(fullest) === 0 ? null : fullest;
}

/** The first hour with the highest value in a period; null if there is none. */
export function hourOfMaximum(values: Float32Array | undefined, from = 0, length = Infinity): number | null {
  if (values === undefined || from >= values.length) return null;
  let best = from;
  for (let hour = from; hour < Math.min(values.length, from + length); hour++)
    if (values[hour]! > values[best]!) best = hour;
  return best;
}

/** The first hour with the lowest value in a year; null if there is none. */
export function hourOfMinimum(values: Float32Array | undefined): number | null {
  if (values === undefined || values.length === 0) return null;
  let best = 0;
  for (let hour = 0; hour < values.length; hour++) if (values[hour]! < values[best]!) best = hour;
  return best;
}
