import { blankRecipe, type Recipe } from "@etesian/sliders";
import { expect, test } from "vitest";
import { ThreadAffinity } from "./thread-affinity.ts";

const recipe = (userValues: Recipe["userValues"], changes: Partial<Recipe> = {}): Recipe => ({
  ...blankRecipe("nl", 2050),
  userValues,
  ...changes,
});

test("a solution has affinity to the thread that solved it last", () => {
  const affinity = new ThreadAffinity(2);
  affinity.add("a", recipe({ wind: 1 }), 0);
  affinity.add("a", recipe({ wind: 1 }), 1);
  expect(affinity.find("a", recipe({ wind: 1 }))).toEqual({ thread: 1, hasSolution: true });
});

test("a new recipe has affinity to the thread of the most similar recipe, or the latest of equals", () => {
  const affinity = new ThreadAffinity(2);
  affinity.add("a", recipe({ wind: 1, sun: 1 }), 0);
  affinity.add("b", recipe({ wind: 2, coal: 3, gas: 4 }), 1);
  expect(affinity.find("c", recipe({ wind: 1, sun: 2 }))).toEqual({ thread: 0, hasSolution: false });
  expect(affinity.find("d", recipe({ wind: 3, coal: 3, gas: 4 }))).toEqual({ thread: 1, hasSolution: false });
  affinity.add("e", recipe({ wind: 1, sun: 5 }), 1);
  expect(affinity.find("f", recipe({ wind: 1, sun: 2 }))?.thread).toBe(1);
});

test("a different end year outweighs a few sliders, and recipes of other areas are never similar", () => {
  const affinity = new ThreadAffinity(2);
  affinity.add("a", recipe({ wind: 1 }, { endYear: 2040 }), 0);
  affinity.add("b", recipe({ wind: 2, sun: 2, coal: 2 }), 1);
  expect(affinity.find("c", recipe({ wind: 1 }))?.thread).toBe(1);
  expect(affinity.find("d", recipe({ wind: 1 }, { area: "be" }))).toBeNull();
});

test("an evicted solution has affinity to the thread of the most similar recipe", () => {
  const affinity = new ThreadAffinity(2);
  affinity.add("a", recipe({ wind: 1 }), 0);
  affinity.onEvicted("a", 1);
  expect(affinity.find("a", recipe({ wind: 1 }))).toEqual({ thread: 0, hasSolution: true });
  affinity.add("b", recipe({ wind: 1 }), 1);
  affinity.onEvicted("a", 0);
  expect(affinity.find("a", recipe({ wind: 1 }))).toEqual({ thread: 1, hasSolution: false });
  expect([affinity.wasSolved("a"), affinity.wasSolved("c")]).toEqual([true, false]);
});

test("the affinity of a thread's oldest solutions expires", () => {
  const affinity = new ThreadAffinity(1);
  affinity.add("a", recipe({}, { area: "be" }), 0);
  for (let n = 0; n < 4; n++) affinity.add(`nl ${n}`, recipe({ wind: n }), 0);
  expect(affinity.find("b", recipe({}, { area: "be" }))).toBeNull();
});
