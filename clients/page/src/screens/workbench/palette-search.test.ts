import { expect, test } from "vitest";
import { findAll, marked, wordsOf } from "./palette-search.ts";

const ALL = [
  { name: "Heat of homes", more: "households_heat_pump" },
  { name: "Air heat pump", more: "Luchtwarmtepomp" },
  { name: "Wind at sea", more: "Wind op zee" },
];

test("all words of a text find a thing, by its name first", () => {
  expect(findAll(ALL, wordsOf("  Heat pump ")).map(({ name }) => name)).toEqual(["Air heat pump", "Heat of homes"]);
});

test("a name of the other language finds a thing", () => {
  expect(findAll(ALL, wordsOf("zee")).map(({ name }) => name)).toEqual(["Wind at sea"]);
});

test("without a text all things are found in their order", () => {
  expect(findAll(ALL, wordsOf(" "))).toEqual(ALL);
});

test("the parts of a name that words find are marked", () => {
  expect(marked("Heat at heat pump", ["heat", "pu"])).toEqual([
    { text: "Heat", isFound: true },
    { text: " at ", isFound: false },
    { text: "heat", isFound: true },
    { text: " ", isFound: false },
    { text: "pu", isFound: true },
    { text: "mp", isFound: false },
  ]);
});
