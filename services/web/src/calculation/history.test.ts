import { describe, expect, test } from "vitest";
import type { Change } from "@etesian/client";
import { History } from "./history.ts";

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
  test("is in order of versions, each once, however it is read", () => {
    const { history, state } = historyWith(moved(3, "a", {}), moved(1, "a", {}));
    history.add([moved(2, "b", {}), moved(3, "a", {})]);
    expect(state().changes.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test("names the person who moved a slider last, a reset included", () => {
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

  test("announces a change of another person for 3 s, unless a newer one takes its place", () => {
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
