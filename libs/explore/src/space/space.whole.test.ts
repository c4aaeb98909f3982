/** Validates points in the spaces of many areas, of the included and the reference model. */
import { join } from "node:path";
import { Engine } from "@etesian/engine";
import { readInterface } from "@etesian/interface/reading";
import { curveSource, type Model, openModel } from "@etesian/model";
import { realModel } from "@etesian/model/testing";
import { blankRecipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import { expect, test } from "vitest";
import { randomAt } from "../random.ts";
import { CORNER_STEP, CORNERS, refusalsAt, refusalsAtCorners } from "./space.fixture.ts";
import { allFactors, documentedFactors, spaceOf } from "./space.ts";

const STARTER = join(import.meta.dirname, "../../../../models/starter");
const END_YEAR = 2050;
const AREAS = sampleSize(6, 50);
const POINTS = sampleSize(20, 200);

/** Refused points, by area. */
async function refusalsOf(
  model: Model,
  areas: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const engine = new Engine(model.definition, curveSource(model));
  const problems: Record<string, readonly string[]> = {};
  for (const [areaIndex, area] of areas.entries()) {
    const table = engine.inputs(await model.dataset(area), END_YEAR);
    const { factors } = allFactors(table, blankRecipe(area, END_YEAR), { part: 0.3, role: () => "lever" });
    const space = spaceOf(factors, table, blankRecipe(area, END_YEAR));
    expect(space.dimensions).toBeGreaterThan(100);
    const points = Array.from({ length: POINTS }, (_, n) =>
      Float64Array.from({ length: space.dimensions }, (_, d) => randomAt(areaIndex, n, d)),
    );
    for (const corner of CORNERS) points.push(new Float64Array(space.dimensions).fill(corner));
    const step = sampleSize(50, 1);
    const refusals = [
      ...points.flatMap((point) => refusalsAt(point, space, table)),
      ...refusalsAtCorners(space, table, (index) => index % step === areaIndex % step),
    ];
    if (refusals.length > 0) problems[area] = refusals;
  }
  return problems;
}

/** At most `maxCount` of the areas, evenly spread. */
const sampleEvenly = (areas: readonly string[], maxCount: number): readonly string[] =>
  areas.filter((_, index) => index % Math.ceil(areas.length / maxCount) === 0);

const useableAreas = ({ areas }: Model): readonly string[] =>
  areas.filter((area) => area.useable).map(({ area }) => area);

test("every point and corner is accepted in all areas of the included model", async () => {
  const model = await openModel(STARTER, modelCache);
  expect(await refusalsOf(model, useableAreas(model))).toEqual({});
});

test("the slider rules accept the corners of all factors that the default tests omit", async () => {
  const model = await openModel(STARTER, modelCache);
  const table = new Engine(model.definition, curveSource(model)).inputs(await model.dataset("nl"), END_YEAR);
  const recipe = blankRecipe("nl", END_YEAR);
  const space = spaceOf(allFactors(table, recipe, { part: 0.5, role: () => "lever" }).factors, table, recipe);
  expect(refusalsAtCorners(space, table, (index) => index % CORNER_STEP !== 0)).toEqual([]);
});

test.skipIf(realModel === null)("every point and corner is accepted in many areas of the reference model", async () => {
  const model = await openModel(realModel!, { ...modelCache, firstArea: null });
  const areas = new Set(["nl2023", ...sampleEvenly(useableAreas(model), AREAS)]);
  expect(await refusalsOf(model, [...areas])).toEqual({});
});

test("every documented range of the included model is a factor in all areas that have its technology", async () => {
  const model = await openModel(STARTER, modelCache);
  const engine = new Engine(model.definition, curveSource(model));
  const { uncertainties } = readInterface(STARTER, { inputs: [], queries: [] }, []).documents;
  expect(Object.keys(uncertainties).length).toBeGreaterThan(25);
  for (const area of useableAreas(model)) {
    const table = engine.inputs(await model.dataset(area), END_YEAR);
    const recipe = blankRecipe(area, END_YEAR);
    const { factors, omitted } = documentedFactors(uncertainties, table, recipe);
    expect(factors.length).toBeGreaterThan(25);
    expect(omitted.filter(({ reason }) => reason !== "the slider is disabled in this area")).toEqual([]);
  }
});
