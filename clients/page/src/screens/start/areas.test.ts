import { describe, expect, it } from "vitest";
import { choicesOf, distinctNames, initialAreaIn, searchAreas, parseEndYear } from "./areas.ts";

const area = (key: string, group: string, more: object = {}) => ({
  area: key,
  group,
  analysis_year: 2023,
  useable: true,
  ...more,
});
const AREAS = [
  area("GM0344_utrecht", "municipality"),
  area("PV26_utrecht", "province"),
  area("GM0080_sudwest_fryslan", "municipality"),
  area("xx", "country", { useable: false, problem: "no energy balance" }),
  area("nl", "country"),
  area("hidden", "country", { useable: false }),
];
const documents = {
  nl: { title: { en: "Netherlands", nl: "Nederland" }, map: null },
  GM0080_sudwest_fryslan: { title: { en: "Súdwest-Fryslân", nl: "Súdwest-Fryslân" }, map: null },
};
const KINDS = { municipality: "municipality", province: "province" };
const choices = choicesOf(AREAS, documents, "en", KINDS);
const keys = (text: string) =>
  searchAreas(choices, text, "en").map(({ group, areas }) => [group, areas.map(({ key }) => key)]);

describe("areas to start from", () => {
  it("areas to start from have the model's name in the page's language, or a name derived from their key", () => {
    expect(choices.map(({ name }) => name)).toEqual([
      "Utrecht (municipality)",
      "Utrecht (province)",
      "Súdwest-Fryslân",
      "xx",
      "Netherlands",
    ]);
    expect(choicesOf(AREAS, documents, "nl", KINDS).at(-1)!.name).toBe("Nederland");
  });

  it("areas with the same name are distinguished by their kinds or keys", () => {
    const names = distinctNames(
      [
        { key: "GM0344_utrecht", name: "Utrecht", group: "municipality" },
        { key: "PV26_utrecht", name: "Utrecht", group: "province" },
        { key: "GM0373_bergen", name: "Bergen", group: "municipality" },
        { key: "GM0893_bergen", name: "Bergen", group: "municipality" },
        { key: "nl", name: "Netherlands", group: "country" },
      ],
      { province: "provincie" },
    );
    expect([...names.values()]).toEqual([
      "Utrecht (municipality)",
      "Utrecht (provincie)",
      "Bergen (GM0373_bergen)",
      "Bergen (GM0893_bergen)",
      "Netherlands",
    ]);
  });

  it("areas to start from are sorted by kind, from the largest to the smallest, and then by name", () => {
    expect(keys("")).toEqual([
      ["country", ["nl", "xx"]],
      ["province", ["PV26_utrecht"]],
      ["municipality", ["GM0080_sudwest_fryslan", "GM0344_utrecht"]],
    ]);
  });

  it("areas to start from that cannot be calculated are last of their kind", () => {
    const countryChoices = choicesOf(
      [area("aa", "country", { useable: false, problem: "no data" }), ...AREAS],
      documents,
      "en",
      KINDS,
    );
    expect(searchAreas(countryChoices, "", "en")[0]!.areas.map(({ key }) => key)).toEqual(["nl", "aa", "xx"]);
  });

  it.each([
    ["UTR", ["PV26_utrecht", "GM0344_utrecht"]],
    ["fryslan", ["GM0080_sudwest_fryslan"]],
    ["gm0344", ["GM0344_utrecht"]],
    ["nether", ["nl"]],
    ["atlantis", []],
  ])("areas to start from are found by typing %s", (text, expected) => {
    expect(searchAreas(choices, text, "en").flatMap(({ areas }) => areas.map(({ key }) => key))).toEqual(expected);
  });

  it("areas to start from that cannot be calculated are listed with the reason, but not selected", () => {
    expect(choices.find(({ key }) => key === "xx")!.problem).toBe("no energy balance");
    expect(initialAreaIn(searchAreas(choices, "xx", "en"))).toBeNull();
  });

  it("the initially selected area is the search result that is first in the model's documents", () => {
    expect(initialAreaIn(searchAreas(choices, "", "en"))!.key).toBe("nl");
    expect(initialAreaIn(searchAreas(choices, "s", "en"))!.key).toBe("nl");
    expect(initialAreaIn(searchAreas(choices, "fr", "en"))!.key).toBe("GM0080_sudwest_fryslan");
    expect(initialAreaIn(searchAreas(choices, "utrecht", "en"))!.key).toBe("PV26_utrecht");
    const reversed = Object.fromEntries(Object.entries(documents).toReversed());
    expect(initialAreaIn(searchAreas(choicesOf(AREAS, reversed, "en", KINDS), "", "en"))!.key).toBe(
      "GM0080_sudwest_fryslan",
    );
  });
});

it("an end year can be any year after the start year", () => {
  expect(["2035", " 2024 ", "2100"].map((text) => parseEndYear(text, 2023))).toEqual([2035, 2024, 2100]);
  expect(["2023", "1990", "35", "", "2035.5", "soon"].map((text) => parseEndYear(text, 2023))).toEqual(
    Array(6).fill(null),
  );
});
