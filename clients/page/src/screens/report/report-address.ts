/** The URL of a report: its charts and its text, and the version whose figures it shows. */
import type { WorkbenchSearch } from "../workbench/search.ts";

/** Maximum length of the text, because servers and mail programs truncate long URLs. */
export const MAX_TEXT = 2_000;

/** Maximum number of charts. */
export const MAX_CHARTS = 12;

/** The text in a URL, truncated to the maximum length. */
export const textOf = ({ text }: Pick<WorkbenchSearch, "text">): string => (text ?? "").slice(0, MAX_TEXT);

/** The URL that still shows the same report after the scenario has changed. */
export function permanentAddress(address: string, version: number): string {
  const url = new URL(address);
  url.searchParams.set("v", String(version));
  return url.href;
}

/** The permanent URL without the text, for a QR code that phones can read. */
export function codeAddress(address: string, version: number): string {
  const url = new URL(permanentAddress(address, version));
  url.searchParams.delete("text");
  return url.href;
}
