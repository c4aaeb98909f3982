/** The numbers of a chart, taken from answers. */
import type { Answer } from "../calculation/calculator.ts";
import { type Chart, type ChartSeries } from "@etesian/interface";
import { valueOf, type Year } from "../figures/values.ts";
import type { HourlySeries } from "./hours.ts";
import { type Hatch, hatchOf, type Series } from "./series.ts";

const hatchOfToken = (colour: string | null): Hatch | null => hatchOf((colour ?? "").replace(/^c-/, ""));

/** Token for marks without a colour. */
export const PLAIN = "c-loss";

/** The sum of a series' terms in one year; null if no term has a value. */
function sumOfTerms(answer: Pick<Answer, "results"> | null, series: ChartSeries, year: Year): number | null {
  if (answer === null) return null;
  let total: number | null = null;
  for (const { query, factor } of series.terms) {
    const value = valueOf(answer, query, series, year);
    if (value !== null) total = (total ?? 0) + value * factor;
  }
  return total;
}

/** Muted colours of series that are neither a carrier nor a sector (`--n-1` to `--n-12`). */
const NEUTRAL_COUNT = 12;

/** The token of the muted colour at an index. */
export const neutralAt = (index: number): string => `n-${(index % NEUTRAL_COUNT) + 1}`;

/** Muted colours of lines, which need more contrast than outlined areas do. */
const LINE_NEUTRALS = ["n-11", "n-3", "n-8", "n-10"] as const;

/**
 * The colour of each series. Without one in the document, a flow has its source's colour, the first line is ink, and
 * other series get muted colours in turn, one per label: a carrier's colour always means the carrier.
 */
export function coloursOf({ series, nodes }: Pick<Chart, "series" | "nodes">): readonly string[] {
  const neutrals = new Map<string, string>();
  const lineNeutrals = new Map<string, string>();
  return series.map(({ colour, drawn, label }, index) => {
    if (colour !== null) return colour;
    if (nodes.length > 0) return PLAIN;
    const isFirstLine = drawn === "line" && !series.slice(0, index).some((one) => one.drawn === "line");
    if (isFirstLine) return "ink";
    const used = drawn === "line" ? lineNeutrals : neutrals;
    const neutral =
      used.get(label) ?? (drawn === "line" ? LINE_NEUTRALS[used.size % LINE_NEUTRALS.length]! : neutralAt(used.size));
    used.set(label, neutral);
    return neutral;
  });
}

/** @param previousAnswer the answer before the current drag; null while nothing is dragged */
export const seriesOf = (
  chart: Chart,
  answer: Pick<Answer, "results">,
  previousAnswer: Pick<Answer, "results"> | null,
): readonly Series[] => {
  const colours = coloursOf(chart);
  return chart.series.map((one, index) => {
    const { key, label, colour, drawn, target } = one;
    const withSign = (value: number | null): number | null => (value !== null && drawn === "below" ? -value : value);
    return {
      key,
      label,
      colour: colours[index]!,
      hatch: hatchOfToken(colour),
      today: withSign(sumOfTerms(answer, one, "today")),
      future: withSign(sumOfTerms(answer, one, "future")),
      previous: withSign(sumOfTerms(previousAnswer, one, "future")),
      isLine: drawn === "line",
      target,
    };
  });
};

/**
 * Series with labels for tables and differences, which lack the context of the drawing: a part of a column includes the
 * column, and a flow includes both ends.
 */
export const withFullLabels = (chart: Chart, series: readonly Series[]): readonly Series[] =>
  series.map((one, index) => ({ ...one, label: fullLabelOf(chart, chart.series[index]!) }));

/** Rows of tables and differences: the series, with flows between the same ends combined. */
export function rowSeriesOf(chart: Chart, series: readonly Series[]): readonly Series[] {
  if (chart.nodes.length === 0) return withFullLabels(chart, series);
  const rows = new Map<string, Series>();
  for (const one of withFullLabels(chart, series)) {
    const earlier = rows.get(one.label);
    rows.set(one.label, earlier === undefined ? one : addFlow(earlier, one));
  }
  return [...rows.values()];
}

/** Adds two flows; a missing figure is ignored. */
const addFlow = (flow: Series, other: Series): Series => ({
  ...flow,
  today: sumOf(flow.today, other.today),
  future: sumOf(flow.future, other.future),
  previous: sumOf(flow.previous, other.previous),
});

const sumOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : one + other;

function fullLabelOf({ columns, nodes }: Chart, { label, column, from, to }: ChartSeries): string {
  const nameOf = (labels: Chart["columns"], key: string): string =>
    labels.find((chartLabel) => chartLabel.key === key)?.label ?? "";
  if (column !== null) return `${label}, ${nameOf(columns, column)}`;
  return from !== null && to !== null ? `${nameOf(nodes, from)} – ${nameOf(nodes, to)}` : label;
}

/**
 * A separate function, so that the JavaScript engine compiles the loop separately: it runs 150,000 times per answer.
 */
function addScaled(sum: Float32Array, curve: Float32Array, scale: number): void {
  for (let hour = 0; hour < sum.length; hour++) sum[hour]! += curve[hour]! * scale;
}

/**
 * The hourly curves of a chart, summed per series; empty until they arrive.
 * @param memory arrays of an earlier answer by series, which are overwritten: the earlier series become invalid
 */
export const hourlySeriesOf = (
  chart: Chart,
  { curves }: Pick<Answer, "curves">,
  memory = new Map<string, Float32Array>(),
): readonly HourlySeries[] => {
  const colours = coloursOf(chart);
  return chart.series.flatMap(({ key, label, colour, terms, drawn }, index) => {
    let values: Float32Array | null = null;
    for (const { query, factor } of terms) {
      const curve = curves?.get(query);
      if (curve === undefined) continue;
      if (values === null) {
        const reusedValues = memory.get(key);
        // Without hours, a server returns curves of another length.
        values = reusedValues?.length === curve.length ? reusedValues.fill(0) : new Float32Array(curve.length);
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
            colour: colours[index]!,
            hatch: drawn === "line" ? null : hatchOfToken(colour),
            values,
            isLine: drawn === "line",
          },
        ];
  });
};

/** Error messages of a chart's queries. */
export const faultsOf = ({ series }: Chart, { results }: Answer): readonly string[] => [
  ...new Set(series.flatMap(({ terms }) => terms.flatMap(({ query }) => results.get(query)?.fault ?? []))),
];

/** The number of a chart's series without a value. */
export const countMissing = (chart: Chart, answer: Answer): number =>
  chart.series.filter((one) => sumOfTerms(answer, one, "future") === null).length;
