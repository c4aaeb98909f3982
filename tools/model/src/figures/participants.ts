/** Checks hourly tables of carriers: participants are unique, and production equals consumption. */
import { HOURLY_EXPORTS } from "@etesian/contracts/exports";
import type { LoadBalance } from "@etesian/engine";
import type { AuditedScenario } from "./audited-scenario.ts";
import type { Check, Fault } from "./check.ts";
import { formatFigure, largestGap, roundingTolerance } from "./gaps.ts";

/** The query of both models that counts hours of electricity shortage. */
const SHORTAGE_HOURS = "power_shortage_hours";

/** Half of the last decimal in the tables (MW). */
const HALF_DECIMAL = 5e-5;

export const participants: Check = {
  scope: "scenario",
  subjects: "exports",
  proves:
    "in hourly tables of loads, outputs equal inputs in each hour without a shortage, and participants are unique",
  *run(scenario) {
    if (scenario.solution.hours === null) return;
    for (const name of Object.keys(HOURLY_EXPORTS)) {
      const balances = scenario.solution.loadBalances(name);
      if (balances.length === 0) continue;
      yield { subject: name, faults: balances.flatMap((balance) => balanceFaults(name, balance, scenario)) };
    }
    yield { subject: "merit", faults: repeatedParticipants(scenario) };
  },
};

function balanceFaults(
  subject: string,
  { prefix, outputs, inputs, mayFallShort }: LoadBalance,
  scenario: AuditedScenario,
): readonly Fault[] {
  const slack = Math.max(roundingTolerance(inputs), HALF_DECIMAL);
  const fault = { subject, part: prefix === "" ? null : prefix, unit: "MW" };
  // If the model counts hours of shortage, a shortage is not a fault, and the counts are compared instead.
  const limit = mayFallShort ? inputs.map((value, hour) => Math.min(value, outputs[hour]!)) : inputs;
  const { hour, gap } = largestGap(limit, outputs);
  const faults: Fault[] = [];
  if (Math.abs(gap) > slack) {
    const message = `outputs are ${formatFigure(outputs[hour]!)}, inputs ${formatFigure(inputs[hour]!)}`;
    faults.push({ ...fault, hour, missing: gap, message });
  }
  const countedHours = mayFallShort ? scenario.number(SHORTAGE_HOURS, "future") : null;
  const shortHours = inputs.reduce((count, value, hour) => count + (value - outputs[hour]! > slack ? 1 : 0), 0);
  if (countedHours !== null && countedHours !== shortHours) {
    const message = `${String(shortHours)} hours of deficit, ${SHORTAGE_HOURS} is ${formatFigure(countedHours)}`;
    faults.push({ ...fault, hour: null, missing: countedHours - shortHours, unit: "h", message });
  }
  return faults;
}

function repeatedParticipants(scenario: AuditedScenario): readonly Fault[] {
  const participants = scenario.solution.meritConfiguration(scenario.auditedModel.curves, false)?.participants ?? [];
  const keys = participants.map(({ key }) => String(key));
  const repeatedKeys = new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
  return [...repeatedKeys].map((key) => {
    return { subject: "merit", part: key, hour: null, missing: null, unit: "", message: "is listed more than once" };
  });
}
