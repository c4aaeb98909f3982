/** Tests a sample of the `annual` command: one scenario with many inputs, and the ranges of its area. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Engine } from "@etesian/engine";
import { curveSource, openModel } from "@etesian/model";
import { expect, test } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { share } from "@etesian/testing/shared";
import { compareRanges, compareScenario, type ReferenceScenario } from "./annual.ts";
import { findReference, readGolden } from "./reference.ts";

const reference = findReference();

test.skipIf(reference === null)(
  "nl2023 with 127 inputs agrees with the reference (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  async () => {
    const model = await share("Model of the reference", () => openModel(reference!.model, modelCache));
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

test.skipIf(reference === null).each([
  ["nl2023", "## The Energy Transition Model", 45],
  ["DE_germany", "## Germany", 47],
])("the results of %s in models/starter/comparison.md equal the reference's", (area, section, count) => {
  const golden = readGolden(reference!, `${area}/annual-blank.json.gz`) as ReferenceScenario;
  const page = readFileSync(join(import.meta.dirname, "../../../models/starter/comparison.md"), "utf8");
  const table = page.split(section)[1]!.split(`| here | \`${area}\` |`)[1]!.split("\n\n")[0]!;
  const rows = [...table.matchAll(/^\| `(\w+)` \| \S+ \| [\d.]+ \| ([\d.]+) \|/gm)];
  expect(rows).toHaveLength(count);
  const units: { readonly [unit: string]: number } = { MJ: 1e-9, PJ: 1, MT: 1, mt: 1, factor: 100, "#": 1e-6, km2: 1 };
  const lines = rows.map(([, key]) => {
    const [present, , unit] = golden.gqueries[key!]!;
    return [key, String(Number((Number(present) * units[unit]!).toPrecision(4)))];
  });
  expect(lines).toEqual(rows.map(([, key, figure]) => [key, figure]));
});
