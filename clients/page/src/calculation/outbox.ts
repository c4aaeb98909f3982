/** Changes that wait to be sent, one entry each, so that several tabs of a scenario keep theirs apart. */
import type { Outbox, Waiting } from "./own-changes.ts";

type Shelf = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

interface Entry extends Waiting {
  /** Entries are sent in the order of this number. */
  readonly at: number;
}

/** Kept in the browser; where that refuses, a change waits as long as the page is open. */
export function outboxIn(shelf: Shelf, scenario: number, now: () => number = Date.now): Outbox {
  const prefix = `etesian.unsent.${scenario}.`;
  let last = 0;
  return {
    read() {
      const entries: Entry[] = [];
      for (let index = 0; index < shelf.length; index++) {
        const key = shelf.key(index);
        const entry = key?.startsWith(prefix) === true ? entryIn(shelf.getItem(key)) : null;
        if (entry !== null) entries.push(entry);
      }
      return entries
        .toSorted((a, b) => a.at - b.at)
        .map(({ command, changes, inverse, maker }) => ({ command, changes, inverse, maker }));
    },
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
    // Those of earlier pages name no maker.
    return entry && { ...entry, maker: entry.maker ?? null };
  } catch {
    return null;
  }
}
