/** The user's choice and order of headline numbers, stored as comma-separated queries in the URL and in the browser. */
import type { HeadlineNumber } from "@etesian/interface";

/**
 * The numbers of a choice, in its order. Unknown queries are omitted; if none is known, returns the model's own list.
 */
export function chosenNumbers(
  headline: readonly HeadlineNumber[],
  choice: string | null | undefined,
): readonly HeadlineNumber[] {
  const known = new Map(headline.map((number) => [number.query, number]));
  const chosen = [...new Set((choice ?? "").split(","))].flatMap((query) => known.get(query) ?? []);
  return chosen.length === 0 ? headline : chosen;
}

/** A choice as text; null if it is the model's own list. */
export function writeChoice(
  headline: readonly HeadlineNumber[],
  chosen: readonly Pick<HeadlineNumber, "query">[],
): string | null {
  const text = chosen.map(({ query }) => query).join(",");
  return text === headline.map(({ query }) => query).join(",") ? null : text;
}
