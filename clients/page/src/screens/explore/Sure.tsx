/** The uncertainty of figures: their ranges over the documented uncertainties of the model, and the causes. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Chart, HeadlineNumber } from "@etesian/interface";
import type { ExplorationWork, SweepFound } from "../../calculation/calculator.ts";
import { seriesOf, withFullLabels } from "../../charts/chart-series.ts";
import { linearScale, type Scale } from "../../charts/scale.ts";
import { Segments } from "../../controls/Segments.tsx";
import { decimalsBeside, decimalsFor, figure, tickLabels, written } from "../../figures/figures.ts";
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
              found !== null && (
                <table className="figures spreads">
                  <thead>
                    <tr>
                      <th scope="col">{texts.headline}</th>
                      <th scope="col" className="right">
                        {endYear}
                      </th>
                      <th scope="col">
                        <span className="unseen">{words.range}</span>
                      </th>
                      <th scope="col" className="right">
                        {words.bands[band]}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {model.headline.map((each) => (
                      <NumberRow key={each.query} number={each} spread={spreadOf(figuresIn(found, each), band)} />
                    ))}
                  </tbody>
                </table>
              )
            )}
          </div>
          <footer>
            <span>{words.rangesBelong}</span>
          </footer>
        </section>
        <section className="pane" aria-labelledby="spread-title">
          <header>
            <h3 id="spread-title">{words.variantsOf(number.title, run.run?.explored?.done ?? 0)}</h3>
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
                <select
                  className="curve"
                  aria-label={texts.chart}
                  value={chart.key}
                  onChange={({ target }) => setShownChart(target.value)}
                >
                  {charts.map(({ key, title }) => (
                    <option key={key} value={key}>
                      {title}
                    </option>
                  ))}
                </select>
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

function NumberRow({ number, spread }: { readonly number: HeadlineNumber; readonly spread: Spread | null }) {
  const { texts, language } = useTexts();
  const words = texts.explore;
  const now = useSession(({ shown }) => (shown === null ? null : valueOf(shown, number.query, number, "future")));
  const present = now === null ? null : now * number.factor;
  const ends = [spread?.low ?? 0, spread?.high ?? 0, present ?? spread?.median ?? 0];
  // A number has its own scale: from a tenth of the spread below it to a tenth above.
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const room = (most - least || 1) * 0.1;
  const at = (value: number): number => ((value - least + room) / (most - least + 2 * room)) * 100;
  return (
    <tr data-query={number.query}>
      <th scope="row">
        {number.title} <span className="quiet">{number.unit}</span>
      </th>
      <td className="right">{present === null ? "–" : <data value={now!}>{figure(present, language)}</data>}</td>
      <td className="range" aria-hidden="true">
        {spread !== null && spread.low < spread.high && <Strip spread={spread} at={at} now={present} />}
      </td>
      <td className="right">
        {spread === null
          ? "–"
          : spread.low === spread.high
            ? words.always(figure(spread.low, language))
            : words.span(figure(spread.low, language), figure(spread.high, language))}
      </td>
    </tr>
  );
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
    <span className="strip">
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
  const labels = tickLabels(scale.ticks, language);
  const decimals = decimalsBeside(Math.max(0, ...values.map(Math.abs)));
  const shownFigure = (value: number): string => written(value, language, decimals);
  return (
    <div className="body scrolls" tabIndex={0} role="group" aria-label={chart.title}>
      <table className="figures spreads">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{texts.name}</span>
            </th>
            <td aria-hidden="true" className="range">
              {scale.ticks.map((value, index) => (
                <span key={value} className="tick" style={{ left: `${scale.at(value)}%` }}>
                  {labels[index]}
                </span>
              ))}
            </td>
            <th scope="col" className="right">
              {texts.explore.bands[band]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, spread }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className="range" aria-hidden="true">
                <Strip spread={spread} at={scale.at} now={own.find((one) => one.key === key)?.future ?? null} />
              </td>
              <td className="right">
                {shownFigure(spread.low) === shownFigure(spread.high)
                  ? texts.explore.always(shownFigure(spread.low))
                  : texts.explore.span(shownFigure(spread.low), shownFigure(spread.high))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
        <table className="figures spreads">
          <tbody>
            {causes.slice(0, CAUSES).map(({ factor, part, rises }) => {
              const { unit, factor: ofUnit } = model.sliders.get(factor.name) ?? { unit: "", factor: 1 };
              const { from, to } = factor.positions!;
              return (
                <tr key={factor.name}>
                  <th scope="row">
                    {titleOfFactor(factor, model).title}{" "}
                    <span className="quiet">
                      {words.span(figure(from * ofUnit, language), `${figure(to * ofUnit, language)} ${unit}`.trim())}
                    </span>
                  </th>
                  <td className="range" aria-hidden="true">
                    <span className="strip">
                      <i className={rises ? "cause" : "cause falls"} style={{ left: 0, width: `${part * 100}%` }} />
                    </span>
                  </td>
                  <td className="right">{percent(part)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <footer>
        <span>{found === null ? "" : words.causesFoot(found.outline.factors.length)}</span>
      </footer>
    </section>
  );
}
