/** The choice of headline numbers that the browser keeps for scenarios whose address has none. */
import { shelf } from "../../server.ts";

const KEY = "etesian.numbers";

export const keptNumbers = (): string | null => shelf.getItem(KEY);

/** @param choice null deletes it */
export function keepNumbers(choice: string | null): void {
  if (choice === null) shelf.removeItem(KEY);
  else shelf.setItem(KEY, choice);
}
