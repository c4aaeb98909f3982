/**
 * Tests the calculation in a browser: one small JavaScript file, whose results are bit-identical to Node's in a page
 * that is not cross-origin isolated.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { Engine, type Solution } from "@etesian/engine";
import { openModel, type Recipe } from "@etesian/engine-package";
import { bundle, minify } from "@etesian/engine-package/bundle";
import { curveSource, openModel as openDirectory } from "@etesian/model";
import { allFactors, latinHypercube, spaceOf } from "@etesian/explore";
import { PROJECT } from "@etesian/service-kit";
import { blankRecipe } from "@etesian/sliders";
import { Random } from "@etesian/workbench/random";
import { openWorkbench, referenceScenario } from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import type { Results, Work } from "./engine-worker.ts";
import { fingerprint } from "./fingerprint.ts";
import { findFirefox, NO_FIREFOX, openInFirefox } from "./firefox.ts";
import { sharedServer, sharedBrowser } from "./served-page.ts";

/** Limit on the bytes that a page loads before its first number, except for the model. */
const MAX_BYTES = 130_000;
const END_YEAR = 2050;

interface Case {
  readonly directory: string;
  readonly area: string;
  readonly recipes: { readonly [name: string]: Recipe };
  /** If absent, all queries of the model. */
  readonly queries?: readonly string[];
}

const STARTER: Case = {
  directory: join(PROJECT, "models/starter"),
  area: "nl",
  recipes: {
    blank: { userValues: {} },
    "wind and cold": {
      userValues: { capacity_of_energy_power_wind_turbine_offshore: 30_000, settings_weather_curve_set: "severe" },
    },
  },
};

const SCENARIOS = ["s05_flex_nuclear_interconnect", "s07_space_heating_order_costs", "s08_random_10pct"];

/** The reference model; null if it is absent. */
const REFERENCE: Case | null = measuredModel.isReference
  ? {
      directory: measuredModel.model,
      area: measuredModel.area,
      recipes: {
        blank: { userValues: {} },
        ...Object.fromEntries(SCENARIOS.map((name) => [name, referenceScenario(name)!])),
      },
    }
  : null;

/** Results of the engine in this process for the same recipes, on the model's own documents. */
async function resultsInNode({ directory, area, recipes, queries }: Case): Promise<Results["results"]> {
  const model = await openDirectory(directory, modelCache);
  const engine = new Engine(model.definition, curveSource(model));
  const dataset = await model.dataset(area);
  const keys = queries ?? engine.definition.gqueries.map(({ key }) => key);
  const all = (solution: Solution): string[] => fingerprint(keys, (key, year) => solution.evaluation.query(key, year));
  return Object.fromEntries(
    Object.entries(recipes).map(([name, recipe]) => [
      name,
      all(engine.solve(dataset, { ...blankRecipe(area, END_YEAR), ...recipe })),
    ]),
  );
}

/** Number of variants of all sliders, each calculated in three orders. */
const VARIANTS = sampleSize(10, 300);
/** Maximum move of a slider, as a fraction of its current position. */
const MOVED_SHARE = 0.1;

/**
 * Variants of a scenario in which all sliders move, their headline figures, and three random orderings of the variants.
 */
async function variantsOf({ directory, area }: Case): Promise<{ readonly first: Case; readonly inThreeOrders: Case }> {
  const { engine, dataset } = await openWorkbench(area, directory);
  const table = engine.inputs(dataset, END_YEAR);
  const base = blankRecipe(area, END_YEAR);
  const space = spaceOf(allFactors(table, base, { part: MOVED_SHARE, role: () => "lever" }).factors, table, base);
  const design = latinHypercube(VARIANTS, space.dimensions, 7);
  const point = new Float64Array(space.dimensions);
  const variants = Array.from({ length: VARIANTS }, (_, row) => {
    design.point(row, point);
    return [`variant ${row}`, space.recipeAt(point)] as const;
  });
  const queries = engine.definition.gqueries.flatMap(({ key }) => (key.startsWith("dashboard_") ? [key] : []));
  const random = new Random(7);
  const orders = ["first", "second", "third"].flatMap((order) =>
    random.shuffle(variants).map(([name, recipe]) => [`${name}, ${order} order`, recipe] as const),
  );
  const shared = { directory, area, queries };
  return {
    first: { ...shared, recipes: Object.fromEntries(variants) },
    inThreeOrders: { ...shared, recipes: Object.fromEntries(orders) },
  };
}

