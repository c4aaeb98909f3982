import { join } from "node:path";
import { Engine } from "@etesian/engine";
import { curveSource, openModel } from "@etesian/model";
import { blankRecipe, type InputTable, type Recipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import { share } from "@etesian/testing/shared";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { randomAt } from "../random.ts";
import type { Factor } from "./factors.ts";
import { sharesAt } from "./shares.ts";
import { allFactors, documentedFactors, type Space, spaceOf } from "./space.ts";
import { CORNER_STEP, CORNERS, refusalsAt, refusalsAtCorners } from "./space.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

let table: InputTable;
let recipe: Recipe;
let engine: Engine;

beforeAll(async () => {
  const model = await share(`Model ${DIRECTORY}`, () => openModel(DIRECTORY, modelCache));
  const dataset = await model.dataset("nl");
  engine = new Engine(model.definition, curveSource(model));
  table = engine.inputs(dataset, 2050);
  recipe = blankRecipe("nl", 2050);
});

const refusals = (space: Space, point: Float64Array): readonly string[] => refusalsAt(point, space, table);
const allFactorsWith = (part: number) => allFactors(table, recipe, { part, role: () => "lever" });

describe("a space of all factors of the included model", () => {
  test.each([0.1, 0.3, 1])("the slider rules accept every random point within ±%f of the current position", (part) => {
    const space = spaceOf(allFactorsWith(part).factors, table, recipe);
    expect(space.factors.length).toBeGreaterThan(200);
    const point = new Float64Array(space.dimensions);
    for (let n = 0; n < sampleSize(20, 4_000); n++) {
      for (let d = 0; d < point.length; d++) point[d] = randomAt(1, n, d);
      expect(refusals(space, point)).toEqual([]);
    }
  });

  test("the slider rules accept all corners: each factor at or next to an end, and all factors together", () => {
    const space = spaceOf(allFactorsWith(0.5).factors, table, recipe);
    for (const corner of CORNERS) expect(refusals(space, new Float64Array(space.dimensions).fill(corner))).toEqual([]);
    expect(refusalsAtCorners(space, table, (index) => index % sampleSize(CORNER_STEP, 1) === 0)).toEqual([]);
  });

  test("a slider's varied range contains its current position and is clipped at the slider's bounds", () => {
    const space = spaceOf(allFactorsWith(0.1).factors, table, recipe);
    for (const { positions } of space.factors) {
      if (positions === null) continue;
      expect(positions.from).toBeLessThanOrEqual(positions.present);
      expect(positions.to).toBeGreaterThanOrEqual(positions.present);
    }
  });

  test("the base point yields the scenario's positions and shares", () => {
    const space = spaceOf(allFactorsWith(0.3).factors, table, recipe);
    const base = Float64Array.from(space.factors.flatMap((factor) => factor.base));
    const settings = space.settingsAt(base);
    for (const [index, key] of space.factors.flatMap((factor) => factor.settings).entries())
      expect([key, Math.abs(settings[index]! - Number(table.get(key)!.default)) < 1e-5]).toEqual([key, true]);
  });

  test("inputs with a documented range are uncertainties within their own bounds; others are listed with a reason", () => {
    const ranges = { costs_oil: { from: 14, to: 58 }, costs_gas: { from: 13, to: 900 }, costs_tea: { from: 1, to: 2 } };
    const { factors, omitted } = documentedFactors(ranges, table, recipe);
    expect(factors).toEqual([
      { kind: "slider", input: "costs_oil", range: { from: 14, to: 58 }, role: "uncertainty" },
      { kind: "slider", input: "costs_gas", range: { from: 13, to: 500 }, role: "uncertainty" },
    ]);
    expect(omitted).toEqual([{ name: "costs_tea", reason: "there is no such slider" }]);
  });

  test("sliders that cannot vary are listed with a reason", () => {
    const { omitted } = allFactorsWith(0.1);
    const reasons = new Set(omitted.map(({ reason }) => reason.replace(/disabled by .*/, "disabled by others")));
    expect(reasons).toContain(
      "its current position is 0, so a fraction of it is 0; specify the range as two positions",
    );
    expect(reasons).toContain("it is a setting of the calculation");
    expect(reasons).toContain("it is disabled by others");
  });
});

describe("shares of a group", () => {
  test("shares add up exactly to the total and stay within their bounds at every point", () => {
    const members = fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { minLength: 2, maxLength: 8 });
    const numbers = fc.array(fc.oneof(fc.constantFrom(0, 1, 0.5), fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 7,
      maxLength: 7,
    });
    fc.assert(
      fc.property(members, numbers, fc.double({ min: 0.01, max: 1, noNaN: true }), (memberWeights, point, part) => {
        const sum = memberWeights.reduce((total, [weight]) => total + weight, 0) || 1;
        const isEmpty = memberWeights.every(([weight]) => weight === 0);
        const present = memberWeights.map(([weight], member) => (isEmpty && member === 0 ? 100 : (100 * weight) / sum));
        const bounds = present.map((share, member) => ({
          min: Math.max(0, share - memberWeights[member]![1]),
          max: 100,
        }));
        const shares = sharesAt(point, present, bounds, { part, total: 100 });
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
        for (const [member, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(bounds[member]!.min - 2 ** -19);
          expect(share).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});

describe("the factors of a space", () => {
  const space = (...factors: readonly Factor[]): Space => spaceOf(factors, table, recipe);
  const recipeAt = (factorSpace: Space, ...coordinates: readonly number[]): Recipe =>
    factorSpace.recipeAt(Float64Array.from(coordinates));

  test("a slider covers its range, both ends included", () => {
    const sliderSpace = space({ kind: "slider", input: "costs_oil", range: { from: 50, to: 90 }, role: "uncertainty" });
    expect([0, 0.25, 1].map((u) => recipeAt(sliderSpace, u).userValues["costs_oil"])).toEqual([50, 60, 90]);
  });

  test("a likely position is the peak of a triangular distribution", () => {
    const range = { from: 50, to: 90, likely: 60 };
    const factor: Factor = { kind: "slider", input: "costs_oil", range, role: "uncertainty" };
    const sliderSpace = space(factor);
    // A quarter of the area of the triangle is below its peak.
    expect([0, 0.0625, 0.25, 0.8125, 1].map((u) => recipeAt(sliderSpace, u).userValues["costs_oil"])).toEqual([
      50, 55, 60, 75, 90,
    ]);
    const movedRecipe = { ...recipe, userValues: { costs_oil: 75 } };
    expect(spaceOf([factor], table, movedRecipe).factors[0]!.base).toEqual([0.8125]);
    expect(() => space({ ...factor, range: { ...range, likely: 95 } })).toThrow(
      "factor costs_oil: the likely position is 95; expected a position within 50 to 90",
    );
  });

  test("each option of a choice covers an equal part of the unit interval, including 1", () => {
    const options = [{ values: { costs_oil: 60 } }, { endYear: 2040, remove: ["costs_oil"] }, { area: "be" }];
    const choiceSpace = space({ kind: "choice", name: "world", options, role: "uncertainty" });
    expect(recipeAt(choiceSpace, 0.32)).toEqual({ ...recipe, userValues: { costs_oil: 60 } });
    expect(recipeAt(choiceSpace, 0.5)).toEqual({ ...recipe, endYear: 2040 });
    expect(recipeAt(choiceSpace, 1)).toEqual({ ...recipe, area: "be" });
    expect([0, 0.5, 1].map((u) => choiceSpace.settingsAt(Float64Array.of(u)))).toEqual([[0], [1], [2]]);
  });

  test("an error names the factor that cannot vary, and the reason", () => {
    const slider = (input: string, range: Extract<Factor, { kind: "slider" }>["range"]): Factor => ({
      kind: "slider",
      input,
      range,
      role: "lever",
    });
    expect(() => space(slider("no_such", "whole"))).toThrow("factor no_such: there is no such slider");
    expect(() => space(slider("costs_oil", { from: 3, to: 2 }))).toThrow(
      "factor costs_oil: the range is 3 to 2; expected",
    );
    expect(() => space(slider("costs_oil", { fractionOfCurrent: 0 }))).toThrow("is 0; expected more than 0");
    expect(() => space(slider("costs_oil", "whole"), slider("costs_oil", "whole"))).toThrow("it is named twice");
    expect(() => space({ kind: "group", group: "none", part: 1, role: "lever" })).toThrow(
      "there is no such share group",
    );
    expect(() => space({ kind: "choice", name: "one", options: [{}], role: "lever" })).toThrow("it has 1 options");
  });
});
