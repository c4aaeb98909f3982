/** Changes waiting to be sent, one entry each, so that several tabs of a scenario do not overwrite each other's. */
import type { Outbox, PendingChange } from "./own-changes.ts";

export type Shelf = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "etesian.unsent.";

interface Entry extends PendingChange {
  /** Entries are sent in the order of this number. */
  readonly at: number;
}

/** Entries of matching people, of all scenarios. Guests' entries have no number and never match. */
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
 * Stored in the browser; if the browser refuses, a change is kept while the page is open.
 * @param mayShow whether a person's entries may be read; null stands for guests
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
        // Storage is full or disabled.
      }
    },
    remove: (command) => shelf.removeItem(`${prefix}${command}`),
  };
}

function entryIn(text: string | null): Entry | null {
  try {
    const entry = JSON.parse(text ?? "null") as Entry | null;
    // Entries of earlier versions have no author.
    return entry && { ...entry, maker: entry.maker ?? null };
  } catch {
    return null;
  }
}
