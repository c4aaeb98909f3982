/** The uncertainty of figures: their ranges over the documented uncertainties of the model, and the causes. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork, SweepResult } from "../../calculation/calculator.ts";
import { LabelledSegments } from "../../controls/Segments.tsx";
import { formatFigure, formatDecimals, formatTogether } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { type HeadlineRange, headlineRanges } from "../workbench/headline-ranges.ts";
import { modelQuery } from "../workbench/queries.ts";
import { columnOf, positionsAt } from "./answer-rows.ts";
import { type Cause, causesOf } from "./causes.ts";
import { CountChoice, countOf } from "./CountChoice.tsx";
import { Histogram } from "./Histogram.tsx";
import { findCurve, HourlyRanges, hoursOf } from "./HourlyRanges.tsx";
import { OpenAsNew } from "./OpenAsNew.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { SeriesRanges } from "./SeriesRanges.tsx";
import { type Band, BANDS, nearestVariant, spreadOf } from "./spreads.ts";
import { type Range, rangesOf, readRanges } from "./uncertain-ranges.ts";
import { UncertainRanges } from "./UncertainRanges.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Powers of two, because only then are points of the Sobol' sequence evenly distributed. */
const VARIANTS = [64, 256, 1_024, 4_096, 16_384];
const DEFAULT_VARIANTS = 256;
const SEED = 1;
const NO_CAUSES: ReadonlyMap<string, Cause> = new Map();
const NO_RANGES: Readonly<Record<string, Range>> = {};
/** Maximum number of variants with curves: the browser keeps 35 kB per variant, and the server returns no curves. */
const MAX_VARIANTS_WITH_HOURS = 1_024;

export function HowSure({ number, slide, charts, hourlyCharts, ranges: rangesText, count, sweep, title }: ViewProps) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const { area, endYear } = useSession(({ scenario }) => scenario);
  const documents = useQuery(modelQuery(area, endYear)).data?.documents;
  const [band, setBand] = useState<Band>("8");
  const [chosenCurve, setChosenCurve] = useState<Parameters<typeof findCurve>[1]>({ chart: null, series: null });
  const curve = useMemo(() => findCurve(hourlyCharts, chosenCurve), [hourlyCharts, chosenCurve]);
  const variants = countOf(count, VARIANTS, DEFAULT_VARIANTS);
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
  const isWithoutRanges = work === null && documents !== undefined;
  const figures = useMemo(() => (result === null ? null : figuresIn(result, number)), [result, number]);
  const causes = useMemo(() => (result === null ? NO_CAUSES : causesOf(result, number.query)), [result, number]);
  const isFinished = run.run?.report?.isFinished === true;
  useHeadlineRanges(result, band);
  const spread = figures === null ? null : spreadOf(figures, band);
  const [low, high] = formatTogether([spread?.low ?? 0, spread?.high ?? 0], language);
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
        <LabelledSegments
          label={exploreTexts.band}
          selectedKey={band}
          onChoose={setBand}
          segments={BANDS.map((key) => ({ key, label: exploreTexts.bands[key] }))}
        />
      </div>
      <div className="explorePanes ofRanges">
        <section className="pane ranking" aria-labelledby="uncertain-title">
          <header>
            <h3 id="uncertain-title">{exploreTexts.uncertainSliders}</h3>
          </header>
          <p className="say">{exploreTexts.causesAbout(number.title)}</p>
          <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="uncertain-title">
            {isWithoutRanges && <p className="say">{exploreTexts.noRanges}</p>}
            <UncertainRanges
              ranges={ranges}
              documented={documented}
              ownRanges={ownRanges}
              slide={slide}
              causes={causes}
              isFinished={isFinished}
            />
          </div>
          <footer>
            <span>{exploreTexts.rangesBelong}</span>
          </footer>
        </section>
        {charts.length > 0 && work !== null && <SeriesRanges charts={charts} result={result} band={band} />}
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
                : exploreTexts.between(exploreTexts.bands[band], low, `${high} ${number.unit}`)}
          </p>
          {figures === null || spread === null ? (
            <p className="empty">{isWithoutRanges ? exploreTexts.noVariants : exploreTexts.planning}</p>
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
        {curve !== null && work !== null && (
          <HourlyRanges
            curve={curve}
            hourlyCharts={hourlyCharts}
            result={result?.hours ?? null}
            band={band}
            isFinished={isFinished}
            emptyMessage={
              variants > MAX_VARIANTS_WITH_HOURS || run.run?.location === "server"
                ? exploreTexts.hourlyUpTo(formatDecimals(MAX_VARIANTS_WITH_HOURS, language, 0))
                : isFinished
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

/** Points of a range whose variants can be opened. */
const EDGES = ["low", "median", "high"] as const;

/** A number's figures in the displayed unit. */
const figuresIn = (result: SweepResult, { query, factor }: HeadlineNumber): Float64Array =>
  columnOf(result, query).map((value) => value * factor);

/** Shows the ranges of the headline numbers next to them while the view is open. */
function useHeadlineRanges(result: SweepResult | null, band: Band): void {
  const { numbers } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  useEffect(() => {
    if (result === null) return;
    const ranges = new Map<string, HeadlineRange>();
    for (const number of numbers) {
      const spread = spreadOf(figuresIn(result, number), band);
      if (spread === null) continue;
      const [low, high] = formatTogether([spread.low, spread.high], language);
      const isAlways = low === high;
      ranges.set(number.query, {
        low: spread.low,
        high: spread.high,
        text: isAlways ? exploreTexts.always(low) : exploreTexts.span(low, high),
        sentence: isAlways
          ? exploreTexts.always(`${low} ${number.unit}`.trim())
          : exploreTexts.between(exploreTexts.bands[band], low, `${high} ${number.unit}`.trim()),
      });
    }
    headlineRanges.setState(ranges, true);
  }, [result, band, numbers, language, exploreTexts]);
  useEffect(() => () => headlineRanges.setState(new Map(), true), []);
}
