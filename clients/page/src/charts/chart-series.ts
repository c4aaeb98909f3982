/** The numbers of a chart, from answers. */
import type { Answer } from "../calculation/calculator.ts";
import { type Chart, type ChartSeries } from "@etesian/interface";
import { valueOf, type Year } from "../figures/values.ts";
import type { HourlySeries } from "./hours.ts";
import { type Hatch, hatchOf, type Series } from "./series.ts";

const hatchOfToken = (colour: string | null): Hatch | null => hatchOf((colour ?? "").replace(/^c-/, ""));

/** Marks without a colour of their own. */
export const PLAIN = "c-loss";

/** The sum of a series' terms in one year; null when none of them has a value. */
function sum(answer: Pick<Answer, "results"> | null, series: ChartSeries, year: Year): number | null {
  if (answer === null) return null;
  let total: number | null = null;
  for (const { query, factor } of series.terms) {
    const value = valueOf(answer, query, series, year);
    if (value !== null) total = (total ?? 0) + value * factor;
  }
  return total;
}

/** @param before the answer before the change that is being made; null: there is none */
export const seriesOf = (
  chart: Chart,
  shown: Pick<Answer, "results">,
  before: Pick<Answer, "results"> | null,
): readonly Series[] =>
  chart.series.map((one) => {
    const { key, label, colour, drawn, target } = one;
    const signed = (value: number | null): number | null => (value !== null && drawn === "below" ? -value : value);
    return {
      key,
      label,
      colour: colour ?? (drawn === "line" ? "ink" : PLAIN),
      hatch: hatchOfToken(colour),
      today: signed(sum(shown, one, "today")),
      future: signed(sum(shown, one, "future")),
      before: signed(sum(before, one, "future")),
      isLine: drawn === "line",
      target,
    };
  });

/**
 * The same with labels that name a series where it does not stand in its place, as in tables and differences: a part of a
 * column with the column, a flow with its ends.
 */
export const inWords = (chart: Chart, series: readonly Series[]): readonly Series[] =>
  series.map((one, index) => ({ ...one, label: labelIn(chart, chart.series[index]!) }));

function labelIn({ columns, nodes }: Chart, { label, column, from, to }: ChartSeries): string {
  const nameOf = (named: Chart["columns"], key: string): string => named.find((each) => each.key === key)?.label ?? "";
  if (column !== null) return `${label}, ${nameOf(columns, column)}`;
  return from !== null && to !== null ? `${nameOf(nodes, from)} – ${nameOf(nodes, to)}` : label;
}

/** A function of its own: the loop runs 150,000 times for each answer, and is compiled for itself. */
function addScaled(sum: Float32Array, curve: Float32Array, scale: number): void {
  for (let hour = 0; hour < sum.length; hour++) sum[hour]! += curve[hour]! * scale;
}

/**
 * The curves of a chart of hours; those of a series are summed. None where they are not there yet.
 * @param memory by series the arrays of an earlier answer, which are written to: it cannot be read any more
 */
export const hourlySeriesOf = (
  chart: Chart,
  { curves }: Pick<Answer, "curves">,
  memory = new Map<string, Float32Array>(),
): readonly HourlySeries[] =>
  chart.series.flatMap(({ key, label, colour, terms, drawn }) => {
    let values: Float32Array | null = null;
    for (const { query, factor } of terms) {
      const curve = curves?.get(query);
      if (curve === undefined) continue;
      if (values === null) {
        values = memory.get(key)?.fill(0) ?? new Float32Array(curve.length);
        memory.set(key, values);
      }
      addScaled(values, curve, drawn === "below" ? -factor : factor);
    }
    return values === null
      ? []
      : [
          {
            key,
            label,
            colour: colour ?? (drawn === "line" ? "ink" : PLAIN),
            hatch: drawn === "line" ? null : hatchOfToken(colour),
            values,
            isLine: drawn === "line",
          },
        ];
  });

/** Why queries of a chart have no value. */
export const faultsOf = ({ series }: Chart, { results }: Answer): readonly string[] => [
  ...new Set(series.flatMap(({ terms }) => terms.flatMap(({ query }) => results.get(query)?.fault ?? []))),
];

/** How many of a chart's series have no value. */
export const unanswered = (chart: Chart, shown: Answer): number =>
  chart.series.filter((one) => sum(shown, one, "future") === null).length;
