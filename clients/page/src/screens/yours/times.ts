/** Formats times: relative within a day, otherwise as dates. */
import type { Language } from "../../figures/figures.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const dayOf = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(language === "nl" ? "nl" : "en-GB", { dateStyle: "medium" }).format(new Date(iso));

/** @param justNow the words for less than a minute */
export function formatAgo(iso: string, language: Language, justNow: string, now = Date.now()): string {
  const elapsed = now - Date.parse(iso);
  if (elapsed < MINUTE) return justNow;
  if (elapsed >= DAY) return dayOf(iso, language);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return elapsed < HOUR
    ? relative.format(-Math.floor(elapsed / MINUTE), "minute")
    : relative.format(-Math.floor(elapsed / HOUR), "hour");
}
