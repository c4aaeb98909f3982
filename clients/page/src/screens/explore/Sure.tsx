/** The uncertainty of figures: their ranges over the documented uncertainties of the model, and the causes. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork, SweepFound } from "../../calculation/calculator.ts";
import { HeadlineFigures } from "../../charts/Figures.tsx";
import { Choice } from "../../controls/Choice.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { figure, written } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { modelQuery } from "../workbench/queries.ts";
import { columnOf, positionsAt } from "./answer-rows.ts";
import { Causes } from "./Causes.tsx";
import { CountChoice, countOf } from "./CountChoice.tsx";
import { Histogram } from "./Histogram.tsx";
import { curveIn, HourlyRanges, hoursOf } from "./HourlyRanges.tsx";
import { OpenAsNew } from "./OpenAsNew.tsx";
import { RangeStrip } from "./RangeStrip.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { SeriesRanges } from "./SeriesRanges.tsx";
import { type Band, BANDS, nearestTo, type Spread, spreadOf } from "./spreads.ts";
import { useExploreWords } from "./use-explore-words.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Points of the Sobol' sequence, which are even for powers of two. */
const VARIANTS = [256, 1_024, 4_096, 16_384];
const SEED = 1;
/** The browser keeps the curve of each variant, 35 kB; the server returns none. */
const MOST_WITH_HOURS = 1_024;

export function Sure({ number, charts, hourly, count, sweep, title }: ViewProps) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const words = useExploreWords();
  const { area, endYear } = useSession(({ stored }) => stored);
  const documents = useQuery(modelQuery(area, endYear)).data?.documents;
  const [band, setBand] = useState<Band>("8");
  const [shownChart, setShownChart] = useState<string | null>(null);
  const chart = charts.find(({ key }) => key === shownChart) ?? charts[0] ?? null;
  const [chosenCurve, setChosenCurve] = useState<Parameters<typeof curveIn>[1]>({ chart: null, series: null });
  const curve = useMemo(() => curveIn(hourly, chosenCurve), [hourly, chosenCurve]);
  const variants = countOf(count, VARIANTS, VARIANTS[0]!);
  const work = useMemo((): Extract<ExplorationWork, { readonly kind: "sweep" }> | null => {
    const documented = Object.entries(documents?.uncertainties ?? {});
    if (documented.length === 0) return null;
    const queries = [
      ...model.headline.map(({ query }) => query),
      ...charts.flatMap(({ series }) => series.flatMap(({ terms }) => terms.map(({ query }) => query))),
    ];
    return {
      kind: "sweep",
      spec: {
        factors: { documented: Object.fromEntries(documented.map(([key, { from, to }]) => [key, { from, to }])) },
        design: { method: "sobol", n: variants },
        outputs: { queries: [...new Set(queries)], present: [], series: [] },
        seed: SEED,
      },
      ...(curve !== null && variants <= MOST_WITH_HOURS && { hours: hoursOf(curve) }),
    };
  }, [documents, model, charts, curve, variants]);
  const run = useRun("sweep", work, { sweep, title });
  const { found } = run;
  const figures = useMemo(() => (found === null ? null : figuresIn(found, number)), [found, number]);
  const spread = figures === null ? null : spreadOf(figures, band);
  const table = (): Table => ({
    name: "ranges",
    header: ["query", "title", "unit", "low", "quarter", "median", "three quarters", "high"],
    rows: model.headline.flatMap((each) => {
      const own = found === null ? null : spreadOf(figuresIn(found, each), band);
      return own === null ? [] : [[each.query, each.title, each.unit, ...Object.values(own)]];
    }),
  });
  return (
    <>
      <div className="exploreSettings">
        <CountChoice label={words.variants} counts={VARIANTS} chosen={variants} />
        <span className="quiet">{words.band}</span>
        <Segments
          label={words.band}
          chosen={band}
          onChoose={setBand}
          segments={BANDS.map((key) => ({ key, label: words.bands[key] }))}
        />
      </div>
      <div className="explorePanes ofRanges">
        <section className="pane numbers" aria-labelledby="numbers-title">
          <header>
            <h3 id="numbers-title">{words.ranges}</h3>
          </header>
          <p className="say">{words.rangesAbout(words.bands[band])}</p>
          <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="numbers-title">
            {work === null && documents !== undefined ? (
              <p className="empty">{words.noRanges}</p>
            ) : (
              found !== null && <Numbers band={band} spreadsOf={(each) => spreadOf(figuresIn(found, each), band)} />
            )}
          </div>
          <footer>
            <span>{words.rangesBelong}</span>
          </footer>
        </section>
        <section className="pane" aria-labelledby="spread-title">
          <header>
            <h3 id="spread-title">
              {words.variantsOf(number.title, written(run.run?.explored?.done ?? 0, language, 0))}
            </h3>
          </header>
          <p className="say">
            {spread === null
              ? " "
              : spread.low === spread.high
                ? words.always(`${figure(spread.low, language)} ${number.unit}`.trim())
                : words.between(
                    words.bands[band],
                    figure(spread.low, language),
                    `${figure(spread.high, language)} ${number.unit}`,
                  )}
          </p>
          {figures === null || spread === null ? (
            <p className="empty">{words.planning}</p>
          ) : (
            <Histogram figures={figures} spread={spread} unit={number.unit} />
          )}
          <footer className="variants">
            {found !== null && figures !== null && spread !== null && spread.low < spread.high && (
              <>
                <span>{words.openVariant}</span>
                {EDGES.map((edge) => (
                  <OpenAsNew
                    key={edge}
                    name={`${words.edges[edge]} ${figure(spread[edge], language)}`}
                    isShort
                    version={run.run!.version}
                    values={() => positionsAt(found, nearestTo(figures, spread[edge]))}
                  />
                ))}
              </>
            )}
          </footer>
        </section>
        <Causes found={found} number={number} />
        {chart !== null && (
          <section className="pane" aria-labelledby="series-title">
            <header>
              <h3 id="series-title">{chart.title}</h3>
              <span className="unit">{chart.unit}</span>
              <span className="space" />
              {charts.length > 1 && (
                <Choice
                  aria-label={texts.chart}
                  options={charts.map(({ key, title }) => ({ key, label: title }))}
                  chosen={chart.key}
                  onChoose={setShownChart}
                />
              )}
            </header>
            <p className="say">{words.seriesAbout(words.bands[band])}</p>
            {found === null ? (
              <p className="empty">{words.planning}</p>
            ) : (
              <SeriesRanges chart={chart} found={found} band={band} />
            )}
            <footer>
              <span>{words.seriesFoot}</span>
            </footer>
          </section>
        )}
        {curve !== null && work !== null && (
          <HourlyRanges
            curve={curve}
            hourly={hourly}
            found={found?.hours ?? null}
            band={band}
            isOver={run.run?.explored?.isOver === true}
            lack={
              variants > MOST_WITH_HOURS || run.run?.place === "server"
                ? words.hourlyUpTo(written(MOST_WITH_HOURS, language, 0))
                : run.run?.explored?.isOver === true
                  ? words.hourlyNone
                  : words.planning
            }
            onChoose={(key, series) => setChosenCurve({ chart: key, series })}
          />
        )}
      </div>
      <RunBar of={run} table={found === null ? null : table} />
    </>
  );
}

