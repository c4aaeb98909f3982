import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { engineVersion } from "@etesian/engine-version";
import { Engine } from "@etesian/engine";
import { type AreaManifest, CurveParts, decodePart, type PartReference } from "@etesian/model/parts";
import { createLogger, createMetrics } from "@etesian/service-kit";
import { blankRecipe, recipeHash } from "@etesian/sliders";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Calculator, AreaNotFoundError } from "../calculator.ts";
import { writeVillage } from "../testing/village.ts";

const caller = { client: "", signal: new AbortController().signal };
const VILLAGE = { area: "village", endYear: 2050 };

let directory: string;
let model: string;
let cache: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-parts-"));
  [model, cache] = [join(directory, "village"), join(directory, "cache")];
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  writeVillage(model);
});

async function calculator(cacheDirectory: string | null = cache): Promise<Calculator> {
  const log = createLogger({ program: "test", level: "silent" });
  const limits = { workers: 1, queueLength: 100, solutionBytes: 10_000_000, engineBytes: 50_000_000 };
  const otherOptions = { usedAreasFile: null, firstAreas: [], progress: () => {} };
  const newCalculator = new Calculator({
    modelDirectory: model,
    cacheDirectory,
    ...limits,
    ...otherOptions,
    log,
    metrics: createMetrics(),
  });
  onTestFinished(() => newCalculator.close());
  await newCalculator.model;
  return newCalculator;
}

/** The decompressed bytes of a part. */
async function bytesOf({ parts }: Calculator, { sha256 }: PartReference): Promise<Uint8Array<ArrayBuffer>> {
  const part = await parts.read(sha256, false, null, caller);
  const bytes = Uint8Array.from(gunzipSync(part!.content));
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  return bytes;
}

/** Every part that a manifest refers to. */
const allParts = ({
  parts: { definition, interface: texts, dataset, curves, variants, inputs },
}: AreaManifest): readonly PartReference[] => [
  definition,
  texts,
  dataset,
  curves,
  ...Object.values(variants),
  ...Object.values(inputs),
];

