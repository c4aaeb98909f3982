/** Missing figures: a query returns 0 for a figure that does not exist, and the documents have to declare it. */
import { isHourly } from "@etesian/interface";
import type { AuditedScenario, Year } from "./audited-scenario.ts";
import type { Check, Fault } from "./check.ts";
import { denominatorsOf } from "./denominators.ts";
import { formatFigure } from "./gaps.ts";

/** A headline number, or a query of a series of an annual chart. */
interface Figure {
  readonly subject: string;
  readonly query: string;
  readonly unit: string;
  readonly needs: "hours" | "future" | null;
  readonly base: string | null;
  /** Whether the figure is a term of a sum, which may exist without it. */
  readonly isPart: boolean;
}

export const existence: Check = {
  scope: "scenario",
  subjects: "units",
  proves: "a base-year value that needs hours declares it, and a ratio over a missing base names the base",
  *run(scenario) {
    const withoutHours = scenario.withoutHours();
    for (const figure of figuresOf(scenario)) {
      const faults = [
        ...(withoutHours === null ? [] : undeclaredHours(figure, scenario, withoutHours)),
        ...ratiosOverZero(figure, scenario),
      ];
      yield { subject: figure.subject, faults };
    }
    withoutHours?.solution.release();
  },
};

function* figuresOf({ auditedModel }: AuditedScenario): Generator<Figure> {
  for (const { query, unit, needs, base } of auditedModel.documents.headline)
    yield { subject: query, query, unit, needs, base, isPart: false };
  for (const { key, type, unit, series } of auditedModel.charts.values()) {
    if (isHourly(type)) continue;
    for (const { terms, needs, base } of series)
      for (const { query } of terms) yield { subject: key, query, unit, needs, base, isPart: terms.length > 1 };
  }
}

/** Smaller results are rounding noise. */
const NOISE = 1e-12;

const isNullOrZero = (value: number | null): boolean => value === null || Math.abs(value) < NOISE;

/** 0 in the base year, a value in the future with hours, and 0 without: hours are calculated only for the future. */
function* undeclaredHours(
  { subject, query, needs, isPart }: Figure,
  scenario: AuditedScenario,
  withoutHours: AuditedScenario,
): Generator<Fault> {
  if (needs !== null || isPart || !isNullOrZero(scenario.number(query, "present"))) return;
  const future = scenario.number(query, "future");
  if (isNullOrZero(future) || !isNullOrZero(withoutHours.number(query, "future"))) return;
  const message = `0 in the present, ${formatFigure(future!)} in the future and 0 without hours: expected needs: hours`;
  yield { subject, part: query, hour: null, missing: null, unit: "", message, isEverywhere: true };
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
