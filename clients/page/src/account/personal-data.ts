/**
 * The data that a browser stores for a person: unsent changes (`calculation/outbox.ts`) and cached responses
 * (`public/sw.js`). A person may sign out without any page noticing: on a page without scripts, or by ending the
 * session elsewhere. Therefore nothing relies on a cleanup at sign-out. With every server response about the visitor,
 * the page deletes other people's data, and reloads a tab that shows another person's scenario.
 */
import type { StoreApi } from "zustand/vanilla";
import { type BrowserStorage, unsentEntries } from "../calculation/outbox.ts";
import { clearRecent } from "../saved/recent.ts";
import type { VisitorState } from "./visitor.ts";

const RESPONSE_CACHE = "etesian-answers";
const PUBLIC_RESPONSE_CACHE = `${RESPONSE_CACHE}-public`;
/** Cache with the ID of the person whose responses the service worker serves. */
const OWNER_CACHE = "etesian-owner";
const OWNER_PATH = "/owner";

/** Preferences that belong to the browser, not to a person. */
const PREFERENCES = ["etesian.theme", "etesian.language", "etesian.numbers"];

export interface Browser {
  readonly storage: BrowserStorage;
  /** Undefined over plain HTTP. */
  readonly caches: CacheStorage | undefined;
  /** Clears the screen and reloads the page. */
  readonly restart: () => void;
}

/** Deletes other people's data whenever the visitor's state changes. */
export function isolateUserData(state: StoreApi<VisitorState>, { storage, caches, restart }: Browser): void {
  state.subscribe((current, previous) => {
    if (current.owner === undefined) return;
    // Unsent changes of a person whose sign-in has expired are kept; responses can be fetched again.
    if (current.owner !== null) clearRecent(storage);
    if (current.owner !== previous.owner)
      for (const { key } of unsentEntries(storage, (author) => author !== current.owner)) storage.removeItem(key);
    if (current.person?.id !== previous.person?.id || previous.owner === undefined) {
      void deleteOtherCaches(caches, current.person?.id ?? null);
    }
    const previousId = (previous.person ?? previous.expiredPerson)?.id;
    const currentId = (current.person ?? current.expiredPerson)?.id;
    if (previousId !== undefined && previousId !== currentId) restart();
  });
}

/** If the browser refuses storage, there is nothing to delete. */
async function deleteOtherCaches(caches: CacheStorage | undefined, owner: number | null): Promise<void> {
  if (caches === undefined) return;
  try {
    const keptNames = [PUBLIC_RESPONSE_CACHE, ...(owner === null ? [] : [`${RESPONSE_CACHE}-${owner}`])];
    const ownerCache = await caches.open(OWNER_CACHE);
    await ownerCache.put(OWNER_PATH, new Response(String(owner ?? "none")));
    const otherNames = (await caches.keys()).filter(
      (name) => name.startsWith(RESPONSE_CACHE) && !keptNames.includes(name),
    );
    await Promise.all(otherNames.map((name) => caches.delete(name)));
  } catch {
    // The worker still serves the previously recorded person's responses, or none if there is no record.
  }
}

/** Runs an action that makes the browser delete this origin's data, then restores the browser's preferences. */
export async function preservePreferences<Done>(storage: BrowserStorage, action: () => Promise<Done>): Promise<Done> {
  const preferences = PREFERENCES.map((key) => [key, storage.getItem(key)] as const);
  try {
    return await action();
  } finally {
    for (const [key, value] of preferences) if (value !== null) storage.setItem(key, value);
  }
}

/** The browser's storage; if the browser refuses it, a substitute that lasts as long as the page. */
export function browserStorage(): BrowserStorage {
  try {
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

/** In-memory storage. @param entries initial entries, which the storage modifies */
export function memoryStorage(entries = new Map<string, string>()): BrowserStorage {
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}
