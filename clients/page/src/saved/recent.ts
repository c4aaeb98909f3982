/** The scenarios that a guest opened last in this browser. People have their saved scenarios instead. */
import type { Shelf } from "../calculation/outbox.ts";

export interface Recent {
  readonly id: number;
  readonly title: string;
  readonly area: string;
  readonly endYear: number;
  /** When it was opened, in ISO 8601. */
  readonly openedAt: string;
}

const KEY = "etesian.recent";
const MOST = 5;

/** The latest first; empty where the browser keeps nothing. */
export function readRecent(shelf: Shelf): readonly Recent[] {
  try {
    const kept = JSON.parse(shelf.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(kept) ? (kept as readonly Recent[]) : [];
  } catch {
    return [];
  }
}

/** Puts a scenario on top of the list; a browser that refuses to keep it loses it. */
export function noteRecent(
  shelf: Shelf,
  { id, title, area, endYear }: Omit<Recent, "openedAt">,
  openedAt = new Date().toISOString(),
): void {
  const others = readRecent(shelf).filter((each) => each.id !== id);
  try {
    shelf.setItem(KEY, JSON.stringify([{ id, title, area, endYear, openedAt }, ...others].slice(0, MOST)));
  } catch {
    // Full, or switched off.
  }
}

/** Deletes the list: the browser has a person now. */
export const dropRecent = (shelf: Shelf): void => shelf.removeItem(KEY);
