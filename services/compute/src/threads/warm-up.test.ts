import type { InputFacts } from "@etesian/sliders";
import { describe, expect, test } from "vitest";
import { warmUpTargets, warmUpQueries, warmUpRecipes } from "./warm-up.ts";

const input = (key: string, changes: Partial<InputFacts> = {}): InputFacts => ({
  key,
  unit: "MW",
  min: 0,
  max: 100,
  minText: "0.0",
  maxText: "100.0",
  default: 100,
  step: 1,
  permittedValues: null,
  disabled: false,
  cacheError: null,
  scalesWithArea: true,
  shareGroup: null,
  disabledBy: [],
  disabledByCouplings: [],
  couplingGroups: [],
  ...changes,
});

test("a warm-up uses the dashboard's queries, or the first queries of a model without a dashboard", () => {
  expect(warmUpQueries(["a", "dashboard_b", "c"])).toEqual(["dashboard_b"]);
  expect(warmUpQueries(["a", "b"])).toEqual(["a", "b"]);
});

test("a warm-up starts with the blank scenario, then moves one slider at a time slightly within its range", () => {
  const inputs = Array.from({ length: 10 }, (_, n) => input(`slider ${n}`, n % 2 === 0 ? {} : { default: 0 }));
  const [blank, ...movedRecipes] = warmUpRecipes("nl", 2040, inputs, 5);
  expect(blank).toMatchObject({ area: "nl", endYear: 2040, userValues: {} });
  const values = movedRecipes.map(({ userValues }) => Object.entries(userValues));
  expect(values.every(([first, ...others]) => others.length === 0 && [1, 99].includes(Number(first?.[1])))).toBe(true);
  expect(new Set(values.flat().map(([key]) => key)).size).toBe(5);
});

test("the first slider is the largest capacity, whose plants take part in the merit order", () => {
  const inputs = [
    input("houses", { unit: "#", max: 9e6, default: 8e6 }),
    input("idle plants", { max: 9e6, default: 0 }),
    input("gas plants", { max: 9e6, default: 4_000 }),
    input("wind turbines", { default: 90 }),
  ];
  const [, first] = warmUpRecipes("nl", 2050, inputs, 2);
  expect(Object.keys(first!.userValues)).toEqual(["gas plants"]);
});

test("sliders that cannot move alone remain unchanged", () => {
  const fixedInputs = [
    input("settings_merit_order"),
    input("share", { shareGroup: "heating" }),
    input("disabled", { disabled: true }),
    input("switch", { unit: "bool" }),
    input("weather", { min: null, max: null, default: "default" }),
    input("constant", { max: 0 }),
  ];
  expect(warmUpRecipes("nl", 2050, fixedInputs, 3)).toHaveLength(1);
});

describe("the warmed-up areas", () => {
  const area = (name: string, problem: string | null = null) => ({ area: name, problem });
  const model = { defaultArea: "old", areas: [area("old"), area("new"), area("broken", "it has no data")] };
  const usedIn2050 = (name: string) => ({ area: name, endYear: 2050 });

  test("a first start warms up the named areas, or the default area", () => {
    expect(warmUpTargets(model, [], [])).toEqual([usedIn2050("old")]);
    expect(warmUpTargets(model, [], ["new", "old"])).toEqual([usedIn2050("new"), usedIn2050("old")]);
  });

  test("a later start warms up the most recently used areas that can still be calculated", () => {
    const usedAreas = [{ area: "new", endYear: 2040 }, usedIn2050("gone"), usedIn2050("broken")];
    expect(warmUpTargets(model, usedAreas, ["old"])).toEqual([{ area: "new", endYear: 2040 }]);
    expect(warmUpTargets(model, usedAreas.slice(1), ["broken"])).toEqual([]);
  });
});
