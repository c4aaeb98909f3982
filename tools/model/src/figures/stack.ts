/** Hourly charts with a stack of supply and a line of demand. */
import { NEGLIGIBLE_GAS } from "@etesian/engine";
import { factorBetween } from "@etesian/interface";
import { type AuditedChart, seriesDrawnAs } from "./audited-model.ts";
import type { AuditedScenario } from "./audited-scenario.ts";
import type { Check, CheckedSubject } from "./check.ts";
import { formatFigure, largestGap, roundingTolerance } from "./gaps.ts";

export const stack: Extract<Check, { readonly scope: "scenario" }> = {
  scope: "scenario",
  subjects: "charts",
  proves: "in hourly charts the stack, less the series below zero, equals the line of demand in each of 8,760 hours",
  *run(scenario) {
    for (const chart of scenario.auditedModel.charts.values()) {
      const isStacked = chart.type === "hours" && seriesDrawnAs(chart, "stack").length > 0;
      if (isStacked && seriesDrawnAs(chart, "line").length > 0) yield checkStack(chart, scenario);
    }
  },
};

/** If there are several lines, the stack has to match one of them; the others are parts of it. */
function checkStack(chart: AuditedChart, scenario: AuditedScenario): CheckedSubject {
  const stacked = scenario.hourlySum(seriesDrawnAs(chart, "stack"));
  const subtracted = scenario.hourlySum(seriesDrawnAs(chart, "below"));
  const supply = stacked.map((value, hour) => value - subtracted[hour]!);
  const gaps = seriesDrawnAs(chart, "line").map((line) => {
    const demand = scenario.hourlySum([line]);
    return { line, demand, ...largestGap(demand, supply) };
  });
  const { line, demand, hour, gap } = gaps.reduce((best, candidate) =>
    Math.abs(candidate.gap) < Math.abs(best.gap) ? candidate : best,
  );
  if (Math.abs(gap) <= Math.max(roundingTolerance(demand), roundingTolerance(stacked), omittedBalance(chart)))
    return { subject: chart.key, faults: [] };
  const message = `${line.label} is ${formatFigure(demand[hour]!)}, the stack ${formatFigure(supply[hour]!)}`;
  return {
    subject: chart.key,
    faults: [{ subject: chart.key, part: null, hour, missing: gap, unit: chart.unit, message }],
  };
}

/** The imbalance that the calculation of network gas leaves in an hour, in the chart's unit. */
const omittedBalance = ({ market, unit }: AuditedChart): number =>
  market === "network_gas" ? NEGLIGIBLE_GAS * (factorBetween("MW", unit) ?? 0) : 0;
