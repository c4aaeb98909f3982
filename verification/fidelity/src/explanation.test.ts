/** Tests explanations of a large model: the parts of a query recombine exactly to its value. */
import { Engine } from "@etesian/engine";
import { verifyExplanation } from "@etesian/gql";
import { curveSource, openModel } from "@etesian/model";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import { share } from "@etesian/testing/shared";
import { expect, test } from "vitest";
import { type ReferenceScenario, recipeOf } from "./annual.ts";
import { findReference, readGolden } from "./reference.ts";

const reference = findReference();

test.skipIf(reference === null)(
  "500 queries of nl2023 recombine from their parts (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  async () => {
    const model = await share("Model of the reference", () => openModel(reference!.model, modelCache));
    const engine = new Engine(model.definition, curveSource(model));
    const golden = readGolden(reference!, "nl2023/annual-s01.json.gz") as ReferenceScenario;
    const solution = engine.solve(await model.dataset("nl2023"), recipeOf(golden));
    const { gqueries } = model.definition;
    const step = Math.floor(gqueries.length / sampleSize(500, gqueries.length));
    const sample = gqueries.filter((_, index) => index % step === 0).filter(({ key }) => !BROKEN.has(key));
    const verifications = sample.map(({ key }) => verifyExplanation(solution.evaluation, key));
    expect(verifications.length).toBeGreaterThanOrEqual(500);
    expect(verifications.flatMap(({ problems }) => problems)).toEqual([]);
    const parts = verifications.reduce((sum, { recombinedParts }) => sum + recombinedParts, 0);
    expect(parts).toBeGreaterThan(2_000);
  },
);

/** Queries whose text lacks a comma, so that they have no parts. */
const BROKEN = new Set(["conversion_from_biomass_products_to_natural_gas"]);
