/** The scenarios that a guest opened last in this browser. Users with an account have their saved scenarios instead. */
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
const MAX_RECENT = 5;

/** The latest first; empty if the browser stores nothing. */
export function readRecent(shelf: Shelf): readonly Recent[] {
  try {
    const kept = JSON.parse(shelf.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(kept) ? (kept as readonly Recent[]) : [];
  } catch {
    return [];
  }
}

/** Puts a scenario at the top of the list; a browser that refuses storage loses it. */
export function noteRecent(
  shelf: Shelf,
  { id, title, area, endYear }: Omit<Recent, "openedAt">,
  openedAt = new Date().toISOString(),
): void {
  const others = readRecent(shelf).filter((each) => each.id !== id);
  try {
    shelf.setItem(KEY, JSON.stringify([{ id, title, area, endYear, openedAt }, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Storage is full or disabled.
  }
}

/** Deletes the list: the browser now belongs to a user with an account. */
export const dropRecent = (shelf: Shelf): void => shelf.removeItem(KEY);
