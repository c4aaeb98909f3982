import { describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { keepApart, keepingChoices, memoryShelf } from "./personal-data.ts";
import type { Person, VisitorState } from "./visitor.ts";

const personOf = (id: number): Person => ({ id, name: null, email: null, has_password: true });
const UNKNOWN_VISITOR: VisitorState = { person: null, expired: null, isKnown: false, owner: undefined, issuers: [] };
const of = (id: number): Partial<VisitorState> => ({ person: personOf(id), expired: null, isKnown: true, owner: id });
const expired = (id: number): Partial<VisitorState> => ({
  person: null,
  expired: personOf(id),
  isKnown: true,
  owner: id,
});
const NO_VISITOR: Partial<VisitorState> = { person: null, expired: null, isKnown: true, owner: null };

/** A browser that holds data of persons 1 and 2, and of a guest. */
function browser() {
  const kept = new Map([
    ["etesian.theme", "dark"],
    ["etesian.language", "nl"],
    ["etesian.unsent.5.a", JSON.stringify({ command: "a", changes: {}, inverse: {}, maker: 1, at: 1 })],
    ["etesian.unsent.5.b", JSON.stringify({ command: "b", changes: {}, inverse: {}, maker: 2, at: 2 })],
    ["etesian.unsent.5.c", JSON.stringify({ command: "c", changes: {}, inverse: {}, maker: null, at: 3 })],
  ]);
  const shelf = memoryShelf(kept);
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
  keepApart(state, { shelf, caches, restart: () => void restarts.push(1) });
  return {
    /** The server's successive answers about the visitor. */
    receive: async (...states: readonly Partial<VisitorState>[]) => {
      for (const visitor of states) state.setState(visitor);
      // Cache operations are asynchronous.
      await new Promise((resolve) => setTimeout(resolve));
    },
    unsent: () => [...kept.keys()].filter((key) => key.includes("unsent")).map((key) => key.at(-1)),
    answers: () => [...names].filter((name) => name.startsWith("etesian-answers")),
    owner: async () => owner,
    restarts,
    kept,
    shelf,
  };
}

describe("data that a browser keeps for a person", () => {
  it("data that a browser keeps for a person stays until the server names the person of the browser", async () => {
    const { receive, unsent, answers } = browser();
    await receive({ isKnown: true });
    expect([unsent(), answers().length]).toEqual([["a", "b", "c"], 4]);
  });

  it("data that a browser keeps for a person belongs only to the current person once the server has answered", async () => {
    const { receive, unsent, answers, owner, restarts } = browser();
    await receive(of(1));
    expect([unsent(), answers(), await owner()]).toEqual([
      ["a", "c"],
      ["etesian-answers-public", "etesian-answers-1"],
      "1",
    ]);
    expect(restarts).toEqual([]);
  });

  it("data that a browser keeps for a person is deleted when they sign out anywhere, and their tab is reloaded", async () => {
    const { receive, unsent, answers, owner, restarts } = browser();
    await receive(of(1), NO_VISITOR);
    expect([unsent(), answers(), await owner()]).toEqual([["c"], ["etesian-answers-public"], "none"]);
    expect(restarts.length).toBe(1);
  });

  it("data that a browser keeps for a person consists of unsent changes only while their sign-in is expired, until another person signs in", async () => {
    const { receive, unsent, answers, restarts } = browser();
    await receive(of(1), expired(1));
    expect([unsent(), answers(), restarts.length]).toEqual([["a", "c"], ["etesian-answers-public"], 0]);
    await receive(of(2));
    expect([unsent(), answers(), restarts.length]).toEqual([["c"], ["etesian-answers-public"], 1]);
  });

  it("data that a browser keeps for a person stays when they sign in again, in the same tab", async () => {
    const { receive, unsent, restarts } = browser();
    await receive(of(1), expired(1), of(1));
    expect([unsent(), restarts.length]).toEqual([["a", "c"], 0]);
  });

  it("a guest's data stays for the person who signs in", async () => {
    const { receive, unsent, restarts } = browser();
    await receive(NO_VISITOR, of(2));
    expect([unsent(), restarts.length]).toEqual([["c"], 0]);
  });
});

it("theme and language survive clearing the storage", async () => {
  const { kept, shelf } = browser();
  await keepingChoices(shelf, async () => kept.clear());
  expect([...kept]).toEqual([
    ["etesian.theme", "dark"],
    ["etesian.language", "nl"],
  ]);
});
