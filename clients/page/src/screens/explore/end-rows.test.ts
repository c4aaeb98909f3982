import { expect, test } from "vitest";
import type { EndsResult } from "../../calculation/calculator.ts";
import { endRows, stepsAround } from "./end-rows.ts";

const COSTS = { query: "costs", factor: 0.001 };
const figures = (costs: number | null) => new Map([["costs", costs]]);
const endsOf = (
  slider: string,
  [lower, present, higher]: readonly (number | null)[],
): EndsResult["sliders"][number] => ({
  slider,
  lower: figures(lower!),
  present: figures(present!),
  higher: figures(higher!),
});
const slider = (key: string, from: number, present: number, to: number) => ({ key, from, to, present });

test("the larger effect of a slider determines its rank, and an end at which the slider is already has no effect", () => {
  const result: EndsResult = {
    kind: "ends",
    sliders: [
      endsOf("wind", [4000, 5000, 7000]),
      endsOf("sun", [5000, 5000, 2000]),
      endsOf("idle", [5000, 5000, 5000]),
      endsOf("faulty", [1, null, 1]),
    ],
  };
  const moved = [
    slider("wind", 0, 5, 10),
    slider("sun", 0, 0, 10),
    slider("idle", 0, 5, 10),
    slider("faulty", 0, 1, 2),
  ];
  const { rows, withoutEffectCount } = endRows(result, moved, COSTS);
  expect(rows.map(({ key, lower, higher }) => [key, lower, higher])).toEqual([
    ["sun", null, -3],
    ["wind", -1, 2],
  ]);
  expect(withoutEffectCount).toBe(1);
});

test("effects are measured from the results next to each slider, which may differ from the scenario's", () => {
  const result: EndsResult = { kind: "ends", sliders: [endsOf("part", [900, 1000, 1100])] };
  expect(endRows(result, [slider("part", 0, 5, 10)], COSTS).rows[0]).toMatchObject({ lower: -0.1, higher: 0.1 });
});

test("a step is a fraction of the whole range in both directions, within the range", () => {
  expect(stepsAround([slider("wind", 0, 5, 50), slider("sun", 0, 1, 20)], 0.1)).toEqual([
    slider("wind", 0, 5, 10),
    slider("sun", 0, 1, 3),
  ]);
});
