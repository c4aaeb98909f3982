import { expect, test } from "vitest";
import type { HeadlineNumber } from "@etesian/interface";
import type { SliderAnswer } from "../../calculation/calculator.ts";
import { costsPerTonne, isMass, type SearchedSlider, targetRows } from "./target-rows.ts";

const searched = (key: string, present: number): SearchedSlider => ({ key, from: 0, to: 10, present });
const answer = (slider: string, outcome: SliderAnswer["answer"], position: number | null = null): SliderAnswer => ({
  slider,
  answer: outcome,
  position,
  results: new Map(),
});
const FIGURES = { present: 100, target: 80 };
const NO_CONDITIONS = { conditions: [], rankQuery: null };
const numberOf = (query: string): HeadlineNumber => ({
  query,
  title: query,
  short: query,
  unit: "",
  unitName: "",
  factor: 1,
  better: "lower",
  range: null,
  target: null,
  chart: null,
  needs: null,
  base: null,
});

test("sliders that reach the target are sorted by the fraction of their range that they move", () => {
  const { reaching } = targetRows(
    [
      answer("far", { kind: "reached", at: [{ from: 9, to: 9 }] }, 9),
      answer(
        "near",
        {
          kind: "reached",
          at: [
            { from: 1, to: 1 },
            { from: 4, to: 6 },
          ],
        },
        4,
      ),
    ],
    [searched("far", 2), searched("near", 3)],
    FIGURES,
    NO_CONDITIONS,
  );
  expect(reaching.map(({ key, position, plateau }) => [key, position, plateau])).toEqual([
    ["near", 4, { from: 4, to: 6 }],
    ["far", 9, null],
  ]);
});

test("sliders that cannot reach the target are sorted by progress; sliders without an effect are counted", () => {
  const beyond = (nearest: number, at: number) => ({ kind: "beyond", nearest, at }) as const;
  const { failing, withoutEffectCount } = targetRows(
    [answer("some", beyond(95, 10)), answer("most", beyond(85, 0)), answer("none", beyond(100, 3))],
    [searched("some", 1), searched("most", 1), searched("none", 1)],
    FIGURES,
    NO_CONDITIONS,
  );
  expect(failing.map(({ key, progress, at }) => [key, progress, at])).toEqual([
    ["most", 0.75, 0],
    ["some", 0.25, 10],
  ]);
  expect(withoutEffectCount).toBe(1);
});

test("sliders that jump over the target are listed with the jump nearest to the current position", () => {
  const jumps = [
    { at: 9, before: 90, after: 70 },
    { at: 4, before: 70, after: 90 },
  ];
  const { jumping } = targetRows(
    [answer("steep", { kind: "jumps", jumps })],
    [searched("steep", 2)],
    FIGURES,
    NO_CONDITIONS,
  );
  expect(jumping).toEqual([{ key: "steep", from: 0, to: 10, present: 2, kind: "jumps", at: 4, before: 70, after: 90 }]);
});

test("sliders that reach the target but violate a condition are listed separately; the cheapest can be first", () => {
  const reached = (slider: string, position: number, costs: number, shortage: number): SliderAnswer => ({
    ...answer(slider, { kind: "reached", at: [{ from: position, to: position }] }, position),
    results: new Map([
      ["costs", costs],
      ["shortage", shortage],
    ]),
  });
  const answers = [reached("expensive", 3, 60, 0), reached("cheap", 9, 50, 0), reached("short", 4, 40, 12)];
  const searchedSliders = answers.map(({ slider }) => searched(slider, 2));
  const conditions = [{ number: numberOf("shortage"), value: 0 }];
  const keysOf = (rankQuery: string | null): readonly string[] =>
    targetRows(answers, searchedSliders, FIGURES, { conditions, rankQuery }).reaching.map(({ key }) => key);
  expect(keysOf(null)).toEqual(["expensive", "cheap"]);
  expect(keysOf("costs")).toEqual(["cheap", "expensive"]);
  const { violating } = targetRows(answers, searchedSliders, FIGURES, { conditions, rankQuery: null });
  expect(violating.map(({ row, conditions: violated }) => [row.key, violated.length])).toEqual([["short", 1]]);
});

test("costs per tonne are negative if a slider saves money, whichever way the mass changes", () => {
  const [costs, gases] = [{ unitName: "bln_euro" }, { unitName: "Mt" }];
  const perTonne = (costChange: number, massChange: number) =>
    costsPerTonne({ change: costChange, number: costs }, { change: massChange, number: gases });
  expect(perTonne(0.5, -5)).toBeCloseTo(100, 9);
  expect(perTonne(-0.5, -5)).toBeCloseTo(-100, 9);
  expect(perTonne(0.5, 0)).toBeNull();
  expect([isMass(gases), isMass(costs)]).toEqual([true, false]);
});
