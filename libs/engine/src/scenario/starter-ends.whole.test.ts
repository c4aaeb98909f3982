/**
 * Moves sliders of the included model (models/starter) to a larger sample of ends than `starter-model.test.ts` and
 * `starter-hours.test.ts`; `npm test -- --exhaustive starter` moves them to all.
 */
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { hourlyDefects } from "./starter-hours.fixture.ts";
import {
  ANNUAL_END_STEP,
  HOURLY_END_STEP,
  otherSliderEnds,
  type SliderMove,
  StarterModel,
} from "./starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");
/** One in this number of ends; an odd number includes both ends. */
const ANNUAL_STEP = 3;
const HOURLY_STEP = 80;

let starter: StarterModel;
beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
});

const describeDefects = ({ key, value }: SliderMove, defects: readonly string[]): readonly string[] =>
  defects.map((defect) => `${key} = ${value}: ${defect}`);

it("sliders can be moved to both ends without the hourly calculation", () => {
  const ends = otherSliderEnds(starter.inputs, ANNUAL_END_STEP, ANNUAL_STEP);
  expect(ends.length).toBeGreaterThan(400);
  const problems = ends.flatMap((end) =>
    describeDefects(end, starter.defects(starter.solve({ settings_enable_merit_order: 0, [end.key]: end.value }))),
  );
  expect(problems).toEqual([]);
});

it("sliders can be moved to their ends with the hourly calculation", () => {
  const ends = otherSliderEnds(starter.inputs, HOURLY_END_STEP, HOURLY_STEP).filter(
    ({ key }) => key !== "settings_enable_merit_order",
  );
  expect(ends.length).toBeGreaterThan(5);
  const problems = ends.flatMap((end) => {
    const solution = starter.solve({ [end.key]: end.value });
    return describeDefects(end, [...hourlyDefects(solution), ...starter.defects(solution)]);
  });
  expect(problems).toEqual([]);
});
