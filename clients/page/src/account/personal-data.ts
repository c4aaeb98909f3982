/**
 * The data that a browser keeps for a person: unsent changes (`calculation/outbox.ts`) and cached responses
 * (`public/sw.js`). A person may sign out without any page noticing: on a page without scripts, or by ending the
 * session elsewhere. So nothing relies on cleaning up at sign-out. With every server response about the visitor, the
 * page deletes other people's data, and reloads a tab that shows another person's scenario.
 */
import type { StoreApi } from "zustand/vanilla";
import { type Shelf, unsentOf } from "../calculation/outbox.ts";
import { dropRecent } from "../saved/recent.ts";
import type { VisitorState } from "./visitor.ts";

const ANSWERS = "etesian-answers";
const PUBLIC_ANSWERS = `${ANSWERS}-public`;
/** The person whose responses the service worker serves. */
const OWNER_CACHE = "etesian-owner";
const OWNER_PATH = "/owner";

/** Preferences that belong to the browser, not to a person. */
const CHOICES = ["etesian.theme", "etesian.language", "etesian.numbers"];

export interface Browser {
  readonly shelf: Shelf;
  /** Absent on plain http. */
  readonly caches: CacheStorage | undefined;
  /** Clears the screen and reloads the page. */
  readonly restart: () => void;
}

/** Deletes other people's data, now and whenever the visitor changes. */
export function keepApart(state: StoreApi<VisitorState>, { shelf, caches, restart }: Browser): void {
  state.subscribe((now, before) => {
    if (now.owner === undefined) return;
    // Unsent changes of an expired sign-in are kept for their author; responses can be fetched again.
    if (now.owner !== null) dropRecent(shelf);
    if (now.owner !== before.owner)
      for (const { key } of unsentOf(shelf, (maker) => maker !== now.owner)) shelf.removeItem(key);
    if (now.person?.id !== before.person?.id || before.owner === undefined) {
      void keepAnswersOf(caches, now.person?.id ?? null);
    }
    const was = (before.person ?? before.expired)?.id;
    const is = (now.person ?? now.expired)?.id;
    if (was !== undefined && was !== is) restart();
  });
}

/** Browsers may refuse storage; then there is nothing to delete. */
async function keepAnswersOf(caches: CacheStorage | undefined, owner: number | null): Promise<void> {
  if (caches === undefined) return;
  try {
    const kept = [PUBLIC_ANSWERS, ...(owner === null ? [] : [`${ANSWERS}-${owner}`])];
    const note = await caches.open(OWNER_CACHE);
    await note.put(OWNER_PATH, new Response(String(owner ?? "none")));
    const others = (await caches.keys()).filter((name) => name.startsWith(ANSWERS) && !kept.includes(name));
    await Promise.all(others.map((name) => caches.delete(name)));
  } catch {
    // The worker serves responses of the previously recorded person, and none when the record is missing.
  }
}

/** Runs an action that makes the browser delete all data of this origin, then restores the browser's preferences. */
export async function keepingChoices<Done>(shelf: Shelf, work: () => Promise<Done>): Promise<Done> {
  const choices = CHOICES.map((key) => [key, shelf.getItem(key)] as const);
  try {
    return await work();
  } finally {
    for (const [key, value] of choices) if (value !== null) shelf.setItem(key, value);
  }
}

/** The browser's storage; if the browser refuses it, a substitute that lasts as long as the page. */
export function browserShelf(): Shelf {
  try {
    return localStorage;
  } catch {
    return memoryShelf();
  }
}

/** A storage in memory. @param kept its entries, which it changes */
export function memoryShelf(kept = new Map<string, string>()): Shelf {
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
