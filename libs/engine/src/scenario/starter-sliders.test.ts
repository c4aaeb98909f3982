/**
 * Tests the included model (models/starter) in several areas: every slider affects a query, and every query depends on
 * a slider.
 */
import type { Model } from "@etesian/model";
import type { InputFacts } from "@etesian/sliders";
import { beforeAll, describe, expect, it, test } from "vitest";
import { resultInBothYears, type SliderValues } from "./starter-model.fixture.ts";
import {
  AREAS,
  anotherPosition,
  buildEverything,
  slidersWithoutEffect,
  rarelyUsedTechnologies,
  HYDROGEN_ECONOMY,
  OTHER_AREAS,
  slidersOf,
  starterOf,
  UNDERSUPPLY,
} from "./starter-sliders.fixture.ts";

/** Queries that are the same in every scenario, with the reason; queries about 1990 are exempt. */
const CONSTANT: { readonly [query: string]: string } = {
  years_ahead: "the end year is the same in these scenarios",
  direct_emissions_waste_co2: "waste is burnt in power plants, whose emissions count as energy emissions",
  final_demand_of_network_gas_in_energy: "no slider changes the gas that extraction burns",
  costs_infrastructure_natural_gas: "the gas network costs the same for any flow",
};

let model: Model;

beforeAll(async () => {
  model = (await starterOf("nl")).model;
});

describe("every slider", () => {
  it("the areas are exactly the tested ones", () => {
    const useableAreas = model.areas.filter((area) => area.useable).map(({ area }) => area);
    expect(useableAreas).toEqual([...AREAS, ...OTHER_AREAS].toSorted());
  });

  test.each(AREAS)(
    "every slider of %s changes a query, and energy is conserved with every technology in use",
    async (area) => {
      expect(await slidersWithoutEffect(area)).toEqual([]);
    },
  );
});

describe("every query", () => {
  it("every query has finite values that differ between scenarios, except queries listed with a reason", async () => {
    const starter = await starterOf("nl");
    const sliders = slidersOf(starter);
    const builtValues = buildEverything(sliders);
    const turns = Math.max(...groupsOf(sliders).map(({ length }) => length));
    const scenarios = [
      {},
      builtValues,
      { ...builtValues, ...rarelyUsedTechnologies(sliders) },
      HYDROGEN_ECONOMY,
      UNDERSUPPLY,
      ...Array.from({ length: turns }, (_, turn) => varySliders(sliders, builtValues, turn)),
    ];
    const resultsByQuery = new Map<string, Set<string>>();
    for (const values of scenarios) {
      const solution = starter.solve(values);
      expect(starter.defects(solution)).toEqual([]);
      for (const { key } of model.definition.gqueries) {
        const { present, future } = resultInBothYears(solution, key);
        const results = resultsByQuery.getOrInsertComputed(key, () => new Set());
        results.add(JSON.stringify(future)).add(JSON.stringify(present));
      }
    }
    const constantQueries = [...resultsByQuery].filter(([, values]) => values.size === 1).map(([key]) => key);
    expect(constantQueries.filter((key) => !(key in CONSTANT) && !key.endsWith("_1990"))).toEqual([]);
  });
});

/**
 * Each round moves a different sixth of the sliders, and a different member of each share group halfway to its maximum.
 */
function varySliders(sliders: readonly InputFacts[], builtValues: SliderValues, turn: number): SliderValues {
  const members = groupsOf(sliders).map((group) => group[turn % group.length]!);
  const ungroupedSliders = sliders.filter(
    ({ shareGroup, couplingGroups, unit }, index) =>
      index % 6 === turn && shareGroup === null && couplingGroups.length === 0 && unit !== "bool",
  );
  return {
    ...builtValues,
    ...Object.fromEntries(members.map(({ key, default: start, max }) => [key, (Number(start) + max!) / 2])),
    ...Object.fromEntries(
      ungroupedSliders.map((slider) => [
        slider.key,
        anotherPosition(slider, builtValues[slider.key] ?? slider.default ?? 0),
      ]),
    ),
  };
}

const groupsOf = (sliders: readonly InputFacts[]): readonly (readonly InputFacts[])[] => [
  ...Map.groupBy(
    sliders.filter(({ shareGroup }) => shareGroup !== null),
    ({ shareGroup }) => shareGroup!,
  ).values(),
];
