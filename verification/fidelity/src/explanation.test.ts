/** Explanations of a large model: the parts of a query recombine exactly to its value. */
import { Engine } from "@etesian/engine";
import { verifyExplanation } from "@etesian/gql";
import { curveSource, openModel } from "@etesian/model";
import { modelCache } from "@etesian/testing/model-cache";
import { sampled } from "@etesian/testing/sample";
import { shared } from "@etesian/testing/shared";
import { expect, test } from "vitest";
import { type ReferenceScenario, recipeOf } from "./annual.ts";
import { findReference, readGolden } from "./reference.ts";

const reference = findReference();

test.skipIf(reference === null)(
  "500 queries of nl2023 recombine from their parts (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  async () => {
    const model = await shared("Model of the reference", () => openModel(reference!.model, modelCache));
    const engine = new Engine(model.definition, curveSource(model));
    const golden = readGolden(reference!, "nl2023/annual-s01.json.gz") as ReferenceScenario;
    const solution = engine.solve(await model.dataset("nl2023"), recipeOf(golden));
    const { gqueries } = model.definition;
    const step = Math.floor(gqueries.length / sampled(500, gqueries.length));
    const compiled = gqueries.filter((_, index) => index % step === 0).filter(({ key }) => !BROKEN.has(key));
    const verified = compiled.map(({ key }) => verifyExplanation(solution.evaluation, key));
    expect(verified.length).toBeGreaterThanOrEqual(500);
    expect(verified.flatMap(({ wrong }) => wrong)).toEqual([]);
    const parts = verified.reduce((sum, { recombined }) => sum + recombined, 0);
    expect(parts).toBeGreaterThan(2_000);
  },
);

/** Queries whose text lacks a comma, so that they have no parts. */
const BROKEN = new Set(["conversion_from_biomass_products_to_natural_gas"]);
