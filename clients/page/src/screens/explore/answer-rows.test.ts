import { expect, test } from "vitest";
import type { SweepResult } from "../../calculation/calculator.ts";
import { selectAnswers } from "./answer-rows.ts";

/** Two sliders; costs rise with both, gases fall with both, and the last variant has no result. */
const WIND = [0, 10, 0, 10, 5, 9];
const SUN = [0, 0, 4, 4, 2, 1];
const FOUND = {
  outline: {
    outputs: [{ name: "query.costs" }, { name: "query.gases" }, { name: "query.renewable" }],
    factors: [
      { settings: ["wind"], positions: { from: 0, to: 10, present: 0 } },
      { settings: ["sun"], positions: { from: 0, to: 4, present: 0 } },
    ],
  },
  settings: [WIND, SUN].map((column) => Float64Array.from(column)),
  figures: [
    [50, 60, 62, 90, 61, NaN],
    [100, 80, 82, 60, 78, NaN],
    [0.1, 0.5, 0.4, 0.9, 0.5, NaN],
  ].map((column) => Float64Array.from(column)),
} as unknown as SweepResult;
const GASES = { query: "gases", better: "lower" } as const;
const COSTS = { query: "costs", better: "lower" } as const;
const RENEWABLE = { query: "renewable", better: "higher" } as const;

test("good answers meet the condition near the best figure, and each lists the settings that distinguish it", () => {
  const { calculated, feasible, good, answers, common, nearest } = selectAnswers(
    FOUND,
    { number: GASES, target: 85 },
    { best: COSTS, slack: 0.1 },
  );
  expect({ calculated, feasible, good, nearest }).toEqual({ calculated: 5, feasible: 4, good: [1, 4, 2], nearest: 82 });
  expect(answers.map(({ variant, positions, distinguishing }) => ({ variant, positions, distinguishing }))).toEqual([
    {
      variant: 1,
      positions: [10, 0],
      distinguishing: [
        { key: "wind", isMore: true },
        { key: "sun", isMore: false },
      ],
    },
    {
      variant: 2,
      positions: [0, 4],
      distinguishing: [
        { key: "wind", isMore: false },
        { key: "sun", isMore: true },
      ],
    },
    { variant: 4, positions: [5, 2], distinguishing: [] },
  ]);
  expect(common).toEqual([
    { low: 1, high: 9 },
    { low: 0.4, high: 3.6 },
  ]);
});

test("a further condition leaves out variants, also as the best", () => {
  const condition = { number: GASES, target: 85 };
  const { feasible, good } = selectAnswers(FOUND, condition, { best: COSTS, slack: 0.1 }, (variant) => variant !== 1);
  expect({ feasible, good }).toEqual({ feasible: 3, good: [4, 2] });
});

test("a number that is better when higher has a least value, and the best is the highest", () => {
  const condition = { number: RENEWABLE, target: 0.45 };
  expect(selectAnswers(FOUND, condition, { best: COSTS, slack: 0 }).good).toEqual([1]);
  expect(selectAnswers(FOUND, { number: COSTS, target: 61 }, { best: RENEWABLE, slack: 0 }).good).toEqual([1, 4]);
});

test("without a variant that meets the condition, the nearest figure is reported", () => {
  const { answers, common, nearest } = selectAnswers(FOUND, { number: GASES, target: 5 }, { best: COSTS, slack: 0.1 });
  expect({ answers, common, nearest }).toEqual({ answers: [], common: [null, null], nearest: 60 });
});
