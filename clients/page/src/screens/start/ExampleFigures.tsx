/** Key figures and small charts of an example. The server calculates them once the card is in view. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Prefixes, prefixesOf, queriesOf } from "@etesian/interface";
import { readNumbers } from "../../calculation/http.ts";
import { hourlySeriesOf, seriesOf } from "../../charts/chart-series.ts";
import { highestWeek, sharesOf, weekLine } from "../../charts/small.ts";
import { formatFigure } from "../../figures/figures.ts";
import { magnitudesOfNumbers } from "../../figures/prefixes.ts";
import { valueOf, type Year } from "../../figures/values.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import type { ExampleView } from "./example-view.ts";

/** Sizes of the bar and the line, in units of a drawing as wide as the card. */
const BAR = { width: 230, height: 10 };
const LINE = { width: 230, height: 30 };

/** Calculates one example at a time, so that the server's other calculations are not delayed. */
let lastCalculation: Promise<unknown> = Promise.resolve();
function runInSequence<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = lastCalculation.then(work);
  lastCalculation = done.catch(() => {});
  return done;
}

export function ExampleFigures({
  id,
  viewIn,
}: {
  readonly id: number;
  readonly viewIn: (prefixes: Prefixes) => ExampleView;
}) {
  const { texts, language } = useTexts();
  const ref = useRef<HTMLSpanElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  const { numbers: unscaledNumbers, mix, price } = useMemo(() => viewIn({}), [viewIn]);
  const [priceSeries] = price?.series ?? [];
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) setIsSeen(true);
    });
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  const request = {
    queries: [...unscaledNumbers.map(({ query }) => query), ...(mix === null ? [] : queriesOf(mix))],
    curves: priceSeries?.terms.map(({ query }) => query) ?? [],
  };
  const { data } = useQuery({
    queryKey: ["example", id, request],
    queryFn: () => runInSequence(() => readNumbers(api, id, request)),
    enabled: isSeen,
    staleTime: Infinity,
    retry: false,
  });
  const numbers = useMemo(
    () =>
      data === undefined ? unscaledNumbers : viewIn(prefixesOf(magnitudesOfNumbers(unscaledNumbers, data))).numbers,
    [unscaledNumbers, data, viewIn],
  );
  const prices = data === undefined || price === null ? null : (hourlySeriesOf(price, data)[0]?.values ?? null);
  const shares = data === undefined || mix === null ? [] : sharesOf(seriesOf(mix, data, null), BAR.width);
  return (
    <span className="figures" ref={ref}>
      {mix !== null && (
        <span className="mix">
          <svg viewBox={`0 0 ${BAR.width} ${BAR.height}`} preserveAspectRatio="none" aria-hidden="true">
            {shares.map(({ series, x, width }) => (
              <rect key={series.key} x={x} width={width} height={BAR.height} fill={`var(--${series.colour})`} />
            ))}
          </svg>
          <small>{mix.title}</small>
        </span>
      )}
      <span className="numbers">
        {numbers.map((number, index) => {
          const { query, title, unit, factor } = number;
          const figureIn = (year: Year): number | null =>
            data === undefined ? null : valueOf(data, query, number, year);
          const [future, today] = [figureIn("future"), figureIn("today")];
          return (
            <span key={query} title={title}>
              <b>{future === null ? "–" : formatFigure(future * factor, language)}</b>{" "}
              <small>{`${unit}${today === null || index > 0 ? "" : `, ${texts.previousValue(formatFigure(today * factor, language))}`}`}</small>
            </span>
          );
        })}
      </span>
      {price !== null && (
        <span className="price">
          <svg viewBox={`0 0 ${LINE.width} ${LINE.height}`} preserveAspectRatio="none" aria-hidden="true">
            {prices !== null && <path d={weekLine(prices, highestWeek(prices), LINE)} />}
          </svg>
          <small>{texts.priceWeek}</small>
        </span>
      )}
    </span>
  );
}
