import { join } from "node:path";
import { curveSource, openModel } from "@etesian/model";
import { Engine } from "@etesian/engine";
import { blankRecipe, type InputTable, moveSliders, type Recipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import type { AreaDataset } from "@etesian/model/definition";
import { beforeAll, describe, expect, test } from "vitest";
import { attributions, changesBetween } from "./attribution.ts";
import { figureOf } from "./figure.ts";
import { FIGURES, SAMPLE_TRIPLES, SCAN, targetFaults } from "./target.fixture.ts";
import { rangeOf } from "./target.ts";

const STARTER = join(import.meta.dirname, "../../../../models/starter");
const END_YEAR = 2050;

let engine: Engine;
let dataset: AreaDataset;
let table: InputTable;
let blank: Recipe;

beforeAll(async () => {
  const model = await openModel(STARTER, modelCache);
  engine = new Engine(model.definition, curveSource(model));
  dataset = await model.dataset("nl");
  table = engine.inputs(dataset, END_YEAR);
  blank = blankRecipe("nl", END_YEAR);
});

/** The scenario after moves of sliders by a user. */
function withMoves(values: Recipe["userValues"], recipe = blank): Recipe {
  const sliderChange = moveSliders(table, recipe, { values });
  if ("errors" in sliderChange) throw new Error(sliderChange.errors.join("; "));
  return { ...recipe, ...sliderChange.state };
}

function figuresOf(recipe: Recipe): readonly number[] {
  const solution = engine.solve(dataset, recipe);
  try {
    return FIGURES.map((key) => figureOf(solution, key));
  } finally {
    solution.release();
  }
}

describe("the changes between two scenarios", () => {
  test("the changes between two scenarios are sliders, whole share groups, orders, curves, the area and the end year", () => {
    const curve = Float64Array.of(1, 2);
    const from = { ...withMoves({ costs_oil: 60, costs_gas: 30 }), curves: { price: curve }, orders: { a: ["x"] } };
    const to: Recipe = {
      ...withMoves({ costs_oil: 60, costs_co2: 100, transport_plane_using_electricity_share: 40 }),
      curves: { price: Float64Array.of(1, 3), same: curve },
      orders: {},
      area: "DE_germany",
      endYear: 2040,
    };
    const changes = changesBetween(from, to, table);
    const group = table.get("transport_plane_using_electricity_share")!.shareGroup!;
    expect(changes.map(({ name }) => name).toSorted()).toEqual(
      ["a", "area", "costs_co2", "costs_gas", "end_year", group, "price", "same"].toSorted(),
    );
    expect(changes.reduce<Recipe>((recipe, { apply }) => apply(recipe), from)).toEqual(to);
    expect(changesBetween(from, from, table)).toEqual([]);
  });
});

describe("the contributions of changes", () => {
  const plan = { costs_co2: 200, capacity_of_energy_power_wind_turbine_offshore: 20_000, costs_gas: 20 };

  test("the contributions of changes add up to the difference of each figure, and each combination is calculated once", () => {
    const to = withMoves(plan);
    let solves = 0;
    const results = attributions(
      blank,
      changesBetween(blank, to, table),
      (recipe) => {
        solves++;
        return figuresOf(recipe);
      },
      { pairs: 2, seed: 1 },
    );
    expect(solves).toBe(8);
    const finalFigures = figuresOf(to);
    for (const [index, { from, to: reachedFigure, contributions }] of results.entries()) {
      expect([from, reachedFigure]).toEqual([figuresOf(blank)[index], finalFigures[index]]);
      const sum = contributions.reduce((total, { value }) => total + value, 0);
      expect(Math.abs(sum - (reachedFigure - from))).toBeLessThanOrEqual(1e-12 * Math.abs(reachedFigure - from));
    }
  });

  test("the contributions of many changes have intervals, and also add up", () => {
    const sliders = [...table.values()].filter(
      ({ key, shareGroup, couplingGroups, permittedValues, unit, disabled, disabledBy, max }) =>
        shareGroup === null &&
        couplingGroups.length === 0 &&
        permittedValues === null &&
        unit !== "bool" &&
        !disabled &&
        disabledBy.length === 0 &&
        !key.startsWith("settings_") &&
        max !== null &&
        max > 0,
    );
    const chosenSliders = sliders.filter((_, index) => index % 30 === 0).slice(0, 14);
    const to = withMoves(
      Object.fromEntries(chosenSliders.map(({ key, default: start, max }) => [key, (Number(start) + max!) / 2])),
    );
    const changes = changesBetween(blank, to, table);
    expect(changes.length).toBeGreaterThan(12);
    const [{ from, to: reachedFigure, contributions }] = attributions(blank, changes, figuresOf, {
      pairs: 2,
      seed: 1,
    }) as [ReturnType<typeof attributions>[number]];
    const sum = contributions.reduce((total, { value }) => total + value, 0);
    expect(Math.abs(sum - (reachedFigure - from))).toBeLessThanOrEqual(1e-12 * Math.abs(reachedFigure - from));
    for (const { value, within } of contributions) {
      expect(within!.low).toBeLessThanOrEqual(value);
      expect(within!.high).toBeGreaterThanOrEqual(value);
    }
  });
});

describe("a target", () => {
  /** `target.whole.test.ts` has others. */
  const TRIPLES = sampleSize(SAMPLE_TRIPLES, 100);

  test(`a target agrees with a scan of ${SCAN} positions, for any slider, figure and target`, () => {
    for (let triple = 0; triple < TRIPLES; triple++)
      expect(targetFaults(triple, { engine, dataset, table, blank })).toEqual([]);
  });

  test("a target search refuses a slider without a range, and a range beyond the slider's", () => {
    expect(() => rangeOf("no_such_slider", table, {})).toThrow(
      'slider is "no_such_slider"; expected the key of a slider',
    );
    expect(() => rangeOf("settings_weather_curve_set", table, {})).toThrow("has no range of numbers");
    expect(() => rangeOf("costs_oil", table, { lowest: -1 })).toThrow(
      "the range is -1 to 500; expected two positions of costs_oil from 0 to 500",
    );
  });
});
