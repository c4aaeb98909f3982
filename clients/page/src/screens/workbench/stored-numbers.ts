/** The choice of headline numbers stored in the browser, for URLs without one. */
import { storage } from "../../server.ts";

const KEY = "etesian.numbers";

export const storedNumbers = (): string | null => storage.getItem(KEY);

/** @param choice null deletes the stored choice */
export function storeNumbers(choice: string | null): void {
  if (choice === null) storage.removeItem(KEY);
  else storage.setItem(KEY, choice);
}
