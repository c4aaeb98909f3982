/**
 * Checks a sample of the sliders of the included and the reference model. `npm test -- --exhaustive` checks all sliders
 * of the included model, `npm run slider-ends` all of the reference model.
 */
import type { InputFacts } from "@etesian/sliders";
import { expect, test } from "vitest";
import { openWorkbench, type Workbench } from "@etesian/workbench/scenarios";
import { measuredModel, starter } from "@etesian/workbench/server";
import { sampleSize } from "@etesian/testing/sample";
import { END_YEAR, positionsOf, checkSliderEnds } from "./slider-ends.ts";

const slidersOf = ({ engine, dataset }: Workbench): readonly InputFacts[] => [
  ...engine.inputs(dataset, END_YEAR).values(),
];

/** Step through the included model's sliders. */
const EVERY_INCLUDED = sampleSize(16, 1);

test("sliders of the included model yield numbers at both ends and in between", async () => {
  const workbench = await openWorkbench(starter.area, starter.model);
  const sliders = slidersOf(workbench).filter((_, index) => index % EVERY_INCLUDED === 0);
  const { positionCount, refusals, problems } = checkSliderEnds(workbench, sliders);
  expect(problems).toEqual([]);
  expect(refusals).toEqual([]);
  expect(positionCount).toBeGreaterThan(2 * sliders.length);
});

/** Sliders that once failed, and some of every kind. */
const STORAGE = "costs_heat_network_storage_lt_steam_hot_water";
const COUPLING = "external_coupling_energy_chemical_other_transformation_external_coupling_node_hydrogen_input_share";
const EVERY = sampleSize(300, 130);

test.skipIf(!measuredModel.isReference)(
  "sliders of the reference model yield numbers or a reason (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  async () => {
    const workbench = await openWorkbench();
    const sample = slidersOf(workbench).filter(
      ({ key }, index) => index % EVERY === 0 || key === STORAGE || key === COUPLING,
    );
    const { positionCount, refusals, problems } = checkSliderEnds(workbench, sample);
    expect(problems).toEqual([]);
    expect(positionCount).toBeGreaterThan(2 * sample.length);
    expect(refusals.map((line) => line.slice(0, line.indexOf(":")))).toEqual([
      `${COUPLING} at 61.8`,
      `${COUPLING} at 100`,
    ]);
  },
);

test("a slider is tested at its ends and one position in between, an enum at three of its values", () => {
  const slider = (facts: Partial<InputFacts>): InputFacts => ({ permittedValues: null, ...facts }) as InputFacts;
  expect(positionsOf(slider({ min: -10, max: 10, unit: "%" }))).toEqual([-10, -10 + 20 * 0.618, 10]);
  expect(positionsOf(slider({ min: 0, max: 1, unit: "bool" }))).toEqual([0, 1]);
  expect(positionsOf(slider({ min: 3, max: 3, unit: "%" }))).toEqual([3]);
  expect(positionsOf(slider({ permittedValues: ["a", "b", "c", "d"] }))).toEqual(["a", "c", "d"]);
});
