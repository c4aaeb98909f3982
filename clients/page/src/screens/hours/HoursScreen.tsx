/** A year hour by hour: prices of all hours, the week that is looked at, the year in order, and the merit order of an hour. */
import { useState } from "react";
import { Button } from "react-aria-components";
import type { MarketKey } from "@etesian/engine";
import { type Chart, type InterfaceView, queriesOf } from "@etesian/interface";
import type { Answer } from "../../calculation/calculator.ts";
import { hourlySeriesOf } from "../../charts/chart-series.ts";
import { timeOf, useFirstWeekday } from "../../charts/calendar.ts";
import { darkestWeek, type HourlySeries } from "../../charts/hours.ts";
import { around, shownSpan, useHours, useHoursView, WEEK } from "../../charts/hours-view.ts";
import { Segments } from "../../controls/Segments.tsx";
import { useTexts } from "../../texts/language.tsx";
import { Pane } from "../workbench/Pane.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { Inspector } from "./Inspector.tsx";

export interface HoursCharts {
  readonly heatmap: Chart | null;
  readonly hours: Chart | null;
  /** A narrow chart below the hours, with the same axis. */
  readonly price: Chart | null;
  readonly duration: Chart | null;
}

/** Whether a colour is one of wind or sun. */
const isOfWeather = (colour: string | null): boolean => /wind|solar/.test(colour ?? "");

const weatherSeries = ({ series }: Chart): number => series.filter(({ colour }) => isOfWeather(colour)).length;

/**
 * The charts of the screen: the first of each kind that the model has; of stacks the one with the most kinds of wind and sun, as
 * some uses, such as light, have the colour of the sun.
 */
export function hoursChartsOf({ charts }: InterfaceView): HoursCharts {
  const all = [...charts.values()];
  const first = (test: (chart: Chart) => boolean): Chart | null => all.find(test) ?? null;
  const isPrice = ({ unit }: Chart): boolean => unit === "€/MWh";
  return {
    heatmap: first(({ type }) => type === "heatmap"),
    hours:
      all
        .filter((chart) => chart.type === "hours" && weatherSeries(chart) > 0)
        .toSorted((a, b) => weatherSeries(b) - weatherSeries(a))[0] ?? null,
    price: first((chart) => chart.type === "hours" && isPrice(chart)),
    duration:
      first((chart) => chart.type === "duration" && !isPrice(chart)) ?? first(({ type }) => type === "duration"),
  };
}

/** The curves that the screen draws. */
export const hoursQueriesOf = (charts: HoursCharts): readonly string[] => [
  ...new Set(Object.values(charts).flatMap((chart: Chart | null) => (chart === null ? [] : queriesOf(chart)))),
];

const NETWORKS: readonly MarketKey[] = [
  "merit_order",
  "hydrogen",
  "heat_network_ht",
  "heat_network_mt",
  "heat_network_lt",
  "agriculture_heat",
  "network_gas",
];

export function HoursScreen() {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const words = texts.hours;
  const [network, setNetwork] = useState<MarketKey>("merit_order");
  const charts = hoursChartsOf(model);
  const shown = useSession((state) => state.shown);
  return (
    <div className="hoursScreen" id="charts" role="region" aria-label={words.title} tabIndex={-1}>
      <h2 className="unseen">{words.title}</h2>
      <div className="hoursBar">
        <Segments
          label={words.network}
          chosen={network}
          onChoose={setNetwork}
          segments={NETWORKS.map((key) => ({ key, label: words.networks[key] }))}
        />
        <Cursor />
        <span className="space" />
        {shown !== null && <Weeks charts={charts} shown={shown} />}
      </div>
      {charts.heatmap !== null && <Pane chart={charts.heatmap} />}
      <section className="pane whole" aria-label={words.inspector}>
        <header>
          <h3>{words.inspector}</h3>
          <span className="unit">{words.networks[network]}</span>
        </header>
        <Inspector network={network} />
        <footer>
          <span title={words.stackAbout}>{words.stackAbout}</span>
        </footer>
      </section>
      <div className="low">
        <div className="weeks">
          {charts.hours !== null && <Pane chart={charts.hours} />}
          {charts.price !== null && <Pane chart={charts.price} />}
        </div>
        {charts.duration !== null && <Pane chart={charts.duration} />}
      </div>
    </div>
  );
}

function Cursor() {
  const { texts, language } = useTexts();
  const hour = useHours(({ pointed, chosen }) => pointed ?? chosen);
  const span = useHours(shownSpan);
  const first = useFirstWeekday();
  const words = texts.hours;
  return (
    <p className="cursor">
      {hour === null ? (
        <span>{words.spanFrom(timeOf(span.from, language, first), timeOf(span.to, language, first))}</span>
      ) : (
        <>
          <b>{timeOf(hour, language, first)}</b>
          <span>{words.hourOf(hour + 1)}</span>
        </>
      )}
    </p>
  );
}

/** Weeks worth looking at. */
function Weeks({ charts, shown }: { readonly charts: HoursCharts; readonly shown: Answer }) {
  const { texts } = useTexts();
  const view = useHoursView();
  const words = texts.hours;
  const series = (chart: Chart | null): readonly HourlySeries[] => (chart === null ? [] : hourlySeriesOf(chart, shown));
  const sources = series(charts.hours)
    .filter(({ colour }) => isOfWeather(colour))
    .map(({ values }) => values);
  const [price] = series(charts.price).map(({ values }) => values);
  const show = (from: number, chosen: number): void => view.setState({ span: { from, to: from + WEEK - 1 }, chosen });
  return (
    <>
      {sources.length > 0 && (
        <>
          <Button
            className="button"
            onPress={() => {
              const from = darkestWeek(sources);
              show(from, highestIn(price, from) ?? from + 17);
            }}
          >
            {words.darkest}
          </Button>
          <Button
            className="button"
            onPress={() => {
              const from = darkestWeek(sources.map((values) => values.map((value) => -value)));
              show(from, from + 12);
            }}
          >
            {words.windiest}
          </Button>
        </>
      )}
      {price !== undefined && (
        <Button
          className="button"
          onPress={() => {
            const hour = highestIn(price, 0, price.length) ?? 0;
            show(around(hour, WEEK).from, hour);
          }}
        >
          {words.highest}
        </Button>
      )}
    </>
  );
}

/** The first hour with the highest value of a part of a year. */
function highestIn(values: Float32Array | undefined, from: number, length = WEEK): number | null {
  if (values === undefined) return null;
  let best = from;
  for (let hour = from; hour < Math.min(values.length, from + length); hour++)
    if (values[hour]! > values[best]!) best = hour;
  return best;
}
