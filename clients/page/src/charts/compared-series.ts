/** Figures of a chart in several scenarios. */
import type { Chart } from "@etesian/interface";
import type { Answer } from "../calculation/calculator.ts";
import { hourlySeriesOf, rowSeriesOf, seriesOf } from "./chart-series.ts";
import type { ComparedSeries, ComparedView } from "./compared.ts";
import { curveDifference } from "./difference.ts";

/** @param answers this scenario's answer, then the others'; null while it is unknown */
export function comparedSeriesOf(chart: Chart, answers: readonly (Answer | null)[]): readonly ComparedSeries[] {
  const seriesByAnswer = answers.map((answer) =>
    answer === null ? null : rowSeriesOf(chart, seriesOf(chart, answer, null)),
  );
  return (seriesByAnswer[0] ?? []).map(({ key, label, colour, hatch, isLine, target, today }, index) => ({
    key,
    label,
    colour,
    hatch,
    isLine,
    target,
    today,
    values: seriesByAnswer.map((series) => series?.[index]?.future ?? null),
  }));
}

/** A curve to compare in an hourly chart: a series, or the sum of the stack. */
export interface CurveChoice {
  readonly key: string;
  readonly label: string | null;
}

export const TOTAL = "total";

/** Curves to choose from: first lines such as demand and prices, then the sum of the stack, then its parts. */
export function curveChoices(chart: Chart): readonly CurveChoice[] {
  const lines = chart.series.filter(({ drawn }) => drawn === "line");
  const stack = chart.series.filter(({ drawn }) => drawn !== "line");
  return [...lines, ...(stack.length > 1 ? [{ key: TOTAL, label: null }] : []), ...stack].map(({ key, label }) => ({
    key,
    label,
  }));
}

/**
 * One curve per scenario, or the hourly differences of the others from this one; null for a scenario without the curve.
 */
export function comparedCurves(
  chart: Chart,
  answers: readonly (Answer | null)[],
  selectedKey: string,
  view: ComparedView,
  isSorted: boolean,
): readonly (Float32Array | null)[] {
  const curves = answers.map((answer) => (answer === null ? null : curveOf(chart, answer, selectedKey)));
  const [ownCurve = null, ...otherCurves] = curves;
  const sortIfNeeded = (curve: Float32Array | null) =>
    isSorted && curve !== null ? curve.toSorted((a, b) => b - a) : curve;
  if (view !== "difference") return curves.map(sortIfNeeded);
  return otherCurves.map((curve) => {
    if (ownCurve === null || curve === null) return null;
    return curveDifference(sortIfNeeded(ownCurve)!, sortIfNeeded(curve)!);
  });
}

function curveOf(chart: Chart, answer: Answer, selectedKey: string): Float32Array | null {
  const series = hourlySeriesOf(chart, answer);
  if (selectedKey !== TOTAL) return series.find(({ key }) => key === selectedKey)?.values ?? null;
  const [first, ...rest] = series.filter(({ isLine }) => !isLine);
  if (first === undefined) return null;
  const sum = Float32Array.from(first.values);
  for (const { values } of rest) for (let hour = 0; hour < sum.length; hour++) sum[hour]! += values[hour]!;
  return sum;
}
