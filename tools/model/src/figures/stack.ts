/** Hourly charts with a stack of supply and a line of demand. */
import { type AuditedChart, drawnAs } from "./audited-model.ts";
import type { AuditedScenario } from "./audited-scenario.ts";
import type { Check, CheckedSubject } from "./check.ts";
import { digits, largestGap, rounding } from "./gaps.ts";

export const stack: Check = {
  of: "scenario",
  subjects: "charts",
  proves: "in hourly charts the stack, less the series below zero, equals the line of demand in each of 8,760 hours",
  *run(scenario) {
    for (const chart of scenario.of.charts.values()) {
      const isStacked = chart.type === "hours" && drawnAs(chart, "stack").length > 0;
      if (isStacked && drawnAs(chart, "line").length > 0) yield closed(chart, scenario);
    }
  },
};

/** Of several lines the stack has to match one; the others are parts of it. */
function closed(chart: AuditedChart, scenario: AuditedScenario): CheckedSubject {
  const above = scenario.hourly(drawnAs(chart, "stack"));
  const below = scenario.hourly(drawnAs(chart, "below"));
  const supply = above.map((value, hour) => value - below[hour]!);
  const gaps = drawnAs(chart, "line").map((line) => {
    const demand = scenario.hourly([line]);
    return { line, demand, ...largestGap(demand, supply) };
  });
  const { line, demand, hour, gap } = gaps.reduce((best, each) =>
    Math.abs(each.gap) < Math.abs(best.gap) ? each : best,
  );
  if (Math.abs(gap) <= Math.max(rounding(demand), rounding(above))) return { subject: chart.key, faults: [] };
  const message = `${line.label} is ${digits(demand[hour]!)}, the stack ${digits(supply[hour]!)}`;
  return {
    subject: chart.key,
    faults: [{ subject: chart.key, part: null, hour, missing: gap, unit: chart.unit, message }],
  };
}
