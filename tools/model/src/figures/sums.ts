/** Checks charts that stack figures, which implies that the figures can be added. */
import { CHART_TYPES, type ChartSeries, UNSUMMABLE_QUANTITIES } from "@etesian/interface";
import { type AuditedChart, seriesDrawnAs } from "./audited-model.ts";
import type { AuditedScenario, Year } from "./audited-scenario.ts";
import type { Check, Fault } from "./check.ts";
import { formatFigure, roundingTolerance } from "./gaps.ts";

/**
 * Whether a query is the largest, smallest or mean value of a curve, which cannot be added across curves. A function
 * with several arguments compares figures of the year, which can be summed.
 */
function isExtreme(text: string): boolean {
  if (text.includes("peak")) return true;
  const calls = text.matchAll(/\b(?:MAX|MIN|AVG)\(/g);
  return calls.some(({ index, 0: call }) => argumentsFrom(text, index + call.length) === 1);
}

/** The number of arguments of a call whose parenthesis opens before `start`. */
function argumentsFrom(text: string, start: number): number {
  let depth = 1;
  let count = 1;
  for (let position = start; position < text.length && depth > 0; position++) {
    if (text[position] === "(") depth++;
    else if (text[position] === ")") depth--;
    else if (text[position] === "," && depth === 1) count++;
  }
  return count;
}

export const sums: Check = {
  scope: "scenario",
  subjects: "charts",
  proves:
    "charts stack only summable figures: no prices, shares or peaks, no query twice, and no series that contains the others",
  *run(scenario) {
    for (const chart of scenario.auditedModel.charts.values()) {
      if (!CHART_TYPES[chart.type].isSum) continue;
      const stackedSeries = chart.series.filter(({ drawn }) => drawn !== "line");
      if (stackedSeries.length < 2) yield { subject: chart.key, faults: [] };
      else
        yield {
          subject: chart.key,
          faults: [
            ...unsummableQuantity(chart),
            ...repeatedQueries(chart),
            ...extremes(chart, stackedSeries, scenario),
            ...totalsInStack(chart, scenario),
          ],
        };
    }
  },
};

const fault = (chart: AuditedChart, part: string | null, message: string): Fault => {
  return { subject: chart.key, part, hour: null, missing: null, unit: chart.unit, message };
};

function unsummableQuantity(chart: AuditedChart): readonly Fault[] {
  const { quantity } = chart.document.unit;
  return UNSUMMABLE_QUANTITIES.has(quantity)
    ? [fault(chart, null, `stacks figures of ${quantity}, which have no sum`)]
    : [];
}

/** Lines are parts or totals of the stack, so they may use the same queries. */
function repeatedQueries(chart: AuditedChart): readonly Fault[] {
  const occurrences = chart.series
    .filter(({ drawn }) => drawn !== "line")
    .flatMap(({ terms, column, drawn }) =>
      terms.filter(({ factor }) => factor > 0).map(({ query }) => ({ query, position: `${drawn} ${column ?? ""}` })),
    );
  const repeated = occurrences.filter(({ query, position }, index) =>
    occurrences.slice(0, index).some((other) => other.query === query && other.position === position),
  );
  return repeated.map(({ query }) => fault(chart, query, `${query} is counted twice`));
}

function extremes(chart: AuditedChart, series: readonly ChartSeries[], scenario: AuditedScenario): readonly Fault[] {
  if (chart.type === "hours") return [];
  const queries = series.flatMap(({ terms }) => terms.map(({ query }) => query));
  return queries
    .filter((query) => isExtreme(scenario.auditedModel.queryText(query)))
    .map((query) => fault(chart, query, `${query} is a peak or mean, which cannot be summed`));
}

/** A series as large as the sum of several others on its side is their total. */
function totalsInStack(chart: AuditedChart, scenario: AuditedScenario): readonly Fault[] {
  if (chart.type === "hours" || chart.type === "mekko") return [];
  const years: readonly Year[] = chart.needs === "hours" ? ["future"] : ["present", "future"];
  const stackedSeries = seriesDrawnAs(chart, "stack");
  const seriesOfYears = years.map((year) => {
    const values = stackedSeries.map((series) => scenario.annualSum(series, year) ?? 0);
    const total = values.reduce((sum, value) => sum + value, 0);
    const otherCount = values.filter((value) => value !== 0).length - 1;
    return stackedSeries.filter((_, index) => {
      const value = values[index]!;
      return otherCount > 1 && value !== 0 && Math.abs(2 * value - total) <= roundingTolerance([value]);
    });
  });
  const totalsInAllYears = (seriesOfYears[0] ?? []).filter((series) =>
    seriesOfYears.every((candidates) => candidates.includes(series)),
  );
  return totalsInAllYears.map(({ label, terms }) => {
    const value = scenario.annualSum({ terms }, "future") ?? 0;
    return { ...fault(chart, label, `${label} is ${formatFigure(value)}, the sum of the others`), missing: -value };
  });
}
