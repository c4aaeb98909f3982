import type { InputFacts } from "@etesian/sliders";
import { expect, test } from "vitest";
import { practiceQueries, practiceRecipes } from "./practice.ts";

const gquery = (key: string) => ({ key, unit: null, description: null, labels: [] });

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

test("the dashboard's queries are asked; of a model without one the first", () => {
  expect(practiceQueries(["a", "dashboard_b", "c"].map(gquery))).toEqual(["dashboard_b"]);
  expect(practiceQueries(["a", "b"].map(gquery))).toEqual(["a", "b"]);
});

test("the blank scenario comes first, then one slider at a time is moved a little within its range", () => {
  const inputs = Array.from({ length: 10 }, (_, n) => input(`slider ${n}`, n % 2 === 0 ? {} : { default: 0 }));
  const [blank, ...moved] = practiceRecipes("nl", 2040, inputs, 5);
  expect(blank).toMatchObject({ area: "nl", endYear: 2040, userValues: {} });
  const values = moved.map(({ userValues }) => Object.entries(userValues));
  expect(values.every(([first, ...others]) => others.length === 0 && [1, 99].includes(Number(first?.[1])))).toBe(true);
  expect(new Set(values.flat().map(([key]) => key)).size).toBe(5);
});

test("sliders that cannot be moved alone are left as they are", () => {
  const fixed = [
    input("settings_merit_order"),
    input("share", { shareGroup: "heating" }),
    input("disabled", { disabled: true }),
    input("switch", { unit: "bool" }),
    input("weather", { min: null, max: null, default: "default" }),
    input("constant", { max: 0 }),
  ];
  expect(practiceRecipes("nl", 2050, fixed, 3)).toHaveLength(1);
});
