/**
 * Tests the example scenarios of the included model: created at the first start, listed as presets, with stable
 * results.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readExamples, readInterface } from "@etesian/interface/reading";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const MODEL = join(import.meta.dirname, "../../../models/starter");
const emptyCatalogue = { inputs: [], queries: [] };
const { examples } = readExamples(MODEL, emptyCatalogue, []);
const { headline } = readInterface(MODEL, emptyCatalogue, []).documents;

interface Preset {
  readonly id: number;
  readonly title_en: string;
  readonly title_nl: string;
  readonly description_en: string;
  readonly description_nl: string;
  readonly area_code: string;
  readonly end_year: number;
  readonly group: string;
}

let data: string;
let server: TestServer;
let presets: readonly Preset[];

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "etesian-examples-"));
  server = await startForTest({ model: MODEL, data, noExamples: false });
  presets = await listPresets();
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return response.json();
}

async function listPresets(): Promise<readonly Preset[]> {
  const { featured_scenarios: presets } = (await send("GET", "/api/v1/featured_scenarios")) as {
    readonly featured_scenarios: readonly Preset[];
  };
  return presets;
}

/** A copy of a preset, as the page opens it. */
async function copyOf({ id }: Preset): Promise<number> {
  const copy = (await send("POST", "/api/v3/scenarios", { scenario: { scenario_id: id } })) as { readonly id: number };
  return copy.id;
}

test("the model has twelve examples, two of them for municipalities", () => {
  expect(examples).toHaveLength(12);
  expect(examples.filter(({ group }) => group === "municipal")).toHaveLength(2);
});

test("the first start creates a preset from each example, with the titles, descriptions, area and year in its document", () => {
  expect(
    presets.map(({ title_en, title_nl, description_en, description_nl, area_code, end_year, group }) => [
      { en: title_en, nl: title_nl },
      { en: description_en, nl: description_nl },
      area_code,
      end_year,
      group,
    ]),
  ).toEqual(examples.map(({ title, about, area, endYear, group }) => [title, about, area, endYear, group]));
});

test("a preset has the values in its document, and no caller can change it", async () => {
  for (const [index, { id }] of presets.entries()) {
    expect(await send("GET", `/api/v3/scenarios/${id}`)).toMatchObject({ user_values: examples[index]!.values });
    const change = { scenario: { user_values: { costs_gas: 1 } } };
    expect(await send("PUT", `/api/v3/scenarios/${id}`, change)).toHaveProperty("errors");
  }
});

test("every example has its headline results, and only the severe winter has hours of shortage", async () => {
  const keys = [...headline.map(({ query }) => query), "power_shortage_hours"];
  const results: { [title: string]: { readonly [query: string]: number } } = {};
  for (const preset of presets) {
    const { gqueries } = (await send("PUT", `/api/v3/scenarios/${await copyOf(preset)}`, { gqueries: keys })) as {
      readonly gqueries: { readonly [key: string]: { readonly future: number } };
    };
    results[preset.title_en] = Object.fromEntries(
      keys.map((key) => [key, Number(gqueries[key]!.future.toPrecision(4))]),
    );
  }
  const shortages = Object.entries(results).filter(([, { power_shortage_hours: hours }]) => hours! > 0);
  expect(shortages.map(([title]) => title).filter((title) => title !== "A severe winter")).toEqual([]);
  const shares = Object.entries(results).filter(([, { renewability }]) => !(renewability! >= 0 && renewability! <= 1));
  expect(shares).toEqual([]);
  await expect(`${JSON.stringify(results, null, 2)}\n`).toMatchFileSnapshot("example-scenarios.golden.json");
});

test("the first start creates the presets before it serves requests, and a second start creates no duplicates", async () => {
  await server.close();
  server = await startForTest({ model: MODEL, data, noExamples: false });
  expect((await listPresets()).map(({ id }) => id)).toEqual(presets.map(({ id }) => id));
});