test("the published package is one file without imports that minifies and compresses to 130 kB at most", async () => {
  const { code } = await bundle();
  expect(gzipSync(minify(code), { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
});

test("a module that uses Node is refused by the bundler", async () => {
  await expect(bundle(join(import.meta.dirname, "chromium.ts"))).rejects.toThrow("is not for browsers");
});

const chromium = findChromium();
const firefox = findFirefox();

describe.skipIf(chromium === null)(`the engine in a page${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let browser: Browser;
  let pages: Server;
  let origin: string;
  /** Contents of the test's page server, by path. */
  const files = new Map<string, string>();
  /** Receives the results that a page posts. */
  let onResults: (body: string) => void = () => {};

  beforeAll(async () => {
    const { code: worker } = await bundle(join(import.meta.dirname, "engine-worker.ts"));
    files.set("/worker.js", worker);
    pages = createServer((request, response) => {
      const [path = ""] = request.url!.split("?");
      if (request.method === "POST") void text(request).then((body) => onResults(body));
      response.setHeader("content-type", path.endsWith(".js") ? "text/javascript" : "text/html");
      response.end(files.get(path) ?? "<!doctype html><title>engine</title>");
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    browser = await sharedBrowser(chromium!);
  });
  afterAll(() => {
    pages.close();
  });

  /** The results in Firefox, posted by a page that it opens. */
  async function resultsInFirefox(work: Work): Promise<Results> {
    const script = `
      const post = (body) => fetch("/results", { method: "POST", body: JSON.stringify(body) });
      const worker = new Worker("/worker.js", { type: "module" });
      worker.onerror = ({ message }) => post({ error: message });
      worker.onmessage = ({ data }) => post(data);
      worker.postMessage(${JSON.stringify(work)});`;
    files.set("/firefox", `<!doctype html><title>engine</title><script>${script}</script>`);
    const postedResults = new Promise<string>((resolve) => (onResults = resolve));
    const end = openInFirefox(firefox!, `${origin}/firefox`);
    try {
      const message = JSON.parse(await postedResults) as Results | { readonly error: string };
      if ("error" in message) throw new Error(message.error);
      return message;
    } finally {
      await end();
    }
  }

  async function resultsInPage(work: Work): Promise<Results> {
    const page = await browser.newPage();
    await page.goto(origin);
    try {
      // A string, because the types of browsers and Node conflict.
      return await page.evaluate<Results>(
        `new Promise((resolve, reject) => {
          const worker = new Worker("/worker.js", { type: "module" });
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.onmessage = ({ data }) => ("error" in data ? reject(new Error(data.error)) : resolve(data));
          worker.postMessage(${JSON.stringify(work)});
        })`,
      );
    } finally {
      await page.close();
    }
  }

  test(
    "results of the included model are bit-identical to Node's, in a page that is not isolated",
    { timeout: 600_000 },
    async () => {
      expect(await differencesOf(STARTER)).toEqual([]);
    },
  );

  test.skipIf(REFERENCE === null)(
    `results of the reference model are bit-identical to Node's${REFERENCE === null ? " (it is absent)" : ""}`,
    { timeout: 600_000 },
    async () => {
      expect(await differencesOf(REFERENCE!)).toEqual([]);
    },
  );

  test.each([STARTER, ...(REFERENCE === null ? [] : [REFERENCE])])(
    "results for variants of $area are bit-identical in a page and in Node, in any of three orders",
    { timeout: 1_200_000 },
    async (model) => {
      const { first, inThreeOrders } = await variantsOf(model);
      const nodeResults = await resultsInNode(first);
      const { url } = await sharedServer(model === STARTER ? "included" : "reference");
      const { results } = await resultsInPage({ url, ...inThreeOrders });
      // The variants differ from each other.
      expect(new Set(Object.values(nodeResults).map(String)).size).toBe(VARIANTS);
      expect(Object.keys(results)).toHaveLength(3 * VARIANTS);
      const differingResults = Object.entries(results).filter(([name, hashes]) => {
        const expected = nodeResults[name.split(",")[0]!]!;
        return String(hashes) !== String(expected);
      });
      expect(differingResults.map(([name]) => name)).toEqual([]);
    },
  );

  test.skipIf(firefox === null)(
    `at least 95 of 100 results in Firefox are bit-identical to Node's${firefox === null ? ` (${NO_FIREFOX})` : ""}`,
    async () => {
      const model = { ...STARTER, recipes: { blank: STARTER.recipes["blank"]! } };
      const [nodeResults, { url }] = await Promise.all([resultsInNode(model), sharedServer("included")]);
      const firefoxResults = await resultsInFirefox({ url, area: model.area, recipes: model.recipes });
      const [expected, actual] = [nodeResults["blank"]!, firefoxResults.results["blank"]!];
      const differingKeys = firefoxResults.keys.filter((_, index) => expected[index] !== actual[index]);
      console.log(`Firefox: ${differingKeys.length} of ${expected.length} results are not bit-identical to Node's`);
      expect(actual).toHaveLength(expected.length);
      expect(differingKeys.length).toBeLessThanOrEqual(0.05 * expected.length);
    },
  );

  /** Runs the documentation's example in Node, and the example page in the browser. */
  async function tryExamples(url: string): Promise<void> {
    const { code } = await bundle();
    const page = readFileSync(join(PROJECT, "docs/engine-package.md"), "utf8");
    const [, example = ""] = /```js\n([^]*?)```/.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "etesian-engine-"));
    try {
      writeFileSync(join(folder, "index.mjs"), code);
      writeFileSync(
        join(folder, "example.mjs"),
        example.replace("@etesian/engine", "./index.mjs").replace("http://localhost:3000", url),
      );
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "example.mjs")]);
      expect(stdout).toMatch(/key: 'dashboard_total_costs',\n\s+present: [\d.]+,\n\s+future: [\d.]+/);
    } finally {
      rmSync(folder, { recursive: true });
    }
    files.set("/index.js", code);
    files.set("/example", readFileSync(join(PROJECT, "examples/calculate-in-a-page/index.html"), "utf8"));
    const examplePage = await browser.newPage();
    const faults: string[] = [];
    examplePage.on("pageerror", ({ message }) => faults.push(message));
    await examplePage.goto(`${origin}/example?server=${url}`);
    await examplePage.getByText("Calculated here in").waitFor();
    const initialText = await examplePage.locator("#answers").innerText();
    await examplePage.locator("#slider").press("End");
    const finalText = await examplePage.locator("#answers").innerText();
    expect(initialText).toMatch(/dashboard_total_costs\t[\d.]+/);
    expect(finalText).not.toBe(initialText);
    expect(faults).toEqual([]);
    await examplePage.close();
  }

  /** Recipes and queries whose results are not bit-identical, as text. */
  async function differencesOf(model: Case): Promise<string[]> {
    const { area, recipes } = model;
    const [nodeResults, { url }] = await Promise.all([
      resultsInNode(model),
      sharedServer(model === STARTER ? "included" : "reference"),
    ]);
    const pageResults = await resultsInPage({ url, area, recipes });
    expect([pageResults.isIsolated, pageResults.hasSharedMemory]).toEqual([false, false]);
    const differences = Object.keys(recipes).flatMap((recipe) => {
      const [expected, actual] = [nodeResults[recipe]!, pageResults.results[recipe]!];
      expect(actual).toHaveLength(expected.length);
      return pageResults.keys.flatMap((key, index) =>
        expected[index] === actual[index] ? [] : [`${recipe}, ${key}: ${actual[index]} instead of ${expected[index]}`],
      );
    });
    const clientModel = await openModel(url, area);
    const result = clientModel.solve().query("dashboard_total_costs");
    expect(result).toEqual({
      key: "dashboard_total_costs",
      present: expect.any(Number),
      future: expect.any(Number),
      unit: expect.any(String),
    });
    expect(() => clientModel.solve({ no_such_input: 1 })).toThrow("no_such_input");
    await expect(openModel(url, "no_such_area")).rejects.toThrow("responded with 404");
    if (model === STARTER) await tryExamples(url);
    return differences;
  }
});
