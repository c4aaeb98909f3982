import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { isolateUserData, preservePreferences, memoryStorage } from "./personal-data.ts";
import type { Person, VisitorState } from "./visitor.ts";

const personOf = (id: number): Person => ({ id, name: null, email: null, has_password: true });
const UNKNOWN_VISITOR: VisitorState = {
  person: null,
  expiredPerson: null,
  isSettled: false,
  owner: undefined,
  issuers: [],
};
const signedIn = (id: number): Partial<VisitorState> => ({
  person: personOf(id),
  expiredPerson: null,
  isSettled: true,
  owner: id,
});
const expired = (id: number): Partial<VisitorState> => ({
  person: null,
  expiredPerson: personOf(id),
  isSettled: true,
  owner: id,
});
const NO_VISITOR: Partial<VisitorState> = { person: null, expiredPerson: null, isSettled: true, owner: null };

/** A browser with data of persons 1 and 2, and of a guest. */
function browser() {
  const entries = new Map([
    ["etesian.theme", "dark"],
    ["etesian.language", "nl"],
    ["etesian.unsent.5.a", JSON.stringify({ command: "a", changes: {}, inverse: {}, maker: 1, at: 1 })],
    ["etesian.unsent.5.b", JSON.stringify({ command: "b", changes: {}, inverse: {}, maker: 2, at: 2 })],
    ["etesian.unsent.5.c", JSON.stringify({ command: "c", changes: {}, inverse: {}, maker: null, at: 3 })],
  ]);
  const storage = memoryStorage(entries);
  const names = new Set([
    "etesian-files-x",
    "etesian-answers-public",
    "etesian-answers",
    "etesian-answers-1",
    "etesian-answers-2",
  ]);
  let owner: Promise<string> | null = null;
  const caches = {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
    open: async () => ({ put: async (_path: string, response: Response) => void (owner = response.text()) }),
  } as unknown as CacheStorage;
  const restarts: number[] = [];
  const state = createStore<VisitorState>()(() => UNKNOWN_VISITOR);
  isolateUserData(state, { storage, caches, restart: () => void restarts.push(1) });
  return {
    /** Applies the server's successive responses about the visitor. */
    receive: async (...states: readonly Partial<VisitorState>[]) => {
      for (const visitor of states) state.setState(visitor);
      // Cache operations are asynchronous.
      await new Promise((resolve) => setTimeout(resolve));
    },
    unsentOwners: () => [...entries.keys()].filter((key) => key.includes("unsent")).map((key) => key.at(-1)),
    cachedResponses: () => [...names].filter((name) => name.startsWith("etesian-answers")),
    owner: async () => owner,
    restarts,
    entries,
    storage,
  };
}

describe("data that a browser stores for a person", () => {
  it("data that a browser stores for a person is kept until the server identifies the browser's user", async () => {
    const { receive, unsentOwners, cachedResponses } = browser();
    await receive({ isSettled: true });
    expect([unsentOwners(), cachedResponses().length]).toEqual([["a", "b", "c"], 4]);
  });

  it("data that a browser stores for a person belongs only to the current person once the server has answered", async () => {
    const { receive, unsentOwners, cachedResponses, owner, restarts } = browser();
    await receive(signedIn(1));
    expect([unsentOwners(), cachedResponses(), await owner()]).toEqual([
      ["a", "c"],
      ["etesian-answers-public", "etesian-answers-1"],
      "1",
    ]);
    expect(restarts).toEqual([]);
  });

  it("data that a browser stores for a person is deleted when they sign out anywhere, which also reloads their tab", async () => {
    const { receive, unsentOwners, cachedResponses, owner, restarts } = browser();
    await receive(signedIn(1), NO_VISITOR);
    expect([unsentOwners(), cachedResponses(), await owner()]).toEqual([["c"], ["etesian-answers-public"], "none"]);
    expect(restarts.length).toBe(1);
  });

  it("only unsent changes remain for a person whose sign-in has expired, until another person signs in", async () => {
    const { receive, unsentOwners, cachedResponses, restarts } = browser();
    await receive(signedIn(1), expired(1));
    expect([unsentOwners(), cachedResponses(), restarts.length]).toEqual([["a", "c"], ["etesian-answers-public"], 0]);
    await receive(signedIn(2));
    expect([unsentOwners(), cachedResponses(), restarts.length]).toEqual([["c"], ["etesian-answers-public"], 1]);
  });

  it("data that a browser stores for a person is kept when they sign in again, in the same tab", async () => {
    const { receive, unsentOwners, restarts } = browser();
    await receive(signedIn(1), expired(1), signedIn(1));
    expect([unsentOwners(), restarts.length]).toEqual([["a", "c"], 0]);
  });

  it("a guest's data is kept for the person who signs in", async () => {
    const { receive, unsentOwners, restarts } = browser();
    await receive(NO_VISITOR, signedIn(2));
    expect([unsentOwners(), restarts.length]).toEqual([["c"], 0]);
  });
});

it("theme and language survive clearing the storage", async () => {
  const { entries, storage } = browser();
  await preservePreferences(storage, async () => entries.clear());
  expect([...entries]).toEqual([
    ["etesian.theme", "dark"],
    ["etesian.language", "nl"],
  ]);
});
