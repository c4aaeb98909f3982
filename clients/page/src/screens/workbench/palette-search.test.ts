import { expect, test } from "vitest";
import { searchEntries, markMatches, wordsOf } from "./palette-search.ts";

const ALL = [
  { name: "Heat of homes", keywords: "households_heat_pump" },
  { name: "Air heat pump", keywords: "Luchtwarmtepomp" },
  { name: "Wind at sea", keywords: "Wind op zee" },
];

test("results match all typed words, and matches in names are first", () => {
  expect(searchEntries(ALL, wordsOf("  Heat pump ")).map(({ name }) => name)).toEqual([
    "Air heat pump",
    "Heat of homes",
  ]);
});

test("an entry is found by its name in the other language", () => {
  expect(searchEntries(ALL, wordsOf("zee")).map(({ name }) => name)).toEqual(["Wind at sea"]);
});

test("without search text, all entries are found in their original order", () => {
  expect(searchEntries(ALL, wordsOf(" "))).toEqual(ALL);
});

test("matching parts of a name are marked", () => {
  expect(markMatches("Heat at heat pump", ["heat", "pu"])).toEqual([
    { text: "Heat", isMatch: true },
    { text: " at ", isMatch: false },
    { text: "heat", isMatch: true },
    { text: " ", isMatch: false },
    { text: "pu", isMatch: true },
    { text: "mp", isMatch: false },
  ]);
});

test("an abbreviation finds its full form, but not words that happen to contain it", () => {
  const all = [
    { name: "Televisions save", keywords: "savings" },
    { name: "Electric cars", keywords: "transport_car_using_electricity_share", isFrequent: true },
    { name: "Electricity for cars in garages", keywords: "" },
  ];
  expect(searchEntries(all, wordsOf("EV")).map(({ name }) => name)).toEqual([
    "Electric cars",
    "Electricity for cars in garages",
  ]);
});

test("whole words rank before prefixes, prefixes before inner parts, and frequent entries before others", () => {
  const all = [
    { name: "Storage of preheated water", keywords: "" },
    { name: "Heated pools", keywords: "" },
    { name: "Cooling by heat pump", keywords: "" },
    { name: "Air heat pump", keywords: "", isFrequent: true },
    { name: "Ground heat pump", keywords: "" },
  ];
  expect(searchEntries(all, wordsOf("heat")).map(({ name }) => name)).toEqual([
    "Air heat pump",
    "Ground heat pump",
    "Cooling by heat pump",
    "Heated pools",
    "Storage of preheated water",
  ]);
});

test("a key finds its own entry first", () => {
  const all = [
    { name: "Insulation", keywords: "households_insulation_level_of_flats" },
    { name: "Insulation of all homes", keywords: "households_insulation_level" },
  ];
  expect(searchEntries(all, wordsOf("households_insulation_level")).map(({ name }) => name)).toEqual([
    "Insulation of all homes",
    "Insulation",
  ]);
});
