import { expect, test } from "vitest";
import type { Recipe } from "./recipe.ts";
import { recipeHash } from "./recipe-hash.ts";

const RECIPE: Recipe = {
  area: "nl",
  endYear: 2050,
  userValues: { a: 1, b: 2 },
  balancedValues: { c: 3 },
  activeCouplings: ["x", "y"],
  orders: { storage: ["p", "q"] },
  curves: { price: Float64Array.of(1, 2, 3) },
  scaling: null,
};

const hash = (changes: Partial<Recipe>): string => recipeHash({ ...RECIPE, ...changes }, "dataset");

test("recipes with the same result have the same hash", () => {
  expect(hash({ userValues: { b: 2, a: 1 } })).toBe(hash({}));
  expect(hash({ userValues: { a: 1, b: 2, c: 3 }, balancedValues: {} })).toBe(hash({}));
  expect(hash({ balancedValues: { b: 9, c: 3 } })).toBe(hash({}));
  expect(hash({ activeCouplings: ["y", "x", "y"] })).toBe(hash({}));
  expect(hash({ curves: { price: new Float64Array([0, 1, 2, 3]).subarray(1) } })).toBe(hash({}));
});

test("everything that determines a result changes the hash", () => {
  const scaling = {
    areaAttribute: "number_of_inhabitants",
    value: 1,
    baseValue: 2,
    hasAgriculture: false,
    hasIndustry: false,
    hasEnergy: true,
  } as const;
  const changes: Partial<Recipe>[] = [
    { endYear: 2040 },
    { userValues: { a: 1, b: 2.5 } },
    { userValues: { a: 1, b: "2" } },
    { userValues: { a: 1 } },
    { balancedValues: {} },
    { activeCouplings: ["x"] },
    { orders: { storage: ["q", "p"] } },
    { orders: {} },
    { curves: { price: Float64Array.of(1, 2, 4) } },
    { curves: { other: Float64Array.of(1, 2, 3) } },
    { scaling },
  ];
  const hashes = new Set([hash({}), recipeHash(RECIPE, "other dataset"), ...changes.map(hash)]);
  expect(hashes.size).toBe(changes.length + 2);
});
