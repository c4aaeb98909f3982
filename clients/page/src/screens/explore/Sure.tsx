/** The uncertainty of figures: their ranges over the documented uncertainties of the model, and the causes. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Chart, HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork, SweepFound } from "../../calculation/calculator.ts";
import { seriesOf, withFullLabels } from "../../charts/chart-series.ts";
import { BarAxis } from "../../charts/BarAxis.tsx";
import { Figures, HeadlineFigures, Named } from "../../charts/Figures.tsx";
import { linearScale, type Scale } from "../../charts/scale.ts";
import { Choice } from "../../controls/Choice.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { decimalsBeside, decimalsFor, figure, written } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { modelQuery } from "../workbench/queries.ts";
import { titleOfFactor } from "./factor-titles.ts";
import { columnOf } from "./answer-rows.ts";
import { CountChoice, countOf } from "./CountChoice.tsx";
import { Histogram } from "./Histogram.tsx";
import { RunBar, type Table } from "./RunBar.tsx";
import { type Band, BANDS, type Spread, spreadOf } from "./spreads.ts";
import { useRun } from "./use-run.ts";
import type { ViewProps } from "./view.ts";

/** Points of the Sobol' sequence, which are even for powers of two. */
const VARIANTS = [256, 1_024, 4_096, 16_384];
const SEED = 1;
/** Number of listed causes. */
const CAUSES = 8;
/** A smaller part of the range is within the chance of the sample. */
const LEAST_CAUSE = 0.005;

export function Sure({ number, charts, count }: ViewProps) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const words = texts.explore;
  const { area, endYear } = useSession(({ stored }) => stored);
  const documents = useQuery(modelQuery(area, endYear)).data?.documents;
  const [band, setBand] = useState<Band>("8");
  const [shownChart, setShownChart] = useState<string | null>(null);
  const chart = charts.find(({ key }) => key === shownChart) ?? charts[0] ?? null;
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
    };
  }, [documents, model, charts, variants]);
  const run = useRun("sweep", work);
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
          <footer />
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
      </div>
      <RunBar of={run} table={found === null ? null : table} />
    </>
  );
}

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
  const { texts, language } = useTexts();
  const words = texts.explore;
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
  return <Strip spread={spread} at={at} now={now} />;
}

/** A band with its inner half, its median, and the present value. */
function Strip({
  spread,
  at,
  now,
}: {
  readonly spread: Spread;
  /** The place of a value, in percent. */
  readonly at: (value: number) => number;
  readonly now: number | null;
}) {
  const part = (from: number, to: number) => ({ left: `${at(from)}%`, width: `${at(to) - at(from)}%` });
  return (
    <span className="barRow">
      <i className="outer" style={part(spread.low, spread.high)} />
      <i className="inner" style={part(spread.lowerQuarter, spread.upperQuarter)} />
      <i className="median" style={{ left: `${at(spread.median)}%` }} />
      {now !== null && <i className="now" style={{ left: `${at(now)}%` }} />}
    </span>
  );
}

/** The ranges of a chart's series on one scale. */
function SeriesRanges({
  chart,
  found,
  band,
}: {
  readonly chart: Chart;
  readonly found: SweepFound;
  readonly band: Band;
}) {
  const { texts, language } = useTexts();
  const shown = useSession((state) => state.shown);
  const rows = useMemo(() => rangesOf(chart, found, band), [chart, found, band]);
  const own = useMemo(() => (shown === null ? [] : seriesOf(chart, shown, null)), [chart, shown]);
  const values = rows.flatMap(({ spread }) => [spread.low, spread.high]);
  const scale: Scale = linearScale([Math.min(0, ...values), Math.max(0, ...values)], [0, 100], 20);
  const decimals = decimalsBeside(Math.max(0, ...values.map(Math.abs)));
  const shownFigure = (value: number): string => written(value, language, decimals);
  return (
    <div className="body scrolls" tabIndex={0} role="group" aria-label={chart.title}>
      <Figures
        columns={[
          { head: texts.name, kind: "name", isHeadUnseen: true, cell: ({ label }) => label },
          {
            head: <BarAxis scale={scale} />,
            kind: "bars",
            cell: ({ key, spread }) => (
              <Strip spread={spread} at={scale.at} now={own.find((one) => one.key === key)?.future ?? null} />
            ),
          },
          {
            head: texts.explore.bands[band],
            cell: ({ spread }) => {
              const [low, high] = [shownFigure(spread.low), shownFigure(spread.high)];
              return low === high ? texts.explore.always(low) : texts.explore.span(low, high);
            },
          },
        ]}
        rows={rows}
        markOf={({ key }) => ({ key })}
      />
    </div>
  );
}

