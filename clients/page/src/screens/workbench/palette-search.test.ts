import { expect, test } from "vitest";
import { findAll, markMatches, wordsOf } from "./palette-search.ts";

const ALL = [
  { name: "Heat of homes", more: "households_heat_pump" },
  { name: "Air heat pump", more: "Luchtwarmtepomp" },
  { name: "Wind at sea", more: "Wind op zee" },
];

test("an entry matches all words of a text, first by its name", () => {
  expect(findAll(ALL, wordsOf("  Heat pump ")).map(({ name }) => name)).toEqual(["Air heat pump", "Heat of homes"]);
});

test("an entry is found by its name in the other language", () => {
  expect(findAll(ALL, wordsOf("zee")).map(({ name }) => name)).toEqual(["Wind at sea"]);
});

test("without search text all entries are found, in their order", () => {
  expect(findAll(ALL, wordsOf(" "))).toEqual(ALL);
});

test("matching parts of a name are marked", () => {
  expect(markMatches("Heat at heat pump", ["heat", "pu"])).toEqual([
    { text: "Heat", isFound: true },
    { text: " at ", isFound: false },
    { text: "heat", isFound: true },
    { text: " ", isFound: false },
    { text: "pu", isFound: true },
    { text: "mp", isFound: false },
  ]);
});

test("an abbreviation finds its full form, and no word that happens to contain it", () => {
  const all = [
    { name: "Televisions save", more: "savings" },
    { name: "Electric cars", more: "transport_car_using_electricity_share", isFrequent: true },
    { name: "Electricity for cars in garages", more: "" },
  ];
  expect(findAll(all, wordsOf("EV")).map(({ name }) => name)).toEqual([
    "Electric cars",
    "Electricity for cars in garages",
  ]);
});

test("whole words rank before prefixes, prefixes before inner parts, and frequent entries before others", () => {
  const all = [
    { name: "Storage of preheated water", more: "" },
    { name: "Heated pools", more: "" },
    { name: "Cooling by heat pump", more: "" },
    { name: "Air heat pump", more: "", isFrequent: true },
    { name: "Ground heat pump", more: "" },
  ];
  expect(findAll(all, wordsOf("heat")).map(({ name }) => name)).toEqual([
    "Air heat pump",
    "Ground heat pump",
    "Cooling by heat pump",
    "Heated pools",
    "Storage of preheated water",
  ]);
});

test("a key finds its entry before all others", () => {
  const all = [
    { name: "Insulation", more: "households_insulation_level_of_flats" },
    { name: "Insulation of all homes", more: "households_insulation_level" },
  ];
  expect(findAll(all, wordsOf("households_insulation_level")).map(({ name }) => name)).toEqual([
    "Insulation of all homes",
    "Insulation",
  ]);
});
