import { expect, test } from "vitest";
import type { SweepResult } from "../../calculation/calculator.ts";
import { selectAnswers } from "./answer-rows.ts";

/** Variants of two sliders: costs rise with both, emissions fall with both, and the last variant has no result. */
const WIND = [0, 10, 0, 10, 5, 9];
const SUN = [0, 0, 4, 4, 2, 1];
const RESULT = {
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
  const { answers, ...selection } = selectAnswers(
    RESULT,
    { number: GASES, target: 85 },
    { objective: COSTS, slack: 0.1 },
  );
  expect(selection).toEqual({
    calculatedCount: 5,
    feasibleCount: 4,
    goodVariants: [1, 4, 2],
    commonRanges: [
      { low: 1, high: 9 },
      { low: 0.4, high: 3.6 },
    ],
    nearestFigure: 82,
  });
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
});

test("a further condition excludes variants, including the best one", () => {
  const condition = { number: GASES, target: 85 };
  const selection = selectAnswers(RESULT, condition, { objective: COSTS, slack: 0.1 }, (variant) => variant !== 1);
  expect(selection).toMatchObject({ feasibleCount: 3, goodVariants: [4, 2] });
});

test("the condition on a number that is better when higher is a minimum, and the best figure is the highest", () => {
  const condition = { number: RENEWABLE, target: 0.45 };
  expect(selectAnswers(RESULT, condition, { objective: COSTS, slack: 0 }).goodVariants).toEqual([1]);
  expect(selectAnswers(RESULT, { number: COSTS, target: 61 }, { objective: RENEWABLE, slack: 0 }).goodVariants).toEqual(
    [1, 4],
  );
});

test("the nearest figure is reported if no variant meets the condition", () => {
  const selection = selectAnswers(RESULT, { number: GASES, target: 5 }, { objective: COSTS, slack: 0.1 });
  expect(selection).toMatchObject({ answers: [], commonRanges: [null, null], nearestFigure: 60 });
});
