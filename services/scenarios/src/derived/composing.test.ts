/** Tests scenarios that are derived from others. */
import { describe, expect, test } from "vitest";
import { inputTable } from "@etesian/sliders/testing";
import { interpolate, type InterpolationSpan, interpolationProblems, spansFor, type Source } from "./interpolation.ts";
import { completeWeights, merge, mergeProblems, type WeightedSource } from "./merging.ts";
import { createdEvent, scenarioAfter } from "../deciding/scenario.fixture.ts";
import type { Scenario } from "../deciding/scenario-state.ts";

const table = inputTable(
  { key: "one", default: 100, shareGroup: "grouped" },
  { key: "two", default: 0, shareGroup: "grouped" },
  { key: "weather", unit: "enum", default: "average", permittedValues: ["average", "1987", "1997"] },
  { key: "enabled", unit: "bool", default: 0, max: 1 },
);

const source = (id: number, facts: Partial<Scenario> = {}): Source => ({
  id,
  scenario: { ...scenarioAfter(createdEvent()), ...facts },
});
const scaling: Scenario["scaling"] = {
  areaAttribute: "number_of_inhabitants",
  value: 1,
  baseValue: 2,
  hasAgriculture: false,
  hasIndustry: false,
  hasEnergy: true,
};
const startYearOf = (area: string): number => (area === "nl" ? 2011 : 2019);
const span = (to: Source, from: Source | null = null): InterpolationSpan => ({ from, to, startYearOf });

describe("interpolation", () => {
  test("interpolation takes each slider from a straight line", () => {
    const to = source(1, {
      userValues: { one: 75, gone: 3, weather: "1987", enabled: 1 },
      balancedValues: { two: 50 },
      activeCouplings: ["chp"],
      orders: { storage: ["b", "a"] },
    });
    expect(interpolate(span(to), 2030, table)).toEqual({
      area: "nl",
      endYear: 2030,
      scaling: null,
      userValues: { one: 100 + (-25 / 39) * 19, weather: "1987", enabled: 1 },
      balancedValues: { two: (50 / 39) * 19 },
      activeCouplings: ["chp"],
      orders: { storage: ["b", "a"] },
    });
  });

  test("interpolation starts at another scenario, or at the default of an input without a value there", () => {
    const from = source(2, { endYear: 2030, userValues: { one: 50 } });
    const to = source(1, { userValues: { one: 70, two: 30 } });
    expect(interpolate(span(to, from), 2040, table).userValues).toEqual({ one: 60, two: 15 });
  });

  test.each<[problem: string, InterpolationSpan, year: number]>([
    ["cannot interpolate scaled scenarios", span(source(1, { scaling })), 2030],
    ["must be prior to the original scenario end year", span(source(1)), 2050],
    ["must be posterior to the dataset analysis year", span(source(1)), 2011],
    ["must be posterior to the start scenario end year", span(source(1), source(2, { endYear: 2040 })), 2040],
    [
      "start scenario start year must match original scenario start year",
      span(source(1), source(2, { endYear: 2020, area: "de" })),
      2030,
    ],
    [
      "start scenario area code must match original scenario area code",
      span(source(1), source(2, { endYear: 2020, area: "de" })),
      2030,
    ],
    ["start scenario must not be the same as the original scenario", span(source(1), source(1)), 2030],
    ["start scenario end year must be prior to original scenario end year", span(source(1), source(2)), 2030],
  ])("interpolation reports: %s", (problem, span, year) => {
    expect(interpolationProblems(span, year)).toContain(problem);
  });

  test("interpolation of several years uses the neighbouring scenarios", () => {
    const sources = [source(1, { endYear: 2050 }), source(2, { endYear: 2030 }), source(3, { endYear: 2040 })];
    const plan = spansFor([2040, 2035, 2020, 2035], sources, startYearOf);
    if ("problem" in plan) throw new Error(plan.problem.message);
    expect(plan.spans.map(({ year, span: { from, to } }) => [year, from?.id ?? null, to.id])).toEqual([
      [2020, null, 2],
      [2035, 2, 3],
      [2040, 2, 1],
    ]);
  });

  test.each<[attribute: string, message: string, years: number[], sources: Source[]]>([
    ["scenario_ids", "cannot interpolate scaled scenarios", [2030], [source(1, { scaling })]],
    ["scenario_ids", "all scenarios must have the same area code", [2030], [source(1), source(2, { area: "de" })]],
    ["end_years", "2050 must be prior to the latest scenario end year", [2050], [source(1)]],
    ["end_years", "2011 must be posterior to the first scenario start year", [2011], [source(1)]],
  ])("interpolation of several years is refused: %s %s", (attribute, message, years, sources) => {
    expect(spansFor(years, sources, startYearOf)).toEqual({ problem: { attribute, message } });
  });
});

describe("merging", () => {
  const weightedSource = (weight: number, facts: Partial<Scenario> = {}): WeightedSource => ({
    ...source(1, facts),
    weight,
  });

  test("a merge takes the weighted mean, so that share groups still sum to 100", () => {
    const parts = [
      weightedSource(3, { userValues: { one: 25 }, balancedValues: { two: 75 }, orders: { storage: ["b"] } }),
      weightedSource(1, { userValues: { one: 75 }, balancedValues: { two: 25 }, activeCouplings: ["chp"] }),
    ];
    expect(merge(parts, table)).toMatchObject({
      userValues: { one: 37.5 },
      balancedValues: { two: 62.5 },
      activeCouplings: ["chp"],
      orders: { storage: ["b"] },
    });
  });

  test("a merge uses the balanced or default value of an input that a scenario does not set", () => {
    const parts = [
      weightedSource(1, { userValues: { two: 50 } }),
      weightedSource(1, { balancedValues: { two: 30 } }),
      weightedSource(2),
    ];
    expect(merge(parts, table)).toMatchObject({ userValues: { two: 20 }, balancedValues: {} });
  });

  test("a merge takes the text or flag with the greatest weight, and the first one in a tie", () => {
    const parts = [
      weightedSource(1, { userValues: { weather: "1987", enabled: 1 } }),
      weightedSource(1, { userValues: { weather: "1997", enabled: 0 } }),
    ];
    expect(merge(parts, table).userValues).toEqual({ weather: "1987", enabled: 1 });
    expect(merge([...parts, parts[1]!], table).userValues).toEqual({ weather: "1997", enabled: 0 });
  });

  test("a merge replaces missing weights with the mean of the given ones", () => {
    expect(completeWeights([2, undefined, 4])).toEqual([2, 3, 4]);
    expect(completeWeights([undefined, undefined])).toEqual([1, 1]);
  });

  test.each<[problem: string, parts: WeightedSource[]]>([
    ["You must provide at least one scenario", []],
    ["One or more scenarios have differing area codes", [weightedSource(1), weightedSource(1, { area: "de" })]],
    ["One or more scenarios have differing end years", [weightedSource(1), weightedSource(1, { endYear: 2040 })]],
    ["Cannot merge scenarios which have been scaled down", [weightedSource(1), weightedSource(1, { scaling })]],
    ["Weights must not be negative, nor all of them 0", [weightedSource(-1), weightedSource(2)]],
    ["Weights must not be negative, nor all of them 0", [weightedSource(0), weightedSource(0)]],
  ])("a merge reports: %s", (problem, parts) => {
    expect(mergeProblems(parts)).toContain(problem);
  });
});
