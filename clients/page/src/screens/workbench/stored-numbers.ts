/** The browser's choice of headline numbers, for scenarios whose URL has none. */
import { storage } from "../../server.ts";

const KEY = "etesian.numbers";

export const storedNumbers = (): string | null => storage.getItem(KEY);

/** Stores the browser's choice. @param choice null deletes the stored choice */
export function storeNumbers(choice: string | null): void {
  if (choice === null) storage.removeItem(KEY);
  else storage.setItem(KEY, choice);
}
