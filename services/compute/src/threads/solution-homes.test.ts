import { blankRecipe, type Recipe } from "@etesian/sliders";
import { expect, test } from "vitest";
import { SolutionHomes } from "./solution-homes.ts";

const recipe = (userValues: Recipe["userValues"], changes: Partial<Recipe> = {}): Recipe => ({
  ...blankRecipe("nl", 2050),
  userValues,
  ...changes,
});

test("a solution has affinity to the thread that solved it last", () => {
  const homes = new SolutionHomes(2);
  homes.add("a", recipe({ wind: 1 }), 0);
  homes.add("a", recipe({ wind: 1 }), 1);
  expect(homes.of("a", recipe({ wind: 1 }))).toEqual({ thread: 1, hasSolution: true });
});

test("a new recipe has affinity to the thread of the most similar one; of equals the latest counts", () => {
  const homes = new SolutionHomes(2);
  homes.add("a", recipe({ wind: 1, sun: 1 }), 0);
  homes.add("b", recipe({ wind: 2, coal: 3, gas: 4 }), 1);
  expect(homes.of("c", recipe({ wind: 1, sun: 2 }))).toEqual({ thread: 0, hasSolution: false });
  expect(homes.of("d", recipe({ wind: 3, coal: 3, gas: 4 }))).toEqual({ thread: 1, hasSolution: false });
  homes.add("e", recipe({ wind: 1, sun: 5 }), 1);
  expect(homes.of("f", recipe({ wind: 1, sun: 2 }))?.thread).toBe(1);
});

test("another end year is less similar than a few sliders, another area not at all", () => {
  const homes = new SolutionHomes(2);
  homes.add("a", recipe({ wind: 1 }, { endYear: 2040 }), 0);
  homes.add("b", recipe({ wind: 2, sun: 2, coal: 2 }), 1);
  expect(homes.of("c", recipe({ wind: 1 }))?.thread).toBe(1);
  expect(homes.of("d", recipe({ wind: 1 }, { area: "be" }))).toBeNull();
});

test("an evicted solution has affinity to the thread of the most similar one", () => {
  const homes = new SolutionHomes(2);
  homes.add("a", recipe({ wind: 1 }), 0);
  homes.forget("a", 1);
  expect(homes.of("a", recipe({ wind: 1 }))).toEqual({ thread: 0, hasSolution: true });
  homes.add("b", recipe({ wind: 1 }), 1);
  homes.forget("a", 0);
  expect(homes.of("a", recipe({ wind: 1 }))).toEqual({ thread: 1, hasSolution: false });
  expect([homes.wasSolved("a"), homes.wasSolved("c")]).toEqual([true, false]);
});

test("the affinity of a thread's oldest solutions expires", () => {
  const homes = new SolutionHomes(1);
  homes.add("a", recipe({}, { area: "be" }), 0);
  for (let n = 0; n < 4; n++) homes.add(`nl ${n}`, recipe({ wind: n }), 0);
  expect(homes.of("b", recipe({}, { area: "be" }))).toBeNull();
});
