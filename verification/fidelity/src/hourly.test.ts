/** Tests a sample of the `hourly` command: one scenario with every kind of flexibility, its queries and its curves. */
import { createHash } from "node:crypto";
import { Engine } from "@etesian/engine";
import { curveSource, type Model, openModel } from "@etesian/model";
import { beforeAll, expect, test } from "vitest";
import type { ReferenceScenario } from "./annual.ts";
import { compareHourly, hourlyFiles, hourlyRecipe } from "./hourly.ts";
import { compareReports } from "./inspector.ts";
import { findReference, readGolden } from "./reference.ts";
import { modelCache } from "@etesian/testing/model-cache";
import { share } from "@etesian/testing/shared";
import { sampleSize } from "@etesian/testing/sample";

const reference = findReference();
const FILE = "nl2023/s05_flex_nuclear_interconnect.json.gz";

let model: Model;
let engine: Engine;

beforeAll(async () => {
  if (reference === null) return;
  model = await share("Model of the reference", () => openModel(reference.model, modelCache));
  engine = new Engine(model.definition, curveSource(model));
});

test.skipIf(reference === null)(
  "nl2023 with batteries, interconnectors and nuclear power agrees with the reference (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  async () => {
    const golden = readGolden(reference!, FILE) as ReferenceScenario;
    const solution = engine.solve(await model.dataset("nl2023"), hourlyRecipe(golden, model.definition));

    const [queries, curves] = compareHourly(reference!, FILE, golden, engine, solution);
    expect(queries!.mismatches).toEqual([]);
    expect(queries!.total).toBe(2 * 11358);
    expect(curves!.mismatches).toEqual([]);
    expect(curves!.total).toBe(719 * 8760);

    const reports = compareReports(FILE, solution, sampleSize(12, 1));
    expect(reports.mismatches).toEqual([]);
    expect(reports.worst).toBe(0);
    expect(reports.total).toBeGreaterThan(30_000);
  },
);

test.skipIf(reference === null)("the same recipe gives bit-identical results after any other calculation", async () => {
  const bitsOf = async (engine: Engine, file: string): Promise<string> => {
    const golden = readGolden(reference!, file) as ReferenceScenario;
    const recipe = hourlyRecipe(golden, model.definition);
    const { hours } = engine.solve(await model.dataset(recipe.area), recipe);
    const hash = createHash("sha256").update(new Uint8Array(hours!.energy.buffer.slice(0)));
    const curves = Object.values(hours!.markets).flatMap(({ order }) => order.participants.map(({ load }) => load));
    for (const curve of [...curves, hours!.price()]) hash.update(new Uint8Array(Float64Array.from(curve).buffer));
    return hash.digest("hex");
  };
  const otherFiles = ["GM0363_amsterdam/blank.json.gz", "nl2023/s01_electrification.json.gz"].slice(
    0,
    sampleSize(1, 2),
  );
  const first = await bitsOf(engine, FILE);
  for (const file of otherFiles) expect(await bitsOf(engine, file)).not.toBe(first);
  expect(await bitsOf(engine, FILE)).toBe(first);
  expect(await bitsOf(new Engine(model.definition, curveSource(model)), FILE)).toBe(first);
});

test.skipIf(reference === null)(
  "the command finds hourly scenarios of areas and of HTTP requests, and no annual ones",
  () => {
    const files = hourlyFiles(reference!);
    expect(files).toContain("GM0363_amsterdam/blank.json.gz");
    expect(files).toContain("special/d02_curves.json.gz");
    expect(
      files.filter((file) => file.includes("annual") || file.includes("curves.") || file.includes("api/")),
    ).toEqual(["special/d02_curves.json.gz"]);
  },
);
