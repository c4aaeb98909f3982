/** Conditions on headline numbers that a result must meet, and their text in the URL. */
import type { HeadlineNumber } from "@etesian/interface";

export interface Condition {
  readonly number: HeadlineNumber;
  /** The bound, in the number's unit. */
  readonly value: number;
}

/** Whether the bound is a minimum, because a higher number is better; otherwise it is a maximum. */
export const isAtLeast = ({ better }: Pick<HeadlineNumber, "better">): boolean => better === "higher";

/** Whether a number is an amount of money, and not a price. */
export const isMoney = ({ unit }: Pick<HeadlineNumber, "unit">): boolean => unit.includes("€") && !unit.includes("/");

/** Whether a figure in the model's unit meets a condition. An absent figure does not. */
export function isMet({ number, value }: Condition, figure: number | null | undefined): boolean {
  if (figure === null || figure === undefined || !Number.isFinite(figure)) return false;
  const displayed = figure * number.factor;
  return isAtLeast(number) ? displayed >= value : displayed <= value;
}

/** Writes conditions to a URL: `query:value`, separated by commas; undefined if there are none. */
export const writeConditions = (conditions: readonly Condition[]): string | undefined =>
  conditions.map(({ number, value }) => `${number.query}:${value}`).join() || undefined;

/** Reads conditions from a URL; unknown numbers are ignored. */
export function readConditions(text: string, numbers: readonly HeadlineNumber[]): readonly Condition[] {
  const seen = new Set<string>();
  return text.split(",").flatMap((part): Condition[] => {
    const [query = "", bound = ""] = part.split(":");
    const number = numbers.find((candidate) => candidate.query === query);
    const value = Number(bound);
    if (number === undefined || bound.trim() === "" || !Number.isFinite(value) || seen.has(query)) return [];
    seen.add(query);
    return [{ number, value }];
  });
}
