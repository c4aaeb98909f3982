import { afterEach, describe, expect, test, vi } from "vitest";
import { type Change, connect } from "@etesian/client";
import { follow, History, MAX_CHANGES } from "./history.ts";
import { Session } from "./session.ts";
import { STORED as SCENARIO } from "./stored-scenario.fixture.ts";

afterEach(() => vi.unstubAllGlobals());

const moved = (version: number, actor: string, userValues: Record<string, number>, reset: string[] = []): Change => ({
  version,
  time: "2026-01-02T03:04:05.678Z",
  actor,
  type: "inputs_set",
  data: { user_values: userValues, reset, balanced_values: {}, unbalanced: [] },
});

function historyWith(...changes: readonly Change[]) {
  const waiting: { readonly work: () => void; readonly ms: number }[] = [];
  const history = new History((work, ms) => void waiting.push({ work, ms }));
  history.add(changes);
  return { history, waiting, state: () => history.state.getState() };
}

describe("the history of a scenario", () => {
  test("the history of a scenario has each version once and in order, however it is read", () => {
    const { history, state } = historyWith(moved(3, "a", {}), moved(1, "a", {}));
    history.add([moved(2, "b", {}), moved(3, "a", {})]);
    expect(state().changes.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test("the history of a scenario keeps the latest changes, however long the page is open", () => {
    const { state } = historyWith(...Array.from({ length: MAX_CHANGES + 1 }, (_, index) => moved(index + 1, "a", {})));
    expect([state().changes.length, state().changes[0]!.version]).toEqual([MAX_CHANGES, 2]);
  });

  test("the history of a scenario names the person who moved a slider last, a reset included", () => {
    const { state } = historyWith(
      moved(1, "user:1", { wind: 1, sun: 1 }),
      moved(2, "user:2", { wind: 2 }),
      moved(3, "user:3", {}, ["sun"]),
    );
    expect(Array.from(state().movers, ([key, { actor }]) => [key, actor])).toEqual([
      ["wind", "user:2"],
      ["sun", "user:3"],
    ]);
  });

  test("the history of a scenario announces a change of another person for 3 s, unless a newer one takes its place", () => {
    const { history, waiting, state } = historyWith();
    history.announce(moved(1, "user:1", { wind: 1, sun: 1 }));
    history.announce(moved(2, "user:2", { wind: 2 }));
    expect(waiting.map(({ ms }) => ms)).toEqual([3_000, 3_000]);
    expect(Array.from(state().live, ([key, { actor }]) => [key, actor])).toEqual([
      ["wind", "user:2"],
      ["sun", "user:1"],
    ]);
    waiting[0]!.work();
    expect([...state().live.keys()]).toEqual(["wind"]);
    waiting[1]!.work();
    expect(state().live.size).toBe(0);
  });
});

describe("following a scenario", () => {
  const STORED = { ...SCENARIO, userValues: {} };

  /**
   * Follows a scenario whose own slider `wind` was moved as version 2; others may have changed it before its history
   * was read.
   */
  async function followed(...others: readonly Change[]) {
    const end = new AbortController();
    let stored = STORED;
    const session = new Session(STORED, {
      calculator: () => ({ ask: () => {}, tryOut: null, explore: null, inspect: null, explain: null, close: () => {} }),
      storage: {
        change: async (_id, { changes }) => {
          stored = { ...stored, version: 2, userValues: changes };
          return { kind: "stored", scenario: stored, warnings: [] };
        },
        read: async () => stored,
        readVersion: async () => stored,
        restore: async () => ({ kind: "restored" }),
      },
      newCommand: () => "own",
    });
    session.set({ wind: 2 });
    await session.allStored();
    const own = { ...moved(2, "user:1", { wind: 2 }), command: "own" };
    const newest = others.at(-1) ?? own;
    stored = { ...stored, version: newest.version };
    const requests: (string | null)[] = [];
    vi.stubGlobal("fetch", async ({ url, headers }: Request) => {
      if (url.includes("/history")) {
        return Response.json({ data: [own, ...others].toReversed(), meta: { total_pages: 1 } });
      }
      requests.push(headers.get("last-event-id"));
      // Nothing more happens. The request's signal depends on this one while the request is referenced.
      const body = new ReadableStream({
        start: (stream) => end.signal.addEventListener("abort", () => stream.close()),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
    const api = connect({ url: "http://etesian.test" });
    const history = new History();
    const following = follow(api, { session, history, onReturn: () => {} }, end.signal);
    await expect.poll(() => requests).toEqual([String(newest.version)]);
    end.abort();
    await following;
    return session.state.getState();
  }

  test("following a scenario receives changes made before its history was read", async () => {
    const state = await followed(moved(3, "user:2", { sun: 3 }));
    expect([state.stored.version, state.canUndo]).toEqual([3, true]);
  });

  test("following a scenario does not change sliders that others have moved meanwhile, even by restoring an earlier version", async () => {
    expect((await followed(moved(3, "user:2", { wind: 3 }))).canUndo).toBe(false);
    const restored = { ...moved(3, "user:2", {}), type: "scenario_restored" } as Change;
    // A change of an order touches no slider.
    const ordered: Change = { ...moved(3, "user:2", {}), type: "order_set", data: { name: "lt", keys: [] } };
    expect((await followed(ordered)).canUndo).toBe(true);
    expect((await followed(restored)).canUndo).toBe(false);
    expect((await followed()).canUndo).toBe(true);
  });
});
