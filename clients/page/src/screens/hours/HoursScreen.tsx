/**
 * A market's year hour by hour: a heat map of all hours, a week with its price or storage, the duration curve, and one
 * hour.
 */
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Button } from "react-aria-components";
import type { Chart } from "@etesian/interface";
import { hourlySeriesOf } from "../../charts/chart-series.ts";
import { timeOf, useFirstWeekday } from "../../charts/calendar.ts";
import { darkestWeek, type HourlySeries, isNonZero } from "../../charts/hours.ts";
import { spanAround, visibleSpan, useHours, useHoursView, WEEK, weekFrom } from "../../charts/hours-view.ts";
import { Icon } from "../../controls/icons.tsx";
import { EqualLegends } from "../../charts/HoursChart.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { useSelectedInView } from "../../controls/use-selected-in-view.ts";
import { useTexts } from "../../texts/language.tsx";
import { Pane } from "../workbench/Pane.tsx";
import { useWorkbenchNavigation } from "../workbench/pane-state.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { Inspector } from "./Inspector.tsx";
import {
  ELECTRICITY,
  hourOfMaximum,
  hoursChartsOf,
  isMissing,
  isWeatherColour,
  isPrice,
  hourOfMinimum,
  type Market,
  MARKETS,
  slideOf,
} from "./markets.ts";

/** The curves that determine a market's initial hour and its interesting weeks. */
interface MarketCurves {
  readonly loads: readonly HourlySeries[];
  readonly weather: readonly Float32Array[];
  readonly demand: Float32Array | undefined;
  readonly price: Float32Array | undefined;
  readonly storageLevel: Float32Array | undefined;
  /** Whether the chart below the hours has a curve: a price, or a storage level. */
  readonly hasStrip: boolean;
}

export function HoursScreen({ market = ELECTRICITY }: { readonly market: Market | undefined }) {
  const { model, session } = useWorkspace();
  const { texts } = useTexts();
  const hoursTexts = texts.hours;
  const navigate = useNavigate();
  const charts = useMemo(() => hoursChartsOf(model, market), [model, market]);
  const curves = useCurves(charts.hours, charts.strip);
  useInitialHour(curves, charts.hours !== null);
  // Only an hour's report shows whether a market without charts exists.
  const hasMembers = useSession(({ answer }) => {
    const hour = answer?.inspection?.hour;
    return hour === undefined || hour === null || hour.network !== market || hour.demand > 0 || hour.offers.length > 0;
  });
  const isMarketMissing =
    charts.hours === null ? session.canInspect && !hasMembers : curves !== null && isMissing(curves.loads);
  const choose = (key: Market): void =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, market: key === ELECTRICITY ? undefined : key }),
      replace: true,
    });
  const bar = useSelectedInView(market);
  const hasPrice = charts.strip === null ? market === ELECTRICITY : isPrice(charts.strip);
  return (
    <div
      className="hoursScreen"
      id="charts"
      role="region"
      aria-label={hoursTexts.title}
      tabIndex={-1}
      data-market={market}
    >
      <h2 className="unseen">{hoursTexts.title}</h2>
      <div className="hoursBar" ref={bar}>
        <Segments
          label={hoursTexts.market}
          selectedKey={market}
          onChoose={choose}
          segments={MARKETS.map((key) => ({ key, label: hoursTexts.markets[key] }))}
        />
        {!isMarketMissing && <Cursor />}
        <span className="space" />
        {curves !== null && !isMarketMissing && <WeekButtons curves={curves} />}
      </div>
      {isMarketMissing && <MissingMarket market={market} />}
      {!isMarketMissing && charts.heatmap !== null && <Pane key={charts.heatmap.key} chart={charts.heatmap} />}
      <section className="pane whole" aria-label={hoursTexts.inspector} hidden={isMarketMissing}>
        <header>
          <h3>{hoursTexts.inspector}</h3>
          <span className="unit">{hoursTexts.markets[market]}</span>
        </header>
        <Inspector network={market} />
        <footer>
          <span title={hoursTexts.meritOrderAbout}>
            {hasPrice || market === "network_gas" ? hoursTexts.meritOrderAbout : hoursTexts.noMarketPrice}
          </span>
        </footer>
      </section>
      {!isMarketMissing && (
        <div className="low">
          <EqualLegends key={market}>
            <div className="weeks">
              {charts.hours !== null && <Pane key={charts.hours.key} chart={charts.hours} />}
              {charts.strip !== null && curves?.hasStrip !== false && (
                <Pane key={charts.strip.key} chart={charts.strip} />
              )}
            </div>
          </EqualLegends>
          {charts.duration !== null && <Pane key={charts.duration.key} chart={charts.duration} />}
        </div>
      )}
    </div>
  );
}

