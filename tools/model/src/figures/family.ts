/** Totals that must be equal: of two charts, of a chart and a query, of the flows into and out of a node. */
import { factorBetween } from "@etesian/interface";
import { type AuditedChart, seriesDrawnAs } from "./audited-model.ts";
import type { AuditedScenario, Year } from "./audited-scenario.ts";
import type { Check, Fault } from "./check.ts";
import { formatFigure, roundingTolerance } from "./gaps.ts";

const YEARS: readonly Year[] = ["present", "future"];

export const family: Check = {
  scope: "scenario",
  subjects: "charts",
  proves:
    "a chart with `equals` has the total that it declares, and the inflow of a flow chart's node equals its outflow",
  *run(scenario) {
    for (const chart of scenario.auditedModel.charts.values()) {
      const years = chart.needs === "hours" ? (["future"] as const) : YEARS;
      if (chart.document.equals !== null)
        yield { subject: chart.key, faults: years.flatMap((year) => totalFaults(chart, scenario, year)) };
      if (chart.type === "sankey")
        yield { subject: chart.key, faults: years.flatMap((year) => balanceFaults(chart, scenario, year)) };
    }
  },
};

/** The total of an annual chart: its stack less the series below zero; null if no series has a value. */
export function totalOf(chart: AuditedChart, scenario: AuditedScenario, year: Year): number | null {
  const values = (["stack", "below"] as const).flatMap((drawn) =>
    seriesDrawnAs(chart, drawn).map((series) => {
      const value = scenario.annualSum(series, year);
      return value === null ? null : drawn === "below" ? -value : value;
    }),
  );
  return values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** The sum of all absolute values in a chart: rounding errors scale with them, not with a total that may be near 0. */
const sizesOf = ({ series }: AuditedChart, scenario: AuditedScenario, year: Year): number =>
  series.reduce((sum, one) => sum + Math.abs(scenario.annualSum(one, year) ?? 0), 0);

function totalFaults(chart: AuditedChart, scenario: AuditedScenario, year: Year): readonly Fault[] {
  const { equals } = chart.document;
  if (equals === null) return [];
  const ownTotal = totalOf(chart, scenario, year);
  const other = otherTotal(chart, equals, scenario, year);
  if (ownTotal === null && other.total === null) return [];
  const missing = (other.total ?? 0) - (ownTotal ?? 0);
  if (Math.abs(missing) <= roundingTolerance([other.size, sizesOf(chart, scenario, year)])) return [];
  const message = `${year}: ${formatFigure(ownTotal ?? 0)}, ${equals.chart ?? equals.queries.join(" + ")} ${formatFigure(other.total ?? 0)}`;
  return [{ subject: chart.key, part: null, hour: null, missing, unit: chart.unit, message }];
}

function otherTotal(
  chart: AuditedChart,
  { chart: key, queries }: NonNullable<AuditedChart["document"]["equals"]>,
  scenario: AuditedScenario,
  year: Year,
): { readonly total: number | null; readonly size: number } {
  const { show } = chart.document.unit;
  if (key === null) {
    const terms = queries.map((query) => ({ query, factor: scenario.auditedModel.factor(query, show) }));
    const total = scenario.annualSum({ terms }, year);
    return { total, size: total ?? 0 };
  }
  const other = scenario.auditedModel.charts.get(key);
  if (other === undefined) return { total: null, size: 0 };
  const factor = factorBetween(other.document.unit.show, show) ?? Number.NaN;
  const total = totalOf(other, scenario, year);
  return { total: total === null ? null : total * factor, size: sizesOf(other, scenario, year) * factor };
}

/** Intermediate nodes, which neither supply nor use energy themselves. */
function balanceFaults(chart: AuditedChart, scenario: AuditedScenario, year: Year): readonly Fault[] {
  return chart.nodes.flatMap(({ key, label }) => {
    const side = (end: "from" | "to") => chart.series.filter((series) => series[end] === key);
    const [inLinks, outLinks] = [side("to"), side("from")];
    if (inLinks.length === 0 || outLinks.length === 0) return [];
    const [inflow, outflow] = [inLinks, outLinks].map((links) =>
      links.reduce((sum, link) => sum + (scenario.annualSum(link, year) ?? 0), 0),
    ) as [number, number];
    const missing = inflow - outflow;
    if (Math.abs(missing) <= roundingTolerance([inflow, outflow])) return [];
    const message = `${year}: ${formatFigure(inflow)} enters ${label}, ${formatFigure(outflow)} leaves it`;
    return [{ subject: chart.key, part: key, hour: null, missing, unit: chart.unit, message }];
  });
}
