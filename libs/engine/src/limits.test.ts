import { join } from "node:path";
import { sampleSize } from "@etesian/testing/sample";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { MeritOrder } from "./hourly/merit/order.ts";
import { TOTAL_BYTES, DEFAULT_LIMITS, DEFAULT_MEMORY_BYTES, limitsOf } from "./limits.ts";
import { sliderPositions, type SliderValues, StarterModel } from "./scenario/starter-model.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../models/starter");
const MB = 1_000_000;

test("limits are proportional to the budget, and all are 0 for a budget of 0", () => {
  expect(limitsOf(DEFAULT_MEMORY_BYTES)).toEqual(DEFAULT_LIMITS);
  expect(limitsOf(2 * DEFAULT_MEMORY_BYTES)).toMatchObject({ areas: 48, years: 6, idleBytes: 68 * MB });
  expect(new Set(Object.values(limitsOf(0)))).toEqual(new Set([0]));
  expect(Math.abs(TOTAL_BYTES / DEFAULT_MEMORY_BYTES - 1)).toBeLessThan(0.01);
});

test.each([-1, Number.NaN])("a budget of %d bytes is rejected", (memoryBytes) => {
  expect(() => limitsOf(memoryBytes)).toThrow(`memoryBytes is ${memoryBytes}; expected 0 or more`);
});

test("an engine without a budget recalculates every hour of an unchanged scenario", async () => {
  const { model, dataset } = await StarterModel.open(DIRECTORY);
  const starter = new StarterModel(model, dataset, { memoryBytes: 0 });
  const step = vi.spyOn(MeritOrder.prototype, "step");
  const counts = [0, 0].map(() => {
    step.mockClear();
    starter.solve({}).release();
    return step.mock.calls.length;
  });
  step.mockRestore();
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts[1]).toBe(counts[0]);
});

test("an engine has the same results with any budget, after any earlier solves", async () => {
  const starter = await StarterModel.open(DIRECTORY);
  const { model, dataset, inputs } = starter;
  const otherEngines = [0, 20 * MB].map((memoryBytes) => new StarterModel(model, dataset, { memoryBytes }));
  const keys = model.definition.gqueries.map(({ key }) => key).filter((_, index) => index % 9 === 0);
  const resultsOf = (starterModel: StarterModel, values: SliderValues): readonly unknown[] => {
    const solution = starterModel.solve(values);
    const results = keys.map((key) => solution.query(key));
    solution.release();
    return results;
  };
  fc.assert(
    fc.property(sliderPositions(inputs, { minLength: 1, maxLength: 4 }), (values) => {
      const results = resultsOf(starter, values);
      for (const other of otherEngines) expect(resultsOf(other, values)).toEqual(results);
    }),
    { numRuns: sampleSize(5, 200) },
  );
});
