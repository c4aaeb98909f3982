/** A short version of the `walk` benchmark, on the model of the reference where it is present, else on the small one. */
import { expect, test } from "vitest";
import { sampled } from "@etesian/testing/sample";
import { openWorkbench } from "@etesian/workbench/scenarios";
import { walk } from "./walk.ts";

const STEPS = sampled(8, 100);

test("random sliders: every solution is finite and its hours add up", async () => {
  const { engine, dataset } = await openWorkbench();
  const { times, problems } = await walk(engine, dataset, STEPS, 7);
  expect(problems).toEqual([]);
  expect(times).toHaveLength(STEPS);
});
