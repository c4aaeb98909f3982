/** Tests of a set of curves: given events, when a command, then events. */
import { expect, test } from "vitest";
import { type CurveFile, curveSet, type CurveSetCommand, type CurveSetEvent, MAX_FILES } from "./curve-set.ts";

const file = (key: string): CurveFile => ({
  key,
  type: "price",
  hash: "0a".repeat(32),
  fileName: `${key}.csv`,
  size: 100,
  keptAt: "2026-11-22T09:00:00.000Z",
  statistics: { length: 8760, minAt: 0, maxAt: 0, min: 1, max: 1, mean: 1, fullLoadHours: null },
  source: null,
});
const kept = (...keys: readonly string[]): CurveSetEvent => ({ type: "CurvesKept", data: { curves: keys.map(file) } });
const dropped: CurveSetEvent = { type: "CurveSetDropped", data: {} };
const keep = (...keys: readonly string[]): CurveSetCommand => ({ type: "Keep", files: keys.map(file) });

const after = (events: readonly CurveSetEvent[]) =>
  events.reduce((set, event) => curveSet.evolve(set, event, ""), curveSet.initial);
const given = (...events: readonly CurveSetEvent[]) => ({
  when: (command: CurveSetCommand) => curveSet.decide(command, after(events)),
});

test("new files follow the existing ones, which stay unchanged", () => {
  expect(given(kept("a")).when(keep("b", "a"))).toEqual({ events: [kept("b", "a")] });
  expect(after([kept("a"), kept("b", "a")])).toEqual({ status: "open", files: [file("a"), file("b"), file("a")] });
});

test("a dropped set accepts no files and is dropped once", () => {
  expect(given(kept("a")).when({ type: "Drop" })).toEqual({ events: [dropped] });
  expect(given(kept("a"), dropped).when({ type: "Drop" })).toEqual({ events: [] });
  expect(given(kept("a"), dropped).when(keep("b"))).toEqual({ refusal: "dropped" });
  expect(after([dropped, kept("a")])).toEqual({ status: "dropped" });
});

test(`a set holds at most ${MAX_FILES} files`, () => {
  const full = kept(...Array.from({ length: MAX_FILES - 1 }, () => "a"));
  expect(given(full).when(keep("b"))).toEqual({ events: [kept("b")] });
  expect(given(full).when(keep("b", "c"))).toEqual({ refusal: "full" });
});
