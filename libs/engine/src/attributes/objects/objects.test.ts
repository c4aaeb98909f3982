import { expect, test, vi } from "vitest";
import { sketchYear } from "../../graph/graph.fixture.ts";
import { Handles, YearObjects } from "./objects.ts";

test("handles are created once, on first access", () => {
  const make = vi.fn<(index: number) => { readonly index: number }>((index) => ({ index }));
  const handles = new Handles(4, make);
  expect(make).not.toHaveBeenCalled();
  const third = handles.at(2);
  expect(third).toEqual({ index: 2 });
  expect(handles.at(2)).toBe(third);
  expect(handles.pick([3, 2])).toEqual([{ index: 3 }, third]);
  expect(handles.pick([0, 1, 2], 1)).toEqual([{ index: 1 }, third]);
  expect(make).toHaveBeenCalledTimes(3);
  expect(handles.all()[2]).toBe(third);
  expect(make).toHaveBeenCalledTimes(4);
});

test("derived values of a year are stored in blocks of several attributes", () => {
  const { energy } = new YearObjects(sketchYear({ nodes: { homes: { demand: 1 } }, edges: {} }));
  for (let id = 0; id < 9; id++) {
    energy.memo.set(id, 0, id + 0.5);
    energy.factors.set(id, 0, id + 0.25);
  }
  for (let id = 0; id < 9; id++) {
    expect(energy.memo.get(id, 0)).toBe(id + 0.5);
    expect(energy.factors.get(id, 0)).toBe(id + 0.25);
  }
  expect([...energy.memo.blocks]).toHaveLength(2);
  expect([...energy.factors.blocks]).toHaveLength(2);
});
