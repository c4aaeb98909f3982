import fc from "fast-check";
import { expect, test } from "vitest";
import { partAfterKey, axesThatFit, type Axis, withBrush, withinBrushes, wrapName } from "./parallel-axes.ts";

const axis = (key: string, values: readonly number[], more: Partial<Axis> = {}): Axis => ({
  key,
  isFigure: false,
  title: key,
  unit: "",
  factor: 1,
  values: Float64Array.from(values),
  from: 0,
  to: 10,
  commonRange: null,
  ...more,
});
const wind = axis("wind", [0, 4, 8, NaN]);
const costs = axis("costs", [50, 60, 70, 60], { isFigure: true, from: 50, to: 70 });

test("a variant is kept if it is within the selected parts of all brushed axes", () => {
  const keptVariants = (parts: Readonly<Record<string, readonly [number, number]>>): readonly number[] =>
    [0, 1, 2, 3].filter(
      withinBrushes([wind, costs], new Map(Object.entries(parts).map(([key, [low, high]]) => [key, { low, high }]))),
    );
  expect(keptVariants({})).toEqual([0, 1, 2, 3]);
  expect(keptVariants({ costs: [60, 70] })).toEqual([1, 2, 3]);
  expect(keptVariants({ costs: [60, 70], wind: [0, 4] })).toEqual([1]);
});

test("sliders in which good variants differ most have no axis if not all axes fit", () => {
  const sliders = [
    axis("wide", [], { commonRange: { low: 1, high: 9 } }),
    axis("narrow", [], { commonRange: { low: 4, high: 5 } }),
    axis("middle", [], { commonRange: { low: 4, high: 7 } }),
  ];
  expect(axesThatFit([...sliders, costs], 3).map(({ key }) => key)).toEqual(["narrow", "middle", "costs"]);
  expect(axesThatFit([...sliders, costs], 9)).toHaveLength(4);
  expect(axesThatFit([...sliders, costs], 0).map(({ key }) => key)).toEqual(["narrow", "costs"]);
});

test("a name has one line if it fits, otherwise two lines of about equal length", () => {
  const measure = (text: string): number => text.length;
  expect(wrapName("Green gas", 10, measure, "plain")).toEqual(["Green gas"]);
  expect(wrapName("Insulation of old homes", 13, measure, "plain")).toEqual(["Insulation", "of old homes"]);
  expect(wrapName("Electrolysers", 6, measure, "plain")).toEqual(["Elect…"]);
});

test("keys move one end of a selected part within its axis, and never past the other end", () => {
  const ends = fc.constantFrom("low" as const, "high" as const);
  const keys = fc.constantFrom("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End");
  fc.assert(
    fc.property(fc.array(fc.tuple(ends, keys), { maxLength: 60 }), (moves) => {
      let part = { low: 0, high: 10 };
      for (const [end, key] of moves) part = partAfterKey(key, end, part, wind)!;
      expect(part.low).toBeGreaterThanOrEqual(0);
      expect(part.high).toBeLessThanOrEqual(10);
      expect(part.low).toBeLessThanOrEqual(part.high);
    }),
  );
  expect(partAfterKey("PageUp", "low", { low: 0, high: 10 }, wind)).toEqual({ low: 1, high: 10 });
  expect(partAfterKey("a", "low", { low: 0, high: 10 }, wind)).toBeNull();
});

test("a selected part that covers the whole axis is removed", () => {
  const brushes = withBrush(new Map(), wind, { low: 2, high: 10 });
  expect([...brushes]).toEqual([["wind", { low: 2, high: 10 }]]);
  expect([...withBrush(brushes, wind, { low: 0, high: 10 })]).toEqual([]);
});
