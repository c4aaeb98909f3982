import { expect, test } from "vitest";
import type { EndsResult } from "../../calculation/calculator.ts";
import { endRows, rangeOf } from "./end-rows.ts";

const COSTS = { query: "costs", factor: 0.001 };
const figures = (costs: number | null) => new Map([["costs", costs]]);
const endsOf = (
  slider: string,
  [from, position, to]: readonly [number, number, number],
  [lower, present, higher]: readonly (number | null)[],
): EndsResult["sliders"][number] => ({
  slider,
  from,
  to,
  position,
  lower: figures(lower!),
  present: figures(present!),
  higher: figures(higher!),
});

test("a slider's larger effect determines its rank, and an end that equals its position has no effect", () => {
  const sliders = [
    endsOf("wind", [0, 5, 10], [4000, 5000, 7000]),
    endsOf("sun", [0, 0, 10], [5000, 5000, 2000]),
    endsOf("idle", [0, 5, 10], [5000, 5000, 5000]),
    endsOf("faulty", [0, 1, 2], [1, null, 1]),
  ];
  const { rows, withoutEffectCount } = endRows({ sliders }, COSTS);
  expect(rows.map(({ key, lower, higher }) => [key, lower, higher])).toEqual([
    ["sun", null, -3],
    ["wind", -1, 2],
  ]);
  expect(withoutEffectCount).toBe(1);
});

test("effects are relative to the result at each slider's position, which may differ from the scenario's", () => {
  const sliders = [endsOf("part", [0, 5, 10], [900, 1000, 1100])];
  expect(endRows({ sliders }, COSTS).rows[0]).toMatchObject({ lower: -0.1, higher: 0.1 });
});

test("a slider moves by a tenth of its position, to both ends of its range, or by a tenth of its range", () => {
  const slider = { key: "sun", from: 0, to: 20, present: 1 };
  expect(rangeOf("present", slider)).toEqual({ fractionOfCurrent: 0.1 });
  expect(rangeOf("ends", slider)).toEqual({ from: 0, to: 20 });
  expect(rangeOf("tenth", slider)).toEqual({ from: 0, to: 3 });
});
