/**
 * Determines whether results have values. For some results without a value, queries return 0 or −100 %; the interface
 * documents list these results.
 */
import type { ExistenceRule, InterfaceView } from "@etesian/interface";
import type { Answer } from "../calculation/calculator.ts";
import type { Texts } from "../texts/en.ts";

/** `sliders` determine whether hours are calculated; if absent, hours are calculated. */
type AnswerValues = Pick<Answer, "results"> & Partial<Pick<Answer, "sliders">>;
export type Year = "today" | "future";

/** The input that switches the hourly calculation on or off. */
export const HOURS_SWITCH = "settings_enable_merit_order";

/**
 * Why a value does not exist: hours are calculated only for the future or not at all, the value belongs to the future,
 * there is nothing to compare with, or the query failed.
 */
export type MissingReason = "hours" | "noHours" | "future" | "base" | "fault";

/** Null if the value exists. */
export function missingReason(
  { results, sliders }: AnswerValues,
  query: string,
  { needs, base }: ExistenceRule,
  year: Year,
): MissingReason | null {
  if (needs !== null && year === "today") return needs;
  if (needs === "hours" && sliders?.userValues[HOURS_SWITCH] === 0) return "noHours";
  // A ratio to zero does not exist.
  if (base !== null && (results.get(base)?.[year] ?? 0) === 0) return "base";
  return (results.get(query)?.[year] ?? null) === null ? "fault" : null;
}

/** The value of a query in the unit of the model; null if it does not exist. */
export const valueOf = (answer: AnswerValues, query: string, existence: ExistenceRule, year: Year): number | null =>
  missingReason(answer, query, existence, year) === null ? answer.results.get(query)![year] : null;

/**
 * Whether a query has a value for the start year where a headline number or chart shows it. Explanations read queries
 * themselves, which return 0 for a year without a value.
 */
export function hasStartValue(
  { headline, charts }: Pick<InterfaceView, "headline" | "charts">,
  query: string,
): boolean {
  const shown: readonly ExistenceRule[] = [
    ...headline.filter((number) => number.query === query),
    ...[...charts.values()].flatMap(({ series }) =>
      series.filter(({ terms }) => terms.some((term) => term.query === query)),
    ),
  ];
  return shown.length === 0 || shown.some(({ needs }) => needs === null);
}

/** The reason as text; empty for a query that fails without a message. */
export function reasonOf(
  reason: MissingReason,
  { texts, endYear, fault }: { readonly texts: Texts; readonly endYear: number; readonly fault: string | null },
): string {
  const words: { readonly [reason in MissingReason]: string } = {
    hours: texts.onlyInHours(endYear),
    noHours: texts.hours.noHours,
    future: texts.onlyInFuture(endYear),
    base: texts.noBase,
    fault: fault ?? "",
  };
  return words[reason];
}

/** "no value: hours are calculated for 2050 only". */
export const withReason = (noValue: string, reason: string): string =>
  reason === "" ? noValue : `${noValue}: ${reason}`;