/** Series whose figures are not always 0, the largest first. */
function rangesOf(
  chart: Chart,
  found: SweepFound,
  band: Band,
): readonly { readonly key: string; readonly label: string; readonly spread: Spread }[] {
  const queries = new Map(
    [...new Set(chart.series.flatMap(({ terms }) => terms.map(({ query }) => query)))].map((query) => [
      query,
      columnOf(found, query),
    ]),
  );
  const count = found.outline.rows;
  const values = chart.series.map(() => new Float64Array(count).fill(NaN));
  for (let variant = 0; variant < count; variant++) {
    const results = new Map(
      Array.from(queries, ([query, column]) => {
        const value = column[variant] ?? NaN;
        return [query, { today: null, future: Number.isNaN(value) ? null : value, fault: null }];
      }),
    );
    for (const [place, { future }] of seriesOf(chart, { results }, null).entries())
      if (future !== null) values[place]![variant] = future;
  }
  const named = withFullLabels(chart, seriesOf(chart, { results: new Map() }, null));
  return named
    .flatMap(({ key, label }, place) => {
      const spread = spreadOf(values[place]!, band);
      return spread === null || (spread.low === 0 && spread.high === 0) ? [] : [{ key, label, spread }];
    })
    .toSorted((a, b) => Math.abs(b.spread.median) - Math.abs(a.spread.median));
}

/** The sliders that cause the range, by squared rank correlation. */
function Causes({ found, number }: { readonly found: SweepFound | null; readonly number: HeadlineNumber }) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const words = texts.explore;
  const influences = found?.estimates.figures.find(({ name }) => name === `query.${number.query}`)?.influences ?? [];
  const factors = new Map(found?.outline.factors.map((factor) => [factor.name, factor]));
  const causes = influences.flatMap((influence) => {
    const factor = factors.get(influence.factor);
    if (!("correlation" in influence) || factor === undefined) return [];
    const part = influence.correlation ** 2;
    return part < LEAST_CAUSE ? [] : [{ factor, part, rises: influence.correlation > 0 }];
  });
  const percent = (part: number): string =>
    `${written(part * 100, language, Math.max(0, decimalsFor(part * 100, 0)))}\u00a0%`;
  return (
    <section className="pane" aria-labelledby="causes-title">
      <header>
        <h3 id="causes-title">{words.causes}</h3>
      </header>
      <p className="say">{words.causesAbout}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="causes-title">
        <Figures
          columns={[
            {
              head: words.uncertainty,
              kind: "name",
              cell: ({ factor }) => {
                const { unit, factor: ofUnit } = model.sliders.get(factor.name) ?? { unit: "", factor: 1 };
                const { from, to } = factor.positions!;
                const range = words.span(figure(from * ofUnit, language), `${figure(to * ofUnit, language)} ${unit}`);
                return <Named name={titleOfFactor(factor, model).title} more={range.trim()} />;
              },
            },
            {
              head: null,
              kind: "bars",
              cell: ({ part, rises }) => (
                <span className="barRow">
                  <i className={rises ? "cause" : "cause falls"} style={{ left: 0, width: `${part * 100}%` }} />
                </span>
              ),
            },
            { head: words.explains, cell: ({ part }) => percent(part) },
          ]}
          rows={causes.slice(0, CAUSES)}
          markOf={({ factor }) => ({ key: factor.name })}
        />
      </div>
      <footer>
        <span>{found === null ? "" : words.causesFoot(found.outline.factors.length)}</span>
      </footer>
    </section>
  );
}
