/** The scenarios that a guest opened last in this browser. Users with an account have their saved scenarios instead. */
import type { BrowserStorage } from "../calculation/outbox.ts";

export interface RecentScenario {
  readonly id: number;
  readonly title: string;
  readonly area: string;
  readonly endYear: number;
  /** Time of opening, in ISO 8601. */
  readonly openedAt: string;
}

const KEY = "etesian.recent";
const MAX_RECENT = 5;

/** The latest first; empty if the browser stores nothing. */
export function readRecent(storage: BrowserStorage): readonly RecentScenario[] {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(stored) ? (stored as readonly RecentScenario[]) : [];
  } catch {
    return [];
  }
}

/** Puts a scenario at the top of the list; has no effect if the browser refuses storage. */
export function recordRecent(
  storage: BrowserStorage,
  { id, title, area, endYear }: Omit<RecentScenario, "openedAt">,
  openedAt = new Date().toISOString(),
): void {
  const others = readRecent(storage).filter((other) => other.id !== id);
  try {
    storage.setItem(KEY, JSON.stringify([{ id, title, area, endYear, openedAt }, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Storage is full or disabled.
  }
}

/** Deletes the list: the browser now belongs to a user with an account. */
export const clearRecent = (storage: BrowserStorage): void => storage.removeItem(KEY);
