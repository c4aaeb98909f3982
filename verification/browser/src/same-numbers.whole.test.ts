/**
 * Tests that the page's numbers are bit-identical to the server's: every query of the reference scenarios, calculated
 * by the page's own worker. The page needs no server for them, and continues when the server is killed.
 */
import { rmSync } from "node:fs";
import type { Page } from "playwright-core";
import type { ServerProcess } from "@etesian/workbench/server-process";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { ORDER_PATHS, referenceScenario } from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { POINTER } from "./pointer.ts";
import { localUrl, startPageServer } from "./shared-servers.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { ServedPage } from "./served-page.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const END_YEAR = 2050;
/** Queries per request. */
const CHUNK = 2_000;
const HOURS = 8_760;
const STEPS = 100;

/**
 * Scenarios with forecast storage and orders come first. The sample has only the first one, with a sixth of its
 * queries.
 */
const SCENARIOS = [
  "s05_flex_nuclear_interconnect",
  "s07_space_heating_order_costs",
  "s01_electrification",
  "s02_hydrogen",
  "s03_heat_networks",
  "s08_random_10pct",
];

const chromium = findChromium();
const model = measuredModel.isReference ? "reference" : "included";

/** The compared scenarios; without the reference, one of the included model. */
const cases: readonly (readonly [name: string, recipe: Recipe])[] = measuredModel.isReference
  ? SCENARIOS.slice(0, sampleSize(1, SCENARIOS.length)).map((name) => [name, referenceScenario(name)!] as const)
  : [["a blank scenario of the included model", blankRecipe(measuredModel.area, END_YEAR)]];

/** The reference model has 11,500 queries. */
const EVERY = measuredModel.isReference ? sampleSize(6, 1) : 1;

type Results = Readonly<Record<string, { readonly present: unknown; readonly future: unknown }>>;
/** The response of the page's worker. */
interface WorkerResponse {
  readonly recipe: string;
  readonly results: Readonly<
    Record<string, { readonly today: number | null; readonly future: number | null; readonly fault: string | null }>
  >;
  /** The hash of each query's result. */
  readonly curves: Readonly<Record<string, string>>;
}

