/**
 * The calculation in a browser: one JavaScript file, small enough to load. In a page that is not cross-origin isolated
 * its results are bit-identical to Node's.
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
import { bundle, minified } from "@etesian/engine-package/bundle";
import { curveSource, openModel as openDirectory } from "@etesian/model";
import { PROJECT } from "@etesian/service-kit";
import { blankRecipe } from "@etesian/sliders";
import { referenceScenario } from "@etesian/workbench/scenarios";
import { measured } from "@etesian/workbench/server";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import type { Results, Work } from "./engine-worker.ts";
import { fingerprint } from "./fingerprint.ts";
import { findFirefox, NO_FIREFOX, openInFirefox } from "./firefox.ts";
import { sharedServer, sharedBrowser } from "./served-page.ts";

/** Limit of the bytes that a page loads before its first number, without the model. */
const MAX_BYTES = 130_000;
const END_YEAR = 2050;

interface Case {
  readonly directory: string;
  readonly area: string;
  readonly recipes: { readonly [name: string]: Recipe };
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
const REFERENCE: Case | null = measured.isReference
  ? {
      directory: measured.model,
      area: measured.area,
      recipes: {
        blank: { userValues: {} },
        ...Object.fromEntries(SCENARIOS.map((name) => [name, referenceScenario(name)!])),
      },
    }
  : null;

/** Results of the engine in this process for the same recipes, on the model's own documents. */
async function resultsHere({ directory, area, recipes }: Case): Promise<Results["results"]> {
  const model = await openDirectory(directory, modelCache);
  const engine = new Engine(model.definition, curveSource(model));
  const dataset = await model.dataset(area);
  const keys = engine.definition.gqueries.map(({ key }) => key);
  const all = (solution: Solution): string[] => fingerprint(keys, (key, year) => solution.evaluation.query(key, year));
  return Object.fromEntries(
    Object.entries(recipes).map(([name, recipe]) => [
      name,
      all(engine.solve(dataset, { ...blankRecipe(area, END_YEAR), ...recipe })),
    ]),
  );
}

test("the published package is one file without imports that minifies and compresses to 130 kB at most", async () => {
  const { code } = await bundle();
  expect(gzipSync(minified(code), { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
});

test("a module that uses Node is refused by the bundler", async () => {
  await expect(bundle(join(import.meta.dirname, "chromium.ts"))).rejects.toThrow("is not for browsers");
});

const found = findChromium();
const firefox = findFirefox();

describe.skipIf(found === null)(`the engine in a page${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let browser: Browser;
  let pages: Server;
  let origin: string;
  /** Contents of the test's page server, by path. */
  const files = new Map<string, string>();
  /** Receives the results that a page posts. */
  let take: (body: string) => void = () => {};

  beforeAll(async () => {
    const { code: worker } = await bundle(join(import.meta.dirname, "engine-worker.ts"));
    files.set("/worker.js", worker);
    pages = createServer((request, response) => {
      const [path = ""] = request.url!.split("?");
      if (request.method === "POST") void text(request).then((body) => take(body));
      response.setHeader("content-type", path.endsWith(".js") ? "text/javascript" : "text/html");
      response.end(files.get(path) ?? "<!doctype html><title>engine</title>");
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    browser = await sharedBrowser(found!);
  });
  afterAll(() => {
    pages.close();
  });

  /** The same in Firefox, which opens a page that posts its results. */
  async function resultsInFirefox(work: Work): Promise<Results> {
    const script = `
      const post = (body) => fetch("/results", { method: "POST", body: JSON.stringify(body) });
      const worker = new Worker("/worker.js", { type: "module" });
      worker.onerror = ({ message }) => post({ error: message });
      worker.onmessage = ({ data }) => post(data);
      worker.postMessage(${JSON.stringify(work)});`;
    files.set("/firefox", `<!doctype html><title>engine</title><script>${script}</script>`);
    const posted = new Promise<string>((resolve) => (take = resolve));
    const end = openInFirefox(firefox!, `${origin}/firefox`);
    try {
      const answer = JSON.parse(await posted) as Results | { readonly error: string };
      if ("error" in answer) throw new Error(answer.error);
      return answer;
    } finally {
      await end();
    }
  }

  async function resultsInPage(work: Work): Promise<Results> {
    const page = await browser.newPage();
    await page.goto(origin);
    try {
      // A text, because the types of browsers and of Node exclude each other.
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

  test.skipIf(firefox === null)(
    `at least 95 of 100 results in Firefox are bit-identical to Node's${firefox === null ? ` (${NO_FIREFOX})` : ""}`,
    async () => {
      const model = { ...STARTER, recipes: { blank: STARTER.recipes["blank"]! } };
      const [here, { url }] = await Promise.all([resultsHere(model), sharedServer("included")]);
      const there = await resultsInFirefox({ url, area: model.area, recipes: model.recipes });
      const [mine, theirs] = [here["blank"]!, there.results["blank"]!];
      const differing = there.keys.filter((_, place) => mine[place] !== theirs[place]);
      console.log(`Firefox: ${differing.length} of ${mine.length} results are not bit-identical to Node's`);
      expect(theirs).toHaveLength(mine.length);
      expect(differing.length).toBeLessThanOrEqual(0.05 * mine.length);
    },
  );

  /** The documentation's example in Node, and the example page. */
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
    const opened = await browser.newPage();
    const faults: string[] = [];
    opened.on("pageerror", ({ message }) => faults.push(message));
    await opened.goto(`${origin}/example?server=${url}`);
    await opened.getByText("Calculated here in").waitFor();
    const before = await opened.locator("#answers").innerText();
    await opened.locator("#slider").press("End");
    const after = await opened.locator("#answers").innerText();
    expect(before).toMatch(/dashboard_total_costs\t[\d.]+/);
    expect(after).not.toBe(before);
    expect(faults).toEqual([]);
    await opened.close();
  }

  /** Recipes and queries whose results differ in a bit, as text. */
  async function differencesOf(model: Case): Promise<string[]> {
    const { area, recipes } = model;
    const [here, { url }] = await Promise.all([
      resultsHere(model),
      sharedServer(model === STARTER ? "included" : "reference"),
    ]);
    const there = await resultsInPage({ url, area, recipes });
    expect([there.isIsolated, there.hasSharedMemory]).toEqual([false, false]);
    const differing = Object.keys(recipes).flatMap((recipe) => {
      const [mine, theirs] = [here[recipe]!, there.results[recipe]!];
      expect(theirs).toHaveLength(mine.length);
      return there.keys.flatMap((key, place) =>
        mine[place] === theirs[place] ? [] : [`${recipe}, ${key}: ${theirs[place]} instead of ${mine[place]}`],
      );
    });
    const opened = await openModel(url, area);
    const answer = opened.solve().query("dashboard_total_costs");
    expect(answer).toEqual({
      key: "dashboard_total_costs",
      present: expect.any(Number),
      future: expect.any(Number),
      unit: expect.any(String),
    });
    expect(() => opened.solve({ no_such_input: 1 })).toThrow("no_such_input");
    await expect(openModel(url, "no_such_area")).rejects.toThrow("answered 404");
    if (model === STARTER) await tryExamples(url);
    return differing;
  }
});
