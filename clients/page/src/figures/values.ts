/** Values of results that exist. Queries answer 0, or −100 %, for some that do not: the documents say which. */
import type { Existence } from "@etesian/interface";
import type { Result } from "../calculation/calculator.ts";
import type { Texts } from "../texts/en.ts";

type Results = ReadonlyMap<string, Result>;
export type Year = "today" | "future";

/**
 * Why a value does not exist: hours are calculated for the future alone, there is nothing to compare with, or the query has no
 * answer.
 */
export type Missing = "hours" | "base" | "fault";

/** Null: the value exists. A ratio over a base of 0 has none. */
export function missing(results: Results, query: string, { needs, base }: Existence, year: Year): Missing | null {
  if (needs === "hours" && year === "today") return "hours";
  if (base !== null && !isSomething(results.get(base)?.[year] ?? null)) return "base";
  return (results.get(query)?.[year] ?? null) === null ? "fault" : null;
}

const isSomething = (value: number | null): boolean => value !== null && value !== 0;

/** The value of a query in the unit of the model; null where it does not exist. */
export const valueOf = (results: Results, query: string, existence: Existence, year: Year): number | null =>
  missing(results, query, existence, year) === null ? results.get(query)![year] : null;

/** The reason in words. */
export const reasonOf = (
  reason: Missing,
  { texts, endYear, fault }: { readonly texts: Texts; readonly endYear: number; readonly fault: string | null },
): string => (reason === "hours" ? texts.onlyInHours(endYear) : reason === "base" ? texts.noBase : (fault ?? ""));

/** "no value: hours are calculated for 2050 only". */
export const withReason = (noValue: string, reason: string): string =>
  reason === "" ? noValue : `${noValue}: ${reason}`;
