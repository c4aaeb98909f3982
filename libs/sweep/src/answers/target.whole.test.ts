/** Compares the search for further targets than `answers.test.ts` with a scan. */
import { join } from "node:path";
import { Engine } from "@etesian/engine";
import { curveSource, openModel } from "@etesian/model";
import { blankRecipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { expect, test } from "vitest";
import { SAMPLE_TRIPLES, SCAN, targetFaults } from "./target.fixture.ts";

const STARTER = join(import.meta.dirname, "../../../../models/starter");
const END_YEAR = 2050;
const TRIPLES = 5;

test(`a target agrees with a scan of ${SCAN} positions, for further sliders, figures and targets`, async () => {
  const model = await openModel(STARTER, modelCache);
  const engine = new Engine(model.definition, curveSource(model));
  const dataset = await model.dataset("nl");
  const scenario = { engine, dataset, table: engine.inputs(dataset, END_YEAR), blank: blankRecipe("nl", END_YEAR) };
  for (let triple = SAMPLE_TRIPLES; triple < TRIPLES; triple++) expect(targetFaults(triple, scenario)).toEqual([]);
});
