/**
 * Changes waiting to be sent, one entry each, so that several tabs of a scenario do not overwrite each other's changes.
 */
import type { Outbox, PendingChange } from "./own-changes.ts";

export type BrowserStorage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "etesian.unsent.";

/** A change in the browser's storage. Its author is stored as `maker`. */
interface Entry extends Omit<PendingChange, "author"> {
  readonly maker: number | null;
  /** Entries are sent in the order of this number. */
  readonly at: number;
}

/** Entries of matching authors in all scenarios. Guests' entries have no author and never match. */
export function unsentEntries(
  storage: BrowserStorage,
  matches: (author: number) => boolean,
): readonly { readonly key: string }[] {
  return entriesOf(storage, PREFIX).filter(({ entry: { maker } }) => maker !== null && matches(maker));
}

function entriesOf(
  storage: BrowserStorage,
  prefix: string,
): readonly { readonly key: string; readonly entry: Entry }[] {
  const entries: { key: string; entry: Entry }[] = [];
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index);
    const entry = key?.startsWith(prefix) === true ? parseEntry(storage.getItem(key)) : null;
    if (key !== null && entry !== null) entries.push({ key, entry });
  }
  return entries;
}

/**
 * An outbox in the browser's storage. If the browser refuses storage, changes are kept while the page is open.
 * @param mayShow whether a person's entries may be read; null means a guest
 */
export function createOutbox(
  storage: BrowserStorage,
  scenario: number,
  {
    mayShow = () => true,
    now = Date.now,
  }: { readonly mayShow?: (author: number | null) => boolean; readonly now?: () => number } = {},
): Outbox {
  const prefix = `${PREFIX}${scenario}.`;
  let last = 0;
  return {
    read: () =>
      entriesOf(storage, prefix)
        .map(({ entry }) => entry)
        .filter(({ maker }) => mayShow(maker))
        .toSorted((a, b) => a.at - b.at)
        .map(({ command, changes, inverse, maker }) => ({
          command,
          changes,
          inverse,
          replacement: null,
          author: maker,
        })),
    add({ author, ...change }) {
      last = Math.max(now(), last + 1);
      try {
        storage.setItem(`${prefix}${change.command}`, JSON.stringify({ ...change, maker: author, at: last }));
      } catch {
        // Storage is full or disabled.
      }
    },
    remove: (command) => storage.removeItem(`${prefix}${command}`),
  };
}

function parseEntry(text: string | null): Entry | null {
  try {
    const entry = JSON.parse(text ?? "null") as Entry | null;
    // Entries from earlier versions of the page have no author.
    return entry && { ...entry, maker: entry.maker ?? null };
  } catch {
    return null;
  }
}
