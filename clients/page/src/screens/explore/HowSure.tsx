/** The uncertainty of figures: their ranges over the documented uncertainties of the model, and the causes. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork, SweepResult } from "../../calculation/calculator.ts";
import { HeadlineFigures } from "../../charts/Figures.tsx";
import { Select } from "../../controls/Select.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { formatFigure, formatDecimals } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { modelQuery } from "../workbench/queries.ts";
import { columnOf, positionsAt } from "./answer-rows.ts";
import { Causes } from "./Causes.tsx";
import { CountChoice, countOf } from "./CountChoice.tsx";
import { Histogram } from "./Histogram.tsx";
import { findCurve, HourlyRanges, hoursOf } from "./HourlyRanges.tsx";
import { OpenAsNew } from "./OpenAsNew.tsx";
import { RangeStrip } from "./RangeStrip.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { SeriesRanges } from "./SeriesRanges.tsx";
import { type Band, BANDS, nearestVariant, type Spread, spreadOf } from "./spreads.ts";
import { type Range, rangesOf, readRanges } from "./uncertain-ranges.ts";
import { UncertainRanges } from "./UncertainRanges.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Powers of two, because only then are points of the Sobol' sequence evenly distributed. */
const VARIANTS = [256, 1_024, 4_096, 16_384];
const SEED = 1;
const NO_RANGES: Readonly<Record<string, Range>> = {};
/** Numbers of variants with curves: the browser keeps 35 kB per variant, and the server returns no curves. */
const MAX_VARIANTS_WITH_HOURS = 1_024;

export function HowSure({ number, slide, charts, hourlyCharts, ranges: rangesText, count, sweep, title }: ViewProps) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const { area, endYear } = useSession(({ scenario }) => scenario);
  const documents = useQuery(modelQuery(area, endYear)).data?.documents;
  const [band, setBand] = useState<Band>("8");
  const [chartKey, setChartKey] = useState<string | null>(null);
  const chart = charts.find(({ key }) => key === chartKey) ?? charts[0] ?? null;
  const [chosenCurve, setChosenCurve] = useState<Parameters<typeof findCurve>[1]>({ chart: null, series: null });
  const curve = useMemo(() => findCurve(hourlyCharts, chosenCurve), [hourlyCharts, chosenCurve]);
  const variants = countOf(count, VARIANTS, VARIANTS[0]!);
  const documented = documents?.uncertainties ?? NO_RANGES;
  const ownRanges = useMemo(() => readRanges(rangesText), [rangesText]);
  const ranges = useMemo(() => rangesOf(documented, ownRanges), [documented, ownRanges]);
  const work = useMemo((): Extract<ExplorationWork, { readonly kind: "sweep" }> | null => {
    if (Object.keys(ranges).length === 0) return null;
    const queries = [
      ...model.headline.map(({ query }) => query),
      ...charts.flatMap(({ series }) => series.flatMap(({ terms }) => terms.map(({ query }) => query))),
    ];
    return {
      kind: "sweep",
      spec: {
        factors: { documented: ranges },
        design: { method: "sobol", n: variants },
        outputs: { queries: [...new Set(queries)], present: [], series: [] },
        seed: SEED,
      },
      ...(curve !== null && variants <= MAX_VARIANTS_WITH_HOURS && { hours: hoursOf(curve) }),
    };
  }, [ranges, model, charts, curve, variants]);
  const run = useRun("sweep", work, { sweep, title });
  const { result } = run;
  const figures = useMemo(() => (result === null ? null : figuresIn(result, number)), [result, number]);
  const spread = figures === null ? null : spreadOf(figures, band);
  const createTable = (): Table => ({
    name: "ranges",
    header: ["query", "title", "unit", "low", "quarter", "median", "three quarters", "high"],
    rows: model.headline.flatMap((headlineNumber) => {
      const spread = result === null ? null : spreadOf(figuresIn(result, headlineNumber), band);
      return spread === null
        ? []
        : [[headlineNumber.query, headlineNumber.title, headlineNumber.unit, ...Object.values(spread)]];
    }),
  });
  return (
    <>
      <div className="exploreSettings">
        <CountChoice label={exploreTexts.variants} counts={VARIANTS} chosen={variants} />
        <span className="quiet">{exploreTexts.band}</span>
        <Segments
          label={exploreTexts.band}
          selectedKey={band}
          onChoose={setBand}
          segments={BANDS.map((key) => ({ key, label: exploreTexts.bands[key] }))}
        />
      </div>
      <div className="explorePanes ofRanges">
        <section className="pane numbers" aria-labelledby="numbers-title">
          <header>
            <h3 id="numbers-title">{exploreTexts.ranges}</h3>
          </header>
          <p className="say">{exploreTexts.rangesAbout(exploreTexts.bands[band])}</p>
          <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="numbers-title">
            {work === null && documents !== undefined ? (
              <p className="empty">{exploreTexts.noRanges}</p>
            ) : (
              result !== null && (
                <NumberRanges
                  band={band}
                  spreadOfNumber={(headlineNumber) => spreadOf(figuresIn(result, headlineNumber), band)}
                />
              )
            )}
          </div>
          <footer>
            <span>{exploreTexts.rangesBelong}</span>
          </footer>
        </section>
        <section className="pane" aria-labelledby="spread-title">
          <header>
            <h3 id="spread-title">
              {exploreTexts.variantsOf(number.title, formatDecimals(run.run?.report?.done ?? 0, language, 0))}
            </h3>
          </header>
          <p className="say">
            {spread === null
              ? " "
              : spread.low === spread.high
                ? exploreTexts.always(`${formatFigure(spread.low, language)} ${number.unit}`.trim())
                : exploreTexts.between(
                    exploreTexts.bands[band],
                    formatFigure(spread.low, language),
                    `${formatFigure(spread.high, language)} ${number.unit}`,
                  )}
          </p>
          {figures === null || spread === null ? (
            <p className="empty">{exploreTexts.planning}</p>
          ) : (
            <Histogram figures={figures} spread={spread} unit={number.unit} />
          )}
          <footer className="variants">
            {result !== null && figures !== null && spread !== null && spread.low < spread.high && (
              <>
                <span>{exploreTexts.openVariant}</span>
                {EDGES.map((edge) => (
                  <OpenAsNew
                    key={edge}
                    name={`${exploreTexts.edges[edge]} ${formatFigure(spread[edge], language)}`}
                    isShort
                    version={run.run!.version}
                    values={() => positionsAt(result, nearestVariant(figures, spread[edge]))}
                  />
                ))}
              </>
            )}
          </footer>
        </section>
        <Causes result={result} number={number}>
          <UncertainRanges ranges={ranges} documented={documented} ownRanges={ownRanges} slide={slide} />
        </Causes>
        {chart !== null && (
          <section className="pane" aria-labelledby="series-title">
            <header>
              <h3 id="series-title">{chart.title}</h3>
              <span className="unit">{chart.unit}</span>
              <span className="space" />
              {charts.length > 1 && (
                <Select
                  aria-label={texts.chart}
                  options={charts.map(({ key, title }) => ({ key, label: title }))}
                  selectedKey={chart.key}
                  onChoose={setChartKey}
                />
              )}
            </header>
            <p className="say">{exploreTexts.seriesAbout(exploreTexts.bands[band])}</p>
            {result === null ? (
              <p className="empty">{exploreTexts.planning}</p>
            ) : (
              <SeriesRanges chart={chart} result={result} band={band} />
            )}
            <footer>
              <span>{exploreTexts.seriesFoot}</span>
            </footer>
          </section>
        )}
        {curve !== null && work !== null && (
          <HourlyRanges
            curve={curve}
            hourlyCharts={hourlyCharts}
            result={result?.hours ?? null}
            band={band}
            isFinished={run.run?.report?.isFinished === true}
            emptyMessage={
              variants > MAX_VARIANTS_WITH_HOURS || run.run?.location === "server"
                ? exploreTexts.hourlyUpTo(formatDecimals(MAX_VARIANTS_WITH_HOURS, language, 0))
                : run.run?.report?.isFinished === true
                  ? exploreTexts.hourlyNone
                  : exploreTexts.planning
            }
            onChoose={(key, series) => setChosenCurve({ chart: key, series })}
          />
        )}
      </div>
      <RunBar viewRun={run} createTable={result === null ? null : createTable} />
    </>
  );
}

