/** Missing figures: a query returns 0 for a figure that does not exist, and the documents have to declare it. */
import { isHourly } from "@etesian/interface";
import type { AuditedScenario, Year } from "./audited-scenario.ts";
import type { Check, CheckedSubject, Fault } from "./check.ts";
import { denominatorsOf } from "./denominators.ts";
import { formatFigure } from "./gaps.ts";
import { isCapacity } from "./scenarios.ts";

/** A headline number, or a query of a series of an annual chart. */
interface Figure {
  readonly subject: string;
  readonly query: string;
  /** From the query's values to the shown unit. */
  readonly factor: number;
  readonly needs: "hours" | "future" | null;
  readonly base: string | null;
  /** Whether the figure is a term of a sum, which may exist without it. */
  readonly isPart: boolean;
}

export const existence: Extract<Check, { readonly scope: "scenario" }> = {
  scope: "scenario",
  subjects: "units",
  proves: "a base-year value that needs hours declares it, and a ratio over a missing base names the base",
  *run(scenario) {
    const withoutHours = scenario.withoutHours();
    for (const figure of figuresOf(scenario)) {
      const hours = withoutHours === null ? NO_FINDING : undeclaredHours(figure, scenario, withoutHours);
      const faults = [...hours.faults, ...ratiosOverZero(figure, scenario)];
      yield { subject: figure.subject, faults, evidence: hours.evidence };
    }
    withoutHours?.solution.release();
  },
};

function* figuresOf({ auditedModel }: AuditedScenario): Generator<Figure> {
  for (const { query, unit, needs, base } of auditedModel.documents.headline)
    yield { subject: query, query, factor: auditedModel.factor(query, unit), needs, base, isPart: false };
  for (const { key, type, series } of auditedModel.charts.values()) {
    if (isHourly(type)) continue;
    for (const { terms, needs, base } of series)
      for (const { query, factor } of terms)
        yield { subject: key, query, factor, needs, base, isPart: terms.length > 1 };
  }
}

/** Smaller results are rounding noise. */
const NOISE = 1e-12;

const isNullOrZero = (value: number | null): boolean => value === null || Math.abs(value) < NOISE;

/** Smaller figures, in the shown unit, are rounding noise: a megajoule if PJ are shown, a watt if GW are shown. */
const FIGURE_NOISE = 1e-9;

type Finding = Required<Pick<CheckedSubject, "faults" | "evidence">>;

const NO_FINDING: Finding = { faults: [], evidence: [] };

/**
 * Hours are calculated only for the future, so a figure that is 0 without hours lacks a value in the base year:
 *
 * - in the start scenario, which has the energy system of the base year. A value in the base year of another area
 *   refutes this: the annual calculation determines the figure.
 * - with only capacities set, because the hourly calculation decides how much they run, and another area may have them
 *   in the base year. A value without hours in any scenario refutes this too.
 *
 * Other scenarios prove nothing: hydrogen boilers of homes and capture of CO2 from the air are truly 0 in a base year
 * that does not have them, though they have a value in the end year only with hours.
 */
function undeclaredHours(
  { subject, query, factor, needs, isPart }: Figure,
  scenario: AuditedScenario,
  withoutHours: AuditedScenario,
): Finding {
  if (needs !== null || isPart) return NO_FINDING;
  const hasValue = (value: number | null): boolean => value !== null && Math.abs(value * factor) >= FIGURE_NOISE;
  const valueInPresent = `${query} has a value in the present`;
  const valueWithoutHours = `${query} has a value without hours`;
  if (hasValue(scenario.number(query, "present"))) return { faults: [], evidence: [valueInPresent] };
  if (hasValue(withoutHours.number(query, "future"))) return { faults: [], evidence: [valueWithoutHours] };
  const future = scenario.number(query, "future");
  if (!hasValue(future) || !scenario.changedInputs.every(isCapacity)) return NO_FINDING;
  const isStart = scenario.changedInputs.length === 0;
  const message = `0 in the present, ${formatFigure(future!)} in the future and 0 without hours: expected needs: hours`;
  const fault: Fault = {
    subject,
    part: query,
    hour: null,
    missing: null,
    unit: "",
    message,
    isEverywhere: !isStart,
    refutedBy: isStart ? [valueInPresent] : [valueInPresent, valueWithoutHours],
  };
  return { faults: [fault], evidence: [] };
}

function* ratiosOverZero({ subject, query, needs, base }: Figure, scenario: AuditedScenario): Generator<Fault> {
  const years: readonly Year[] = needs === null ? ["present", "future"] : ["future"];
  for (const year of years) {
    const value = scenario.number(query, year);
    if (value === null || (base !== null && isNullOrZero(scenario.number(base, year)))) continue;
    for (const denominator of denominatorsOf(query, year, scenario.auditedModel)) {
      // 0 over 0 is not a fault: an absent technology has a share of 0.
      if (value === 0 || !isNullOrZero(scenario.value(denominator, year))) continue;
      const message = `${formatFigure(value)} in the ${year}, though its denominator ${denominator} is 0: expected base`;
      yield { subject, part: query, hour: null, missing: null, unit: "", message };
    }
  }
}
