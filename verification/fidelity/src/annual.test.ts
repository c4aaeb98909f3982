/** A sample of the `annual` command: one scenario with many inputs, and the ranges of its area. */
import { Engine } from "@etesian/engine";
import { curveSource, openModel } from "@etesian/model";
import { expect, test } from "vitest";
import { compareRanges, compareScenario, type ReferenceScenario } from "./annual.ts";
import { findReference, readGolden } from "./reference.ts";

const reference = findReference();

test.skipIf(reference === null)(
  "nl2023 with 127 inputs agrees with the reference (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  { timeout: 60_000 },
  async () => {
    const model = await openModel(reference!.model, { cacheDirectory: process.env["ETESIAN_TEST_CACHE"] ?? null });
    const engine = new Engine(model.definition, curveSource(model));
    const dataset = await model.dataset("nl2023");

    const golden = readGolden(reference!, "nl2023/annual-s01.json.gz") as ReferenceScenario;
    const scenario = compareScenario(engine, dataset, "s01", golden);
    expect(scenario.mismatches).toEqual([]);
    expect(scenario.total).toBe(2 * 11358);

    const ranges = readGolden(reference!, "stages/nl2023/inputs.json.gz") as Parameters<typeof compareRanges>[2];
    const inputs = compareRanges("inputs", engine.inputs(dataset, 2050), ranges);
    expect(inputs.mismatches).toEqual([]);
    expect(inputs.total).toBeGreaterThan(8000);
  },
);
