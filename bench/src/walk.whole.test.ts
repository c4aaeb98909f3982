/** A short version of the `walk` benchmark, on the reference model if it is present, otherwise on the included one. */
import { expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { openWorkbench } from "@etesian/workbench/scenarios";
import { walk } from "./walk.ts";

const STEPS = sampleSize(8, 100);

test("every solution of a random walk is finite and its hourly values add up", async () => {
  const { engine, dataset } = await openWorkbench();
  const { times, problems } = await walk(engine, dataset, STEPS, 7);
  expect(problems).toEqual([]);
  expect(times).toHaveLength(STEPS);
});
