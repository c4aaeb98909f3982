import { type Catalogue, NO_DOCUMENTS, viewOf } from "@etesian/interface";
import { describe, expect, test } from "vitest";
import { searchEntries, wordsOf } from "../workbench/palette-search.ts";
import { entriesOf } from "./entries.ts";
import { KINDS } from "./kinds.ts";

const catalogue: Catalogue = {
  inputs: [{ key: "wind_at_sea", unit: "MW", folder: "supply", shareGroup: null, compounds: false }],
  queries: [
    { key: "total_costs", unit: "MEUR" },
    { key: "unused", unit: "PJ" },
  ],
};
const documents = {
  ...NO_DOCUMENTS,
  headline: [
    {
      query: "total_costs",
      title: { en: "Costs", nl: "Kosten" },
      short: null,
      unit: "MEUR",
      better: "lower",
      range: null,
      target: null,
      chart: null,
      needs: null,
      base: null,
    },
  ],
} as unknown as typeof NO_DOCUMENTS;
const area = {
  key: "nl",
  name: "Netherlands",
  group: "country",
  year: 2023,
  problem: null,
  place: null,
  rank: 0,
  sizes: { number_of_inhabitants: null, present_number_of_residences: null },
};
const entries = entriesOf(
  viewOf(documents, catalogue, "en"),
  viewOf(documents, catalogue, "nl"),
  catalogue,
  [area],
  (year) => `data of ${year}`,
);
const keysFor = (text: string): readonly string[] => searchEntries(entries, wordsOf(text)).map(({ key }) => key);

describe("the dictionary of a model", () => {
  test("the dictionary of a model has every slider, query and area, with its unit", () => {
    expect(entries.map(({ kind, key, unit }) => [kind, key, unit])).toEqual([
      ["sliders", "wind_at_sea", "MW"],
      ["queries", "total_costs", "MEUR"],
      ["queries", "unused", "PJ"],
      ["areas", "nl", ""],
    ]);
    expect(new Set(entries.map(({ kind }) => kind)).isSubsetOf(new Set(KINDS))).toBe(true);
  });

  test("a query has the titles of the numbers and charts that use it, and an area the year of its data", () => {
    expect(entries.map(({ key, place, source }) => [key, place, source])).toEqual([
      ["wind_at_sea", expect.any(String), ""],
      ["total_costs", "Costs", ""],
      ["unused", "", ""],
      ["nl", "country", "data of 2023"],
    ]);
  });

  test("entries are found by key and by name", () => {
    expect(keysFor("costs")[0]).toBe("total_costs");
    expect(keysFor("wind sea")).toEqual(["wind_at_sea"]);
    expect(keysFor("netherlands")).toEqual(["nl"]);
    expect(keysFor("nothing")).toEqual([]);
  });
});
