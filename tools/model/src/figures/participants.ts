/** Hourly tables of carriers: a market's participants, and whether production equals consumption. */
import { HOURLY_EXPORTS } from "@etesian/contracts/exports";
import type { LoadBalance } from "@etesian/engine";
import type { AuditedScenario } from "./audited-scenario.ts";
import type { Check, Fault } from "./check.ts";
import { digits, largestGap, rounding } from "./gaps.ts";

/** The query of both models that counts hours of electricity shortage. */
const SHORTAGE_HOURS = "power_shortage_hours";

/** Half of the last decimal in the tables (MW). */
const DECIMALS = 5e-5;

export const participants: Check = {
  of: "scenario",
  subjects: "exports",
  proves: "in hourly tables of loads outputs equal inputs in each hour without a shortage, and participants are unique",
  *run(scenario) {
    if (scenario.solution.hours === null) return;
    for (const name of Object.keys(HOURLY_EXPORTS)) {
      const balances = scenario.solution.loadBalances(name);
      if (balances.length === 0) continue;
      yield { subject: name, faults: balances.flatMap((balance) => unbalanced(name, balance, scenario)) };
    }
    yield { subject: "merit", faults: repeated(scenario) };
  },
};

function unbalanced(
  subject: string,
  { prefix, outputs, inputs, mayFallShort }: LoadBalance,
  scenario: AuditedScenario,
): readonly Fault[] {
  const slack = Math.max(rounding(inputs), DECIMALS);
  const fault = { subject, part: prefix === "" ? null : prefix, unit: "MW" };
  // A shortage is not a fault where the model counts its hours; then the counts are compared.
  const limit = mayFallShort ? inputs.map((value, hour) => Math.min(value, outputs[hour]!)) : inputs;
  const { hour, gap } = largestGap(limit, outputs);
  const faults: Fault[] = [];
  if (Math.abs(gap) > slack) {
    const message = `outputs are ${digits(outputs[hour]!)}, inputs ${digits(inputs[hour]!)}`;
    faults.push({ ...fault, hour, missing: gap, message });
  }
  const counted = mayFallShort ? scenario.number(SHORTAGE_HOURS, "future") : null;
  const short = inputs.reduce((count, value, at) => count + (value - outputs[at]! > slack ? 1 : 0), 0);
  if (counted !== null && counted !== short) {
    const message = `${String(short)} hours of deficit, ${SHORTAGE_HOURS} is ${digits(counted)}`;
    faults.push({ ...fault, hour: null, missing: counted - short, unit: "h", message });
  }
  return faults;
}

function repeated(scenario: AuditedScenario): readonly Fault[] {
  const found = scenario.solution.meritConfiguration(scenario.of.curves, false)?.participants ?? [];
  const keys = found.map(({ key }) => String(key));
  const twice = new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
  return [...twice].map((key) => {
    return { subject: "merit", part: key, hour: null, missing: null, unit: "", message: "is listed more than once" };
  });
}