/** Null until the market's curves have arrived. */
function useCurves(hours: Chart | null, strip: Chart | null): MarketCurves | null {
  const answer = useSession((state) => state.answer);
  return useMemo(() => {
    if (answer === null || answer.curves === null || hours === null) return null;
    const loads = hourlySeriesOf(hours, answer);
    if (loads.length === 0) return null;
    const strips = strip === null ? [] : hourlySeriesOf(strip, answer);
    const stripSeries = strips.find(({ values }) => isNonZero(values));
    const hasPrice = strip !== null && isPrice(strip);
    const lines = loads.filter(({ isLine, values }) => isLine && isNonZero(values));
    return {
      loads,
      weather: loads.filter(({ colour }) => isWeatherColour(colour)).map(({ values }) => values),
      demand: (lines.at(-1) ?? loads.find(({ values }) => isNonZero(values)))?.values,
      price: hasPrice ? stripSeries?.values : undefined,
      storageLevel: hasPrice ? undefined : stripSeries?.values,
      hasStrip: stripSeries !== undefined,
    };
  }, [answer, hours, strip]);
}

/** Selects an initial hour: the highest price in the darkest week, or else the year's peak demand. */
function useInitialHour(curves: MarketCurves | null, hasCharts: boolean): void {
  const view = useHoursView();
  useEffect(() => {
    const { selectedHour, span } = view.getState();
    // The report of any hour shows whether a market without charts exists, so the first hour is used.
    if (!hasCharts && selectedHour === null) view.setState({ selectedHour: span?.from ?? 0 });
    if (curves === null || selectedHour !== null || isMissing(curves.loads)) return;
    const { weather, price, demand } = curves;
    if (span !== null) {
      view.setState({ selectedHour: hourOfMaximum(price ?? demand, span.from, span.to - span.from + 1) });
      return;
    }
    const from = price !== undefined && weather.length > 0 ? darkestWeek(weather) : null;
    const hour = from === null ? hourOfMaximum(price ?? demand) : hourOfMaximum(price, from, WEEK);
    if (hour === null) return;
    view.setState({ selectedHour: hour, span: from === null ? spanAround(hour, WEEK) : weekFrom(from) });
  }, [curves, hasCharts, view]);
}

function MissingMarket({ market }: { readonly market: Market }) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const { withSlide } = useWorkbenchNavigation();
  const hoursTexts = texts.hours;
  const slide = slideOf(model, market);
  return (
    <section className="pane noMarket" aria-label={hoursTexts.markets[market]}>
      <div className="empty">
        <Icon name="mark" size={44} />
        <p>{hoursTexts.missingMarket[market]}</p>
        {slide !== null && (
          <Link className="button primary" to="." search={withSlide(slide)}>
            {hoursTexts.goTo(slide.title)}
          </Link>
        )}
      </div>
    </section>
  );
}

function Cursor() {
  const { texts, language } = useTexts();
  const hour = useHours(({ hoveredHour, selectedHour }) => hoveredHour ?? selectedHour);
  const span = useHours(visibleSpan);
  const firstWeekday = useFirstWeekday();
  const hoursTexts = texts.hours;
  return (
    <p className="cursor">
      {hour === null ? (
        <span>
          {hoursTexts.spanFrom(timeOf(span.from, language, firstWeekday), timeOf(span.to, language, firstWeekday))}
        </span>
      ) : (
        <>
          <b>{timeOf(hour, language, firstWeekday)}</b>
          <span>{hoursTexts.hourOf(hour + 1)}</span>
        </>
      )}
    </p>
  );
}

/** Buttons for interesting weeks: for electricity by weather and price, for other markets by demand and storage. */
function WeekButtons({ curves: { weather, price, demand, storageLevel } }: { readonly curves: MarketCurves }) {
  const { texts } = useTexts();
  const view = useHoursView();
  const hoursTexts = texts.hours;
  const showWeek = (from: number, selectedHour: number): void => view.setState({ span: weekFrom(from), selectedHour });
  const showHour = (at: number | null): void => {
    if (at !== null) showWeek(spanAround(at, WEEK).from, at);
  };
  const isElectricity = price !== undefined && weather.length > 0;
  const buttons: readonly (readonly [label: string, isShown: boolean, show: () => void])[] = [
    [
      hoursTexts.darkest,
      isElectricity,
      () => {
        const from = darkestWeek(weather);
        showWeek(from, hourOfMaximum(price, from, WEEK) ?? from + 17);
      },
    ],
    [
      hoursTexts.windiest,
      isElectricity,
      () => {
        const from = darkestWeek(weather.map((values) => values.map((value) => -value)));
        showWeek(from, from + 12);
      },
    ],
    [hoursTexts.highestPrice, price !== undefined, () => showHour(hourOfMaximum(price))],
    [hoursTexts.peakDemand, price === undefined && demand !== undefined, () => showHour(hourOfMaximum(demand))],
    [hoursTexts.lowestStorage, storageLevel !== undefined, () => showHour(hourOfMinimum(storageLevel))],
  ];
  return (
    <>
      {buttons.map(([label, isShown, show]) =>
        isShown ? (
          <Button key={label} className="button" onPress={show}>
            {label}
          </Button>
        ) : null,
      )}
    </>
  );
}
