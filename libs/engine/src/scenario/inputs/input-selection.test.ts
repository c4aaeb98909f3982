import { expect, test } from "vitest";
import type { InputDefinition } from "@etesian/model";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { inputList, selectInputs } from "./input-selection.ts";
import { input as inputDefinition } from "../model.fixture.ts";

const input = (key: string, fields: Partial<InputDefinition> = {}): InputDefinition =>
  inputDefinition(key, "UPDATE(AREA(), x, USER_INPUT())", fields);

const INPUTS = inputList([
  input("a"),
  input("b", { priority: 5 }),
  input("B", { priority: 5 }),
  input("now", { updatePeriod: "present" }),
  input("always", { updatePeriod: "both", priority: 1 }),
  input("first", { updatePeriod: "before" }),
  input("zero", { updatePeriod: "before", couplingGroups: ["never"] }),
  input("rival", { disabledBy: ["a"] }),
  input("coupled", { couplingGroups: ["g"] }),
  input("replaced", { disabledByCouplings: ["g"] }),
]);

const RECIPE = blankRecipe("nl", 2050);

function select(recipe: Partial<Recipe>, disabledByCurves: readonly string[] = []) {
  const { present, future } = selectInputs(INPUTS, { ...RECIPE, ...recipe }, new Set(disabledByCurves));
  const toList = (list: typeof present) => list.map(({ input: { key }, value }) => `${key}=${value}`);
  return { present: toList(present), future: toList(future) };
}

const BEFORE = ["first=2050", "zero=2050"];

test("`before` inputs run in every future, in document order, even if disabled", () => {
  expect(select({})).toEqual({ present: [], future: BEFORE });
});

test("inputs are applied by priority, then by key in byte order", () => {
  expect(select({ userValues: { a: 1, b: 2, B: 3, always: 4 } }).future).toEqual([
    ...BEFORE,
    "B=3",
    "b=2",
    "always=4",
    "a=1",
  ]);
});

test("each input runs in the years of its period", () => {
  const { present, future } = select({ userValues: { now: 1, always: 2, a: 3 } });
  expect(present).toEqual(["always=2", "now=1"]);
  expect(future).toEqual([...BEFORE, "always=2", "a=3"]);
});

test("user values take precedence over balanced values, and unknown keys are ignored", () => {
  expect(select({ userValues: { a: 1 }, balancedValues: { a: 2, b: 3, gone: 4 } }).future).toEqual([
    ...BEFORE,
    "b=3",
    "a=1",
  ]);
});

test("inputs that are disabled by a rival, a curve or a coupling are omitted", () => {
  const userValues = { a: 1, rival: 1, coupled: 1, replaced: 1, now: 1 };
  expect(select({ userValues }, ["now"])).toEqual({ present: [], future: [...BEFORE, "a=1", "replaced=1"] });
  expect(select({ userValues, activeCouplings: ["g"] }).future).toEqual([...BEFORE, "a=1", "coupled=1"]);
});
