/** Tests which events a set of curves produces for a command, given earlier events. */
import { SCENARIOS } from "@etesian/contracts/limits";
import { expect, test } from "vitest";
import { type CurveFile, curveSet, type CurveSetCommand, type CurveSetEvent, numberOf } from "./curve-set.ts";

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
const curvesKept = (...keys: readonly string[]): CurveSetEvent => ({
  type: "CurvesKept",
  data: { curves: keys.map(file) },
});
const setDropped: CurveSetEvent = { type: "CurveSetDropped", data: {} };
const keep = (...keys: readonly string[]): CurveSetCommand => ({ type: "Keep", files: keys.map(file) });

const stateAfter = (events: readonly CurveSetEvent[]) =>
  events.reduce((set, event) => curveSet.evolve(set, event, ""), curveSet.initial);
const given = (...events: readonly CurveSetEvent[]) => ({
  when: (command: CurveSetCommand) => curveSet.decide(command, stateAfter(events)),
});

test("new files follow the existing ones, which remain unchanged", () => {
  expect(given(curvesKept("a")).when(keep("c", "b"))).toEqual({ events: [curvesKept("c", "b")] });
  expect(stateAfter([curvesKept("a"), curvesKept("c", "b")])).toEqual({
    status: "open",
    files: [file("a"), file("c"), file("b")],
  });
});

test("a file that is already in the set is not added again, and keeps its number and time", () => {
  const later = { ...file("a"), keptAt: "2027-01-01T00:00:00.000Z" };
  expect(given(curvesKept("a", "b")).when({ type: "Keep", files: [later] })).toEqual({ events: [] });
  expect(given(curvesKept("a")).when({ type: "Keep", files: [later, file("b")] })).toEqual({
    events: [curvesKept("b")],
  });
  expect(numberOf(stateAfter([curvesKept("a", "b")]), later)).toBe(1);
  // Sets written before this rule may contain a file twice.
  expect(numberOf(stateAfter([curvesKept("a", "b", "a")]), later)).toBe(3);
  for (const other of [{ fileName: "other.csv" }, { hash: "0b".repeat(32) }, { key: "c" }]) {
    expect(numberOf(stateAfter([curvesKept("a")]), { ...later, ...other })).toBe(null);
  }
});

test("a dropped set accepts no files and is dropped once", () => {
  expect(given(curvesKept("a")).when({ type: "Drop" })).toEqual({ events: [setDropped] });
  expect(given(curvesKept("a"), setDropped).when({ type: "Drop" })).toEqual({ events: [] });
  expect(given(curvesKept("a"), setDropped).when(keep("b"))).toEqual({ refusal: "dropped" });
  expect(stateAfter([setDropped, curvesKept("a")])).toEqual({ status: "dropped" });
});

test(`a set holds at most ${SCENARIOS.curveFiles} files`, () => {
  const full = curvesKept(...Array.from({ length: SCENARIOS.curveFiles - 1 }, () => "a"));
  expect(given(full).when(keep("b"))).toEqual({ events: [curvesKept("b")] });
  expect(given(full).when(keep("b", "c"))).toEqual({ refusal: "full" });
  expect(given(full, curvesKept("b")).when(keep("b"))).toEqual({ events: [] });
});