describe.skipIf(chromium === null)(
  `numbers of the page${measuredModel.isReference ? "" : ", of the included model alone: the reference is absent"}${chromium === null ? ` (${NO_CHROMIUM})` : ""}`,
  () => {
    let server: ServerProcess;
    let servedPage: ServedPage;
    let page: Page;
    let workerUrl: string;
    /** Token of the scenario's owner, who couples groups. */
    let token: string;
    beforeAll(async () => {
      server = await startPageServer(model);
      servedPage = await ServedPage.forServer({ url: localUrl(server), data: server.data }, chromium!);
      token = await servedPage.token("numbers@example.org");
      page = await servedPage.newPage({ isIsolated: true });
      const [worker] = await Promise.all([page.waitForEvent("worker"), open(page)]);
      workerUrl = worker.url();
    });
    afterAll(async () => {
      await servedPage.stop();
      await server.stop();
      rmSync(server.data, { recursive: true });
    });

    async function open(page: Page, search = ""): Promise<number> {
      const id = await servedPage.create({ area_code: measuredModel.area, end_year: END_YEAR });
      await page.goto(`${servedPage.url}/s/${id}${search}`);
      await waitUntilAtRest(page);
      return id;
    }
    /** Creates a scenario with a recipe, as a client does; returns its id. */
    async function createScenario({ userValues, activeCouplings, orders }: Recipe): Promise<number> {
      const scenario = { area_code: measuredModel.area, end_year: END_YEAR };
      const { id } = await servedPage.send<{ readonly id: number }>("POST", "/scenarios", { scenario }, token);
      await servedPage.send("PUT", `/scenarios/${id}`, { scenario: { user_values: userValues } }, token);
      for (const [name, order] of Object.entries(orders)) {
        await servedPage.send("PUT", `/scenarios/${id}/user_sortables/${ORDER_PATHS[name]!}`, { order }, token);
      }
      if (activeCouplings.length > 0) {
        await servedPage.send("POST", `/scenarios/${id}/couple`, { groups: activeCouplings }, token);
      }
      return id;
    }

    test.each(cases)(
      `${EVERY === 1 ? "every" : "every sixth"} query of %s is bit-identical to the server's`,
      async (_, recipe) => {
        const id = await createScenario(recipe);
        const all = (await servedPage.send<readonly { readonly key: string }[]>("GET", "/gqueries")).map(
          ({ key }) => key,
        );
        const keys = all.filter((_, index) => index % EVERY === 0);
        expect(keys.length).toBeGreaterThan(300);
        const workerResponse = await calculate(id, keys);
        const isFailing = (key: string): boolean => workerResponse.results[key]!.fault !== null;
        const answerable = keys.filter((key) => !isFailing(key));
        const roundedCurves: (readonly [key: string, values: readonly number[]])[] = [];
        for (let first = 0; first < answerable.length; first += CHUNK) {
          const { hash, results } = await queryServer(id, answerable.slice(first, first + CHUNK));
          expect(workerResponse.recipe).toBe(hash);
          const differences = Object.entries(results).flatMap(([key, { present, future }]) => {
            const pageResult = workerResponse.results[key]!;
            if (isCurve(future)) {
              if (workerResponse.curves[key] !== hashOf(future)) roundedCurves.push([key, future]);
              return [];
            }
            // The page shows only numbers, and reports no value for other results. JSON has no negative zero.
            const serverValues = [present, future].map((value) => (typeof value === "number" ? value : null));
            return [pageResult.today, pageResult.future].every((value, year) => value === serverValues[year])
              ? []
              : [`${key}: ${pageResult.today}, ${pageResult.future} instead of ${serverValues.join(", ")}`];
          });
          expect(differences).toEqual([]);
          expect(Object.keys(results)).toHaveLength(Math.min(CHUNK, answerable.length - first));
        }
        // The service rounds some curves: towards zero, to integers or to three decimals.
        expect(roundedCurves.length).toBeLessThan(Object.keys(workerResponse.curves).length);
        for (const [key, serverValues] of roundedCurves) {
          const unit = serverValues.every(Number.isInteger) ? 1 : 0.001;
          const pageValues = await page.evaluate<readonly number[]>(
            `Array.from(calculated.get(${JSON.stringify(key)}))`,
          );
          const isSame = serverValues.every((value, hour) => {
            const difference = Math.abs(pageValues[hour]!) - Math.abs(value);
            const precision = Math.abs(value) * 2 ** -22 + 1e-9;
            return difference > -precision && difference < unit + precision;
          });
          expect([key, isSame]).toEqual([key, true]);
          expect(serverValues.every((value) => Number(value.toFixed(3)) === value)).toBe(true);
        }
        // A query that fails in the page also fails on the server.
        const failingKeys = keys.filter(isFailing);
        for (const key of failingKeys.slice(0, sampleSize(5, failingKeys.length))) {
          await expect(queryServer(id, [key])).rejects.toThrow(key);
        }
        expect(Object.values(workerResponse.results).filter(({ future }) => future !== null).length).toBeGreaterThan(
          300,
        );
        expect(Object.keys(workerResponse.curves).length).toBeGreaterThan(20);
        console.log(
          `${answerable.length} queries are bit-identical to the server's, ${Object.keys(workerResponse.curves).length} of them with a curve; ${failingKeys.length} fail in both`,
        );
      },
    );

    test(`${STEPS} steps of a drag update every chart without the server`, async () => {
      const id = await open(page, `?slide=${await slideOf()}`);
      await page.locator(`[data-input="${WIND}"]`).waitFor();
      const panes = await page.locator(".pane").count();
      expect(panes).toBeGreaterThanOrEqual(3);
      await server.kill();
      await expect(fetch(servedPage.url)).rejects.toThrow("fetch failed");
      const statesPerPane = await page.evaluate<readonly number[]>(DRAG_BY_STEPS);
      // Each step has its own recipe, which all panes show; their drawings differ accordingly.
      expect(statesPerPane.length).toBe(panes);
      for (const states of statesPerPane) expect(states).toBeGreaterThan(1);
      await page.getByText("Offline: still calculating here, 1 change not sent yet").waitFor();
      expect(page.url()).toContain(`/s/${id}`);
    });

    /** The slide of offshore wind turbines. */
    async function slideOf(): Promise<string> {
      if (!measuredModel.isReference) return "electricity_wind";
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill("wind turbine offshore");
      await page.locator(`[role=menuitem][data-key="slider ${WIND}"]`).click();
      await page.waitForURL((url) => url.searchParams.has("slide"));
      return encodeURIComponent(new URL(page.url()).searchParams.get("slide")!);
    }

    /** @throws when a query fails, which also fails the other queries of the request */
    async function queryServer(
      id: number,
      keys: readonly string[],
    ): Promise<{ readonly hash: string; readonly results: Results }> {
      const response = await fetch(`${servedPage.url}/api/v3/scenarios/${id}`, {
        method: "PUT",
        headers: {
          "content-type": "application/json",
          "accept-encoding": "identity",
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ gqueries: keys }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      const { gqueries } = JSON.parse(text) as { readonly gqueries: Results };
      return { hash: response.headers.get("x-etesian-recipe") ?? "", results: gqueries };
    }

    /** Calculates a scenario in a worker that is started like the page's own; returns the worker's response. */
    async function calculate(id: number, keys: readonly string[]): Promise<WorkerResponse> {
      const recipe = await servedPage.send<Readonly<Record<string, unknown>>>("GET", `/scenarios/${id}/recipe`);
      const storedRecipe = {
        id,
        version: 1,
        title: "",
        area: measuredModel.area,
        endYear: END_YEAR,
        isReadOnly: false,
        userValues: recipe["user_values"],
        balancedValues: recipe["balanced_values"],
        activeCouplings: recipe["active_couplings"],
        inactiveCouplings: [],
        orders: recipe["orders"],
        curves: {},
        scaling: null,
      };
      const manifest = await servedPage.send("GET", `/model/areas/${measuredModel.area}?end_year=${END_YEAR}`);
      return page.evaluate(
        `new Promise((resolve, reject) => {
          const worker = new Worker(${JSON.stringify(workerUrl)}, { type: "module" });
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.onmessage = ({ data }) => {
            if (data.kind === "failed") reject(new Error(data.sentence));
            if (data.kind !== "answer") return;
            worker.terminate();
            const { recipe, results, curves } = data.answer;
            globalThis.calculated = curves;
            resolve({
              recipe,
              results: Object.fromEntries(results),
              curves: Object.fromEntries(Array.from(curves, ([key, values]) => [key, hashOf(values)])),
            });
          };
          worker.postMessage({ kind: "open", manifest: ${JSON.stringify(manifest)}, endYear: ${END_YEAR} });
          const keys = ${JSON.stringify(keys)};
          const hashOf = ${hashOf.toString()};
          worker.postMessage({ kind: "ask", question: { n: 1, scenario: ${JSON.stringify(storedRecipe)}, changes: {}, request: { queries: keys, curves: keys } } });
        })`,
      );
    }
  },
);

/** Hash of a series in chart precision, as the page has it (FNV-1a). The page also runs this function. */
function hashOf(values: ArrayLike<number>): string {
  const words = new Uint32Array(Float32Array.from(values).buffer);
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word ^ (hash >>> 15), 0x01000193);
  return `${words.length} ${hash >>> 0}`;
}

const isCurve = (value: unknown): value is readonly number[] => Array.isArray(value) && value.length === HOURS;

/**
 * Moves the pointer step by step, each time after all panes have painted the previous step; returns the number of
 * states per pane.
 */
const DRAG_BY_STEPS = `(async () => {
  ${POINTER}
  const pointer = pointerOn(${JSON.stringify(WIND)});
  const panes = Array.from(document.querySelectorAll(".pane"));
  const states = panes.map(() => new Set());
  const drawnBy = (pane) => {
    const canvas = pane.querySelector("canvas");
    if (canvas === null) return pane.querySelector("svg.chart, table")?.innerHTML;
    const { width, height } = canvas;
    let hash = 0;
    for (const byte of canvas.getContext("2d").getImageData(0, 0, width, height).data) hash = Math.imul(hash, 31) + byte | 0;
    return hash;
  };
  await frame();
  pointer.press();
  for (let step = 1; step <= ${STEPS}; step++) {
    const before = panes[0].dataset.recipe;
    // Every position is another value of the slider.
    pointer.move(pointer.room > 0 ? 4 + (Math.min(pointer.room - 8, 160) * step) / ${STEPS} : -4 - step);
    do await frame(); while (panes.some((pane) => pane.dataset.recipe === before));
    await painted();
    if (step % 10 === 0) panes.forEach((pane, place) => states[place].add(drawnBy(pane)));
  }
  pointer.release(0);
  return states.map(({ size }) => size);
})()`;