/** Places in a range whose variants can be opened. */
const EDGES = ["low", "median", "high"] as const;

/** The figures of a number in the unit on the screen. */
const figuresIn = (result: SweepResult, { query, factor }: HeadlineNumber): Float64Array =>
  columnOf(result, query).map((value) => value * factor);

/** The headline numbers with their ranges. */
function NumberRanges({
  band,
  spreadOfNumber,
}: {
  readonly band: Band;
  readonly spreadOfNumber: (number: HeadlineNumber) => Spread | null;
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const endYear = useSession(({ scenario }) => scenario.endYear);
  const answer = useSession((state) => state.answer);
  const currentValueOf = (number: HeadlineNumber): number | null =>
    answer === null ? null : valueOf(answer, number.query, number, "future");
  const spreads = new Map(
    model.headline.map((headlineNumber) => [headlineNumber.query, spreadOfNumber(headlineNumber)]),
  );
  return (
    <HeadlineFigures
      numbers={model.headline}
      columns={[
        {
          head: endYear,
          cell: (number) => {
            const now = currentValueOf(number);
            return now === null ? "–" : <data value={now}>{formatFigure(now * number.factor, language)}</data>;
          },
        },
        {
          head: null,
          kind: "bars",
          cell: (number) => {
            const [now, spread] = [currentValueOf(number), spreads.get(number.query) ?? null];
            return spread !== null && <OwnScaleStrip spread={spread} now={now === null ? null : now * number.factor} />;
          },
        },
        {
          head: exploreTexts.bands[band],
          cell: ({ query }) => {
            const spread = spreads.get(query) ?? null;
            if (spread === null) return "–";
            return spread.low === spread.high
              ? exploreTexts.always(formatFigure(spread.low, language))
              : exploreTexts.span(formatFigure(spread.low, language), formatFigure(spread.high, language));
          },
        },
      ]}
    />
  );
}

/** Each number has its own scale, which exceeds the spread by a tenth on both sides. */
function OwnScaleStrip({ spread, now }: { readonly spread: Spread; readonly now: number | null }) {
  if (spread.low === spread.high) return null;
  const ends = [spread.low, spread.high, now ?? spread.median];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const margin = (most - least) * 0.1;
  const at = (value: number): number => ((value - least + margin) / (most - least + 2 * margin)) * 100;
  return <RangeStrip spread={spread} at={at} now={now} />;
}
