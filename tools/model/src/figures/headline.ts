/** Headline numbers and the charts that they open. */
import { factorBetween, isHourly } from "@etesian/interface";
import type { AuditedChart, HeadlineDocument } from "./audited-model.ts";
import type { AuditedScenario } from "./audited-scenario.ts";
import type { Check, CheckedSubject } from "./check.ts";
import { totalOf } from "./family.ts";
import { formatFigure, roundingTolerance } from "./gaps.ts";

export const headline: Check = {
  scope: "scenario",
  subjects: "headlines",
  proves: "a headline number is the total, or a series, of the chart that it opens, unless it declares the difference",
  *run(scenario) {
    for (const headlineDocument of scenario.auditedModel.documents.headline) {
      const chart = scenario.auditedModel.charts.get(headlineDocument.chart ?? "");
      if (chart !== undefined) yield compareWithChart(headlineDocument, chart, scenario);
    }
  },
};

function compareWithChart(
  headlineDocument: HeadlineDocument,
  chart: AuditedChart,
  scenario: AuditedScenario,
): CheckedSubject {
  const { query, unit } = headlineDocument;
  const isSeries = chart.series.some(({ terms }) => terms.length === 1 && terms[0]!.query === query);
  if (headlineDocument.differs !== null || isSeries) return { subject: query, faults: [] };
  const value = scenario.number(query, "future");
  if (value === null) return { subject: query, faults: [] };
  const headlineFigure = value * scenario.auditedModel.factor(query, unit);
  const [figures, size] = figuresOf(chart, unit, scenario);
  const slack = roundingTolerance([size, headlineFigure]);
  if (figures.some((figure) => Math.abs(figure - headlineFigure) <= slack)) return { subject: query, faults: [] };
  const [nearest] = [...figures].sort((a, b) => Math.abs(a - headlineFigure) - Math.abs(b - headlineFigure));
  const fault = { subject: query, part: chart.key, hour: null, unit };
  return {
    subject: query,
    faults: [
      nearest === undefined
        ? {
            ...fault,
            missing: null,
            message: `${formatFigure(headlineFigure)} is not a figure of the chart, whose unit is ${chart.unit}`,
          }
        : {
            ...fault,
            missing: headlineFigure - nearest,
            message: `${formatFigure(headlineFigure)}, the chart ${formatFigure(nearest)}`,
          },
    ],
  };
}

/**
 * Figures that a chart shows in a unit, with their magnitude: totals, each series, and for hours the sum, mean and
 * count.
 */
function figuresOf(
  chart: AuditedChart,
  unit: string,
  scenario: AuditedScenario,
): readonly [figures: readonly number[], size: number] {
  const { show } = chart.document.unit;
  if (chart.needs === "hours" && isHourly(chart.type)) {
    const curves = chart.series.map((series) => scenario.hourlySum([series]));
    const sums = curves.map((curve) => curve.reduce((sum, value) => sum + value, 0));
    if (unit === "h") {
      const slack = Math.max(...curves.map(roundingTolerance));
      return [curves.map((curve) => curve.filter((value) => value > slack).length), 0];
    }
    const price = factorBetween(show, unit);
    if (price !== null) return [sums.map((sum) => (sum / curves[0]!.length) * price), 0];
    // An hour's power is energy: GW is GWh.
    const energy = factorBetween(`${show}h`, unit);
    return energy === null ? [[], 0] : [sums.map((sum) => sum * energy), 0];
  }
  const factor = factorBetween(show, unit);
  if (factor === null) return [[], 0];
  const parts = chart.series.map((series) => scenario.annualSum(series, "future") ?? 0);
  const figures = [totalOf(chart, scenario, "future") ?? 0, ...parts];
  const size = parts.reduce((sum, value) => sum + Math.abs(value), 0);
  return [figures.map((figure) => figure * factor), size * factor];
}
