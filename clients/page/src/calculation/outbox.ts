/** Changes that wait to be sent, one entry each, so that several tabs of a scenario keep theirs apart. */
import type { Outbox, PendingChange } from "./own-changes.ts";

export type Shelf = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "etesian.unsent.";

interface Entry extends PendingChange {
  /** Entries are sent in the order of this number. */
  readonly at: number;
}

/** Entries of people whose number fits, of all scenarios. Entries of guests have no number and never fit. */
export function unsentOf(shelf: Shelf, fits: (maker: number) => boolean): readonly { readonly key: string }[] {
  return entriesOf(shelf, PREFIX).filter(({ entry: { maker } }) => maker !== null && fits(maker));
}

function entriesOf(shelf: Shelf, prefix: string): readonly { readonly key: string; readonly entry: Entry }[] {
  const entries: { key: string; entry: Entry }[] = [];
  for (let index = 0; index < shelf.length; index++) {
    const key = shelf.key(index);
    const entry = key?.startsWith(prefix) === true ? entryIn(shelf.getItem(key)) : null;
    if (key !== null && entry !== null) entries.push({ key, entry });
  }
  return entries;
}

/**
 * Kept in the browser; where that refuses, a change waits as long as the page is open.
 * @param mayShow whether entries of a person may be read; null for entries of a guest
 */
export function outboxIn(
  shelf: Shelf,
  scenario: number,
  {
    mayShow = () => true,
    now = Date.now,
  }: { readonly mayShow?: (maker: number | null) => boolean; readonly now?: () => number } = {},
): Outbox {
  const prefix = `${PREFIX}${scenario}.`;
  let last = 0;
  return {
    read: () =>
      entriesOf(shelf, prefix)
        .map(({ entry }) => entry)
        .filter(({ maker }) => mayShow(maker))
        .toSorted((a, b) => a.at - b.at)
        .map(({ command, changes, inverse, maker }) => ({ command, changes, inverse, exchange: null, maker })),
    add(waiting) {
      last = Math.max(now(), last + 1);
      try {
        shelf.setItem(`${prefix}${waiting.command}`, JSON.stringify({ ...waiting, at: last }));
      } catch {
        // Full, or switched off.
      }
    },
    remove: (command) => shelf.removeItem(`${prefix}${command}`),
  };
}

function entryIn(text: string | null): Entry | null {
  try {
    const entry = JSON.parse(text ?? "null") as Entry | null;
    // Entries of earlier pages name no maker.
    return entry && { ...entry, maker: entry.maker ?? null };
  } catch {
    return null;
  }
}