/** Places in a range whose variants can be opened. */
const EDGES = ["low", "median", "high"] as const;

/** The figures of a number in the unit on the screen. */
const figuresIn = (found: SweepFound, { query, factor }: HeadlineNumber): Float64Array =>
  columnOf(found, query).map((value) => value * factor);

/** The headline numbers with their ranges. */
function Numbers({
  band,
  spreadsOf,
}: {
  readonly band: Band;
  readonly spreadsOf: (number: HeadlineNumber) => Spread | null;
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const words = useExploreWords();
  const endYear = useSession(({ stored }) => stored.endYear);
  const shown = useSession((state) => state.shown);
  const nowOf = (number: HeadlineNumber): number | null =>
    shown === null ? null : valueOf(shown, number.query, number, "future");
  const spreads = new Map(model.headline.map((each) => [each.query, spreadsOf(each)]));
  return (
    <HeadlineFigures
      numbers={model.headline}
      columns={[
        {
          head: endYear,
          cell: (number) => {
            const now = nowOf(number);
            return now === null ? "–" : <data value={now}>{figure(now * number.factor, language)}</data>;
          },
        },
        {
          head: null,
          kind: "bars",
          cell: (number) => {
            const [now, spread] = [nowOf(number), spreads.get(number.query) ?? null];
            return spread !== null && <OwnScale spread={spread} now={now === null ? null : now * number.factor} />;
          },
        },
        {
          head: words.bands[band],
          cell: ({ query }) => {
            const spread = spreads.get(query) ?? null;
            if (spread === null) return "–";
            return spread.low === spread.high
              ? words.always(figure(spread.low, language))
              : words.span(figure(spread.low, language), figure(spread.high, language));
          },
        },
      ]}
    />
  );
}

/** A number has its own scale: from a tenth of the spread below it to a tenth above. */
function OwnScale({ spread, now }: { readonly spread: Spread; readonly now: number | null }) {
  if (spread.low === spread.high) return null;
  const ends = [spread.low, spread.high, now ?? spread.median];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const room = (most - least) * 0.1;
  const at = (value: number): number => ((value - least + room) / (most - least + 2 * room)) * 100;
  return <RangeStrip spread={spread} at={at} now={now} />;
}