describe("parts of a model", () => {
  test("a client calculates the service's results from the parts of a model, under the same recipe hash", async () => {
    const service = await calculator();
    const manifest = await service.parts.manifest(VILLAGE, caller);
    expect(manifest).toMatchObject({ format: 1, area: "village", start_year: 2020, engine: engineVersion() });
    const { parts } = manifest;
    const definition = decodePart("definition", await bytesOf(service, parts.definition));
    const dataset = decodePart("dataset", await bytesOf(service, parts.dataset));
    const curves = new CurveParts();
    curves.open(manifest, decodePart("curves", await bytesOf(service, parts.curves)));
    const inputs = decodePart("inputs", await bytesOf(service, parts.inputs["2050"]!));

    const { catalogue } = decodePart("interface", await bytesOf(service, parts.interface));
    expect(catalogue).toMatchObject({
      queries: expect.arrayContaining([{ key: "heat_demand", unit: "MJ" }]) as unknown,
    });

    const recipe = { ...blankRecipe("village", 2050), userValues: { heat_demand_per_year: 43.21 } };
    const keys = ["heat_demand", "gas_demand"];
    const solution = new Engine(definition, curves).solve(dataset, recipe);
    expect(keys.map((key) => solution.query(key))).toEqual(await service.query(recipe, keys, caller));
    expect(inputs).toEqual(await service.inputs("village", 2050, null, caller));
    expect(await service.calculationOf(recipe)).toEqual({
      recipeHash: recipeHash(recipe, dataset.hash),
      engine: manifest.engine,
    });
  });

  test("parts of a model contain no notes, unused data or locked files of the operator", async () => {
    // An unused flow, a note, and an encrypted file.
    appendFileSync(join(model, "datasets/village/energy_balance.csv"), "Secret flow,98765.4321\n");
    appendFileSync(join(model, "inputs/demand/heat_demand_per_year.ad"), "\n# A confidential note.\n");
    writeFileSync(join(model, "datasets/village/energy_balance.gpg"), "locked away 24680");
    const service = await calculator();
    const secret = new Uint8Array(Float64Array.of(98765.4321).buffer);
    const parts = allParts(await service.parts.manifest(VILLAGE, caller));
    for (const part of parts) {
      const bytes = Buffer.from(await bytesOf(service, part));
      for (const secretBytes of [
        secret,
        "98765",
        "Secret flow",
        "confidential",
        "locked away",
        "energy_balance",
        "EB(",
        ".ad",
        directory,
      ]) {
        expect([secretBytes, bytes.includes(secretBytes)]).toEqual([secretBytes, false]);
      }
    }
    // Verifies that the search finds a text that the parts contain.
    const texts = await Promise.all(
      parts.map(async (part) => Buffer.from(await bytesOf(service, part)).includes("gas_well")),
    );
    expect(texts).toContain(true);
  });

  test("parts of a model are made once and stored in the cache directory in both compressed formats", async () => {
    const first = await calculator();
    const manifest = await first.parts.manifest(VILLAGE, caller);
    for (const part of allParts(manifest)) await bytesOf(first, part);
    const { sha256 } = manifest.parts.definition;
    const brotli = await vi.waitFor(
      async () => {
        const part = await first.parts.read(sha256, true, null, caller);
        expect(part?.encoding).toBe("br");
        return part!;
      },
      { timeout: 240_000, interval: 100 },
    );
    const bytes = Uint8Array.from(brotliDecompressSync(brotli.content));
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    await first.close();

    const second = await calculator();
    const storedPart = await second.parts.read(sha256, true, null, caller);
    expect(storedPart).toEqual({ encoding: "br", content: brotli.content });
  });

  test("a part that an earlier process stored without its Brotli copy receives one once it is requested", async () => {
    const earlier = await calculator();
    const { sha256 } = (await earlier.parts.manifest(VILLAGE, caller)).parts.dataset;
    const encoding = async ({ parts }: Calculator) => (await parts.read(sha256, true, VILLAGE, caller))?.encoding;
    await expect.poll(() => encoding(earlier)).toBe("br");
    await earlier.close();
    const [brotliFile] = readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(`${sha256}.br`),
    );
    rmSync(join(cache, brotliFile!));
    const later = await calculator();
    await later.parts.manifest(VILLAGE, caller);
    expect(await encoding(later)).toBe("gzip");
    await expect.poll(() => encoding(later)).toBe("br");
  });

  test("a process finds parts that it has not made by the area and year of their manifest", async () => {
    const { parts } = await (await calculator(null)).parts.manifest(VILLAGE, caller);
    const otherProcess = await calculator(null);
    expect(await otherProcess.parts.read(parts.dataset.sha256, false, null, caller)).toBeNull();
    expect(await otherProcess.parts.read(parts.dataset.sha256, false, VILLAGE, caller)).toMatchObject({
      encoding: "gzip",
    });
    await expect(
      otherProcess.parts.read("0".repeat(64), false, { ...VILLAGE, area: "nowhere" }, caller),
    ).rejects.toThrow(AreaNotFoundError);
    expect(await otherProcess.parts.read("0".repeat(64), false, VILLAGE, caller)).toBeNull();
  });

  test("damaged part files are made again", async () => {
    const first = await calculator();
    const { parts } = await first.parts.manifest(VILLAGE, caller);
    await bytesOf(first, parts.dataset);
    await first.close();
    const files = readdirSync(join(cache, "parts"), { recursive: true, encoding: "utf8" });
    const file = files.find((path) => path.endsWith(`${parts.dataset.sha256}.gz`))!;
    writeFileSync(join(cache, "parts", file), "damaged");
    const second = await calculator();
    await second.parts.manifest(VILLAGE, caller);
    const { area } = decodePart("dataset", await bytesOf(second, parts.dataset));
    expect(area).toBe("village");
  });

  test("parts of a previous model are deleted from disk and not found", async () => {
    const first = await calculator();
    const { parts } = await first.parts.manifest(VILLAGE, caller);
    await bytesOf(first, parts.definition);
    await first.close();
    writeFileSync(join(model, "gqueries/general/another.gql"), "- unit = MJ\n- query = V(gas_well, demand)\n");
    const second = await calculator();
    const changedManifest = await second.parts.manifest(VILLAGE, caller);
    expect(changedManifest.parts.definition.sha256).not.toBe(parts.definition.sha256);
    expect(await second.parts.read(parts.definition.sha256, false, null, caller)).toBeNull();
    await bytesOf(second, changedManifest.parts.definition);
    expect(readdirSync(join(cache, "parts"), { recursive: true }).join()).not.toContain(parts.definition.sha256);
  });
});
