/** Charts that stack figures, and thereby claim that they can be added. */
import { CHART_TYPES, type ChartSeries, UNSUMMABLE } from "@etesian/interface";
import { type AuditedChart, drawnAs } from "./audited-model.ts";
import type { AuditedScenario, Year } from "./audited-scenario.ts";
import type { Check, Fault } from "./check.ts";
import { digits, rounding } from "./gaps.ts";

/**
 * Whether a query is the largest, smallest or mean value of a curve: two curves have theirs in different hours. A
 * function with several arguments compares figures of the year, which can be summed.
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
  for (let at = start; at < text.length && depth > 0; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    else if (text[at] === "," && depth === 1) count++;
  }
  return count;
}

export const sums: Check = {
  of: "scenario",
  subjects: "charts",
  proves:
    "charts stack only summable figures: no prices, shares or peaks, no query twice, and no series that contains the others",
  *run(scenario) {
    for (const chart of scenario.of.charts.values()) {
      if (!CHART_TYPES[chart.type].isSum) continue;
      const stacked = chart.series.filter(({ drawn }) => drawn !== "line");
      if (stacked.length < 2) yield { subject: chart.key, faults: [] };
      else
        yield {
          subject: chart.key,
          faults: [
            ...unsummable(chart),
            ...repeatedQueries(chart),
            ...extremes(chart, stacked, scenario),
            ...totalsWithin(chart, scenario),
          ],
        };
    }
  },
};

const fault = (chart: AuditedChart, part: string | null, message: string): Fault => {
  return { subject: chart.key, part, hour: null, missing: null, unit: chart.unit, message };
};

function unsummable(chart: AuditedChart): readonly Fault[] {
  const { quantity } = chart.document.unit;
  return UNSUMMABLE.has(quantity) ? [fault(chart, null, `stacks figures of ${quantity}, which have no sum`)] : [];
}

/** Lines are parts or totals of the stack, so they may use the same queries. */
function repeatedQueries(chart: AuditedChart): readonly Fault[] {
  const places = chart.series
    .filter(({ drawn }) => drawn !== "line")
    .flatMap(({ terms, column, drawn }) =>
      terms.filter(({ factor }) => factor > 0).map(({ query }) => ({ query, place: `${drawn} ${column ?? ""}` })),
    );
  const twice = places.filter(({ query, place }, index) =>
    places.slice(0, index).some((other) => other.query === query && other.place === place),
  );
  return twice.map(({ query }) => fault(chart, query, `${query} counts twice`));
}

function extremes(chart: AuditedChart, series: readonly ChartSeries[], scenario: AuditedScenario): readonly Fault[] {
  if (chart.type === "hours") return [];
  const queries = series.flatMap(({ terms }) => terms.map(({ query }) => query));
  return queries
    .filter((query) => isExtreme(scenario.of.queryText(query)))
    .map((query) => fault(chart, query, `${query} is a peak or mean, which cannot be summed`));
}

/** A series as large as the sum of several others on its side is their total. */
function totalsWithin(chart: AuditedChart, scenario: AuditedScenario): readonly Fault[] {
  if (chart.type === "hours" || chart.type === "mekko") return [];
  const years: readonly Year[] = chart.needs === "hours" ? ["future"] : ["present", "future"];
  const stacked = drawnAs(chart, "stack");
  const found = years.map((year) => {
    const values = stacked.map((series) => scenario.annual(series, year) ?? 0);
    const total = values.reduce((sum, value) => sum + value, 0);
    const others = values.filter((value) => value !== 0).length - 1;
    return stacked.filter((_, index) => {
      const value = values[index]!;
      return others > 1 && value !== 0 && Math.abs(2 * value - total) <= rounding([value]);
    });
  });
  const always = (found[0] ?? []).filter((series) => found.every((each) => each.includes(series)));
  return always.map(({ label, terms }) => {
    const value = scenario.annual({ terms }, "future") ?? 0;
    return { ...fault(chart, label, `${label} is ${digits(value)}, the sum of the others`), missing: -value };
  });
}
