import { expect, test } from "vitest";
import type { SweepResult } from "../../calculation/calculator.ts";
import { causesOf } from "./causes.ts";

const ESTIMATES = {
  estimates: {
    figures: [
      { name: "query.gases", influences: [] },
      {
        name: "query.costs",
        influences: [
          { factor: "wind", correlation: -0.1 },
          { factor: "oil", correlation: 0.9 },
          { factor: "gas", correlation: -0.4 },
        ],
      },
    ],
  },
} as unknown as SweepResult;

test("the cause that explains most of a number's range is first, and its correlation's sign is its direction", () => {
  expect([...causesOf(ESTIMATES, "costs")]).toEqual([
    ["oil", { share: expect.closeTo(0.81) as number, isPositive: true }],
    ["gas", { share: expect.closeTo(0.16) as number, isPositive: false }],
    ["wind", { share: expect.closeTo(0.01) as number, isPositive: false }],
  ]);
  expect(causesOf(ESTIMATES, "unknown").size).toBe(0);
});
