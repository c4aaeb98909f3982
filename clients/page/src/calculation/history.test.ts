import { afterEach, describe, expect, test, vi } from "vitest";
import { type Change, connect } from "@etesian/client";
import { follow, History, MAX_CHANGES } from "./history.ts";
import { Session } from "./session.ts";
import { STORED as SCENARIO } from "./stored-scenario.fixture.ts";

afterEach(() => vi.unstubAllGlobals());

const slidersMoved = (
  version: number,
  actor: string,
  userValues: Record<string, number>,
  reset: string[] = [],
): Change => ({
  version,
  time: "2026-01-02T03:04:05.678Z",
  actor,
  type: "inputs_set",
  data: { user_values: userValues, reset, balanced_values: {}, unbalanced: [] },
});

function historyWith(...changes: readonly Change[]) {
  const timers: { readonly work: () => void; readonly ms: number }[] = [];
  const history = new History((work, ms) => void timers.push({ work, ms }));
  history.add(changes);
  return { history, timers, state: () => history.state.getState() };
}

describe("the history of a scenario", () => {
  test("the history of a scenario has each version once and in order, even if versions arrive out of order", () => {
    const { history, state } = historyWith(slidersMoved(3, "a", {}), slidersMoved(1, "a", {}));
    history.add([slidersMoved(2, "b", {}), slidersMoved(3, "a", {})]);
    expect(state().changes.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test("the history of a scenario keeps the latest changes, however long the page is open", () => {
    const { state } = historyWith(
      ...Array.from({ length: MAX_CHANGES + 1 }, (_, index) => slidersMoved(index + 1, "a", {})),
    );
    expect([state().changes.length, state().changes[0]!.version]).toEqual([MAX_CHANGES, 2]);
  });

  test("the history of a scenario names the person who last moved or reset a slider", () => {
    const { state } = historyWith(
      slidersMoved(1, "user:1", { wind: 1, sun: 1 }),
      slidersMoved(2, "user:2", { wind: 2 }),
      slidersMoved(3, "user:3", {}, ["sun"]),
    );
    expect(Array.from(state().movers, ([key, { actor }]) => [key, actor])).toEqual([
      ["wind", "user:2"],
      ["sun", "user:3"],
    ]);
  });

  test("the history of a scenario announces another person's change for 3 s, unless a newer change replaces it", () => {
    const { history, timers, state } = historyWith();
    history.announce(slidersMoved(1, "user:1", { wind: 1, sun: 1 }));
    history.announce(slidersMoved(2, "user:2", { wind: 2 }));
    expect(timers.map(({ ms }) => ms)).toEqual([3_000, 3_000]);
    expect(Array.from(state().recentChanges, ([key, { actor }]) => [key, actor])).toEqual([
      ["wind", "user:2"],
      ["sun", "user:1"],
    ]);
    timers[0]!.work();
    expect([...state().recentChanges.keys()]).toEqual(["wind"]);
    timers[1]!.work();
    expect(state().recentChanges.size).toBe(0);
  });
});

describe("following a scenario", () => {
  const STORED = { ...SCENARIO, userValues: {} };

  /**
   * Follows a scenario in which this page moved the slider `wind` as version 2; other people may have changed it before
   * its history was read.
   */
  async function followChanges(...otherChanges: readonly Change[]) {
    const end = new AbortController();
    let scenario = STORED;
    const session = new Session(STORED, {
      calculator: () => ({
        ask: () => {},
        tryOut: null,
        explore: null,
        inspect: null,
        explain: null,
        listNames: null,
        close: () => {},
      }),
      storage: {
        change: async (_id, { changes }) => {
          scenario = { ...scenario, version: 2, userValues: changes };
          return { kind: "stored", scenario, warnings: [] };
        },
        readCurrent: async () => scenario,
        readVersion: async () => scenario,
        restore: async () => ({ kind: "restored" }),
      },
      newCommand: () => "own",
    });
    session.set({ wind: 2 });
    await session.waitUntilStored();
    const ownChange = { ...slidersMoved(2, "user:1", { wind: 2 }), command: "own" };
    const newest = otherChanges.at(-1) ?? ownChange;
    scenario = { ...scenario, version: newest.version };
    const requests: (string | null)[] = [];
    vi.stubGlobal("fetch", async ({ url, headers }: Request) => {
      if (url.includes("/history")) {
        return Response.json({ data: [ownChange, ...otherChanges].toReversed(), meta: { total_pages: 1 } });
      }
      requests.push(headers.get("last-event-id"));
      // Follows `end` itself: the request's signal no longer does once the request has been garbage-collected.
      const body = new ReadableStream({
        start: (stream) => end.signal.addEventListener("abort", () => stream.close()),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
    const api = connect({ url: "http://etesian.test" });
    const history = new History();
    const team = { shouldFollow: async () => false, receive: () => {} };
    const following = follow(api, { session, history, team, onReconnect: () => {} }, end.signal);
    await expect.poll(() => requests).toEqual([String(newest.version)]);
    end.abort();
    await following;
    return session.state.getState();
  }

  test("following a scenario receives changes made before its history was read", async () => {
    const state = await followChanges(slidersMoved(3, "user:2", { sun: 3 }));
    expect([state.scenario.version, state.canUndo]).toEqual([3, true]);
  });

  test("following a scenario keeps undo from changing sliders that others have moved, even by restoring an earlier version", async () => {
    expect((await followChanges(slidersMoved(3, "user:2", { wind: 3 }))).canUndo).toBe(false);
    const restoreChange = { ...slidersMoved(3, "user:2", {}), type: "scenario_restored" } as Change;
    // A changed order affects no slider.
    const orderChange: Change = {
      ...slidersMoved(3, "user:2", {}),
      type: "order_set",
      data: { name: "heat_network_order_lt", keys: [] },
    };
    expect((await followChanges(orderChange)).canUndo).toBe(true);
    expect((await followChanges(restoreChange)).canUndo).toBe(false);
    expect((await followChanges()).canUndo).toBe(true);
  });
});
