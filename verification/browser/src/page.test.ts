/**
 * Tests the page as users work with it: an area, a slider, numbers and charts that follow, and the changes that reach
 * the server.
 */
import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest, waitUntilDrawn } from "./at-rest.ts";
import { smallTargets } from "./layout-faults.ts";
import { accessibilityViolations, headlineOf, PHONE, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
/**
 * Limits on a first visit until its hourly chart is drawn, compressed with Brotli: the page's files, and all responses.
 */
const MAX_BYTES = { files: 445_000, all: 830_000 };
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

/** The path and the size of a response. Chromium reports no size for a worker's script, so its header is used. */
async function sizeOf(request: Request): Promise<{ readonly path: string; readonly bytes: number }> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const length = Number((await (await request.response())?.headerValue("content-length")) ?? 0);
  return {
    path: new URL(request.url()).pathname,
    bytes: responseHeadersSize + Math.max(responseBodySize, length),
  };
}

/** URLs of the model's parts that a visit to the Netherlands in 2050 loads. */
async function partsOf(url: string): Promise<readonly string[]> {
  const manifest = await (await fetch(`${url}/api/v3/model/areas/nl`)).text();
  const hashes = [...manifest.matchAll(/"sha256":"([0-9a-f]{64})"/g)].map(([, hash]) => hash!);
  return [...new Set(hashes)].map((hash) => `${url}/api/v3/model/parts/${hash}`);
}
async function encodingOf(part: string): Promise<string | null> {
  const response = await fetch(part, { headers: { "accept-encoding": "br, gzip" } });
  await response.arrayBuffer();
  return response.headers.get("content-encoding");
}

describe.skipIf(chromium === null)(`the page${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  beforeEach(async () => {
    page = await servedPage.reusedPage();
  });
  afterEach(async () => servedPage.closePages());

  /** Creates a scenario and opens it; resolves when its first numbers and its sliders are shown. */
  async function open(search = "?slide=electricity_wind"): Promise<number> {
    const id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}${search}`);
    await waitUntilDrawn(page);
    return id;
  }
  /** Resolves to the displayed headline numbers, once there are some. */
  async function figures(): Promise<readonly string[]> {
    await page.locator(".headline b", { hasText: /\d/ }).first().waitFor();
    return page.locator(".headline b").allTextContents();
  }
  async function type(text: string): Promise<void> {
    const field = page.locator(`[data-input="${WIND}"] input.field`);
    await field.fill(text);
    await field.press("Enter");
  }
  const thumb = () => page.locator(`[data-input="${WIND}"] .thumb`);

  /** Presses the thumb and moves it by pixels, in steps, without releasing it. */
  async function drag(pixels: number): Promise<void> {
    const box = (await thumb().boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) await page.mouse.move(x + (pixels * step) / 8, y);
  }

  test("a first visit receives few bytes: the files for its screen and language, and the model of its area", async () => {
    const id = await servedPage.create();
    // The server sends parts with gzip until their Brotli encoding is ready.
    for (const part of await partsOf(servedPage.url)) await expect.poll(() => encodingOf(part)).toBe("br");
    const visit = await servedPage.newPage({ isIsolated: true });
    const sizes: Promise<{ readonly path: string; readonly bytes: number }>[] = [];
    visit.on("requestfinished", (request) => sizes.push(sizeOf(request)));
    await show(visit, `${servedPage.url}/s/${id}`);
    await waitUntilAtRest(visit);
    await visit.locator(".pane canvas").first().waitFor();
    const all = await Promise.all(sizes);
    const sum = (responses: typeof all): number => responses.reduce((bytes, file) => bytes + file.bytes, 0);
    const files = all.filter(({ path }) => !path.startsWith("/api"));
    expect(files.map(({ path }) => path).filter((path) => /\/nl-/.test(path))).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
    expect(sum(files)).toBeLessThan(MAX_BYTES.files);
    expect(sum(all)).toBeLessThan(MAX_BYTES.all);
  });

  test("a drag shows previews while it lasts, and its release is one change", async () => {
    const id = await open();
    const initialFigures = await figures();
    expect(initialFigures.length).toBe(8);
    await expect.poll(async () => page.locator(".pane svg.chart").count()).toBeGreaterThanOrEqual(2);
    await drag(80);
    await expect.poll(async () => figures()).not.toEqual(initialFigures);
    expect((await servedPage.changes(id)).map(({ type }) => type)).toEqual(["scenario_created"]);
    await expect.poll(() => page.locator(".pane .ghost").count()).toBeGreaterThan(0);
    // More wind lowers emissions, so their change is coloured.
    await page.locator(".headline .moved.better").first().waitFor();
    const colourOf = (selector: string): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).color`);
    expect(await colourOf(".headline .moved.better")).not.toBe(await colourOf(".headline .unit"));
    await page.mouse.up();
    await expect
      .poll(async () => (await servedPage.changes(id)).map(({ type }) => type).toSorted())
      .toEqual(["inputs_set", "scenario_created"]);
    await waitUntilAtRest(page);
    const headline = await headlineOf(page);
    expect(await servedPage.futureOf(id, Object.keys(headline))).toEqual(headline);
  });

  test("Esc during a drag cancels it: no change is sent, and the previous numbers return", async () => {
    const id = await open();
    await waitUntilAtRest(page);
    const initialFigures = await figures();
    await drag(120);
    await expect.poll(async () => figures()).not.toEqual(initialFigures);
    await page.keyboard.press("Escape");
    await expect.poll(async () => figures()).toEqual(initialFigures);
    await page.mouse.up();
    await waitUntilAtRest(page);
    expect(await figures()).toEqual(initialFigures);
    expect((await servedPage.changes(id)).map(({ type }) => type)).toEqual(["scenario_created"]);
  });

  test("a drag ends when the user leaves the slide, which removes the slider", async () => {
    const id = await open();
    await drag(80);
    await expect.poll(() => page.locator(`.held[data-input="${WIND}"]`).count()).toBe(1);
    const value = Number(await page.locator(`[data-input="${WIND}"] input[type=range]`).inputValue());
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("households_insulation_level");
    await page.keyboard.press("Enter");
    await page.locator(`[data-input="${WIND}"]`).waitFor({ state: "detached" });
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBeCloseTo(value, 0);
    await page.mouse.up();
    await waitUntilAtRest(page);
    const headline = await headlineOf(page);
    expect(await servedPage.futureOf(id, Object.keys(headline))).toEqual(headline);
  });

  test("a value can be typed with a comma or a point, undone and redone", async () => {
    const id = await open();
    const field = page.locator(`[data-input="${WIND}"] input.field`);
    // In the model's unit this is 700; 0.7 / 0.001 is not.
    await type("0,7");
    const readStored = async () => servedPage.userValues(id);
    await expect.poll(readStored).toEqual({ [WIND]: 700 });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(readStored).toEqual({});
    const scenarioPath = new RegExp(`/api/v3/scenarios/${id}(/|$)`);
    const responded = page.waitForResponse(
      (response) => response.request().method() === "PUT" && scenarioPath.test(response.url()),
    );
    await page.getByRole("button", { name: "Redo" }).click();
    await (await responded).finished();
    await expect.poll(readStored).toEqual({ [WIND]: 700 });
    await page.getByText("1 change not sent yet").waitFor({ state: "detached" });
    // The page caches the response.
    await page.waitForTimeout(500);

    // A later visit starts where this one ended, and loads the changes made since.
    await page.locator("a[href='/']").first().click();
    await page.waitForURL(`${servedPage.url}/`);
    await page.route(scenarioPath, (route) => route.abort());
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe("0.700");
    await servedPage.set(id, { [WIND]: 20_000 });
    await page.unroute(scenarioPath);
    await expect.poll(() => field.inputValue()).toBe("20.0");
  });

  test("a change made elsewhere moves the slider", async () => {
    const id = await open();
    await servedPage.set(id, { [WIND]: 20_000 });
    await expect.poll(async () => page.locator(`[data-input="${WIND}"] input.field`).inputValue()).toBe("20.0");
  });

  test("the rail shows each sector's share of the final demand, and marks the base year's", async () => {
    const id = await open();
    await waitUntilAtRest(page);
    const sectors = ["households", "buildings", "industry", "transport", "agriculture"];
    const parts = await servedPage.futureOf(
      id,
      sectors.map((sector) => `part_of_final_demand_from_${sector}`),
    );
    const shownShares = await page.locator(".rail .share", { hasText: "%" }).allTextContents();
    expect(shownShares).toEqual(Object.values(parts).map((part) => `${Math.round(part * 100)} %`));
    await expect.poll(() => page.locator(".rail .bar i").count()).toBe(sectors.length);
    await expect.poll(() => page.locator(".rail .bar u").count()).toBe(sectors.length);
  });

  test("the first slide repeats sliders of all sections, and a search opens a slider's own slide", async () => {
    const id = await open("");
    await page.getByRole("heading", { name: /matters most/ }).waitFor();
    const field = page.locator(`.slide [data-input="${WIND}"] input.field`);
    await field.fill("12.5");
    await field.press("Enter");
    await expect.poll(async () => servedPage.userValues(id)).toEqual({ [WIND]: 12_500 });
    const changedSections = page.locator(".rail a", { has: page.locator(".changed") });
    await expect
      .poll(async () => changedSections.allTextContents())
      .toEqual([expect.stringMatching(/matters most1$/), "Electricity1"]);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("wind op zee");
    await page.locator(`[role=menuitem][data-key="slider ${WIND}"]`).click();
    await page.getByRole("heading", { name: "Wind", exact: true }).waitFor();
    await expect.poll(async () => field.inputValue()).toBe("12.5");
  });

  test("a share moved in a group adjusts the others, and locked ones do not move", async () => {
    const id = await open("?slide=households_heating");
    const group = page.locator(".group").first();
    const members = group.locator(".member");
    const shares = async () =>
      Promise.all((await members.locator("input").all()).map(async (locator) => Number(await locator.inputValue())));
    const [gas, , third] = await shares();
    await members.nth(2).getByRole("button", { name: /Lock/ }).click();
    await members
      .nth(0)
      .locator("input")
      .fill(String(gas! - 20));
    await members.nth(0).locator("input").press("Enter");
    await expect.poll(async () => (await shares())[0]).toBeCloseTo(gas! - 20, 0);
    // The response to the change adjusts the others.
    await expect.poll(async () => (await shares()).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    expect((await shares())[2]).toBe(third);
    expect((await servedPage.changes(id)).length).toBe(2);
  });

  test("the page continues to calculate without a server, and sends the moves when the server is back", async () => {
    const id = await open();
    await page.context().setOffline(true);
    const initialFigures = await figures();
    await drag(60);
    await expect.poll(async () => figures()).not.toEqual(initialFigures);
    await page.mouse.up();
    await page.getByText(/Offline: still calculating here/).waitFor();
    await page.locator(`[data-input="${WIND}"]`).getByText("not sent yet").waitFor();
    await page.context().setOffline(false);
    await expect.poll(async () => (await servedPage.changes(id)).length).toBe(2);
    await page.locator(`[data-input="${WIND}"]`).getByText("not sent yet").waitFor({ state: "detached" });
  });

  test("a phone shows sliders as a sheet with − and +, swiped charts, and screens as tabs", async () => {
    await page.setViewportSize(PHONE);
    const id = await open();
    await waitUntilAtRest(page);
    await page.getByRole("button", { name: "Wind at sea: More", exact: true }).click();
    const { default: start } = await servedPage.send<{ readonly default: number }>(
      "GET",
      `/scenarios/${id}/inputs/${WIND}`,
    );
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBeGreaterThan(start);
    const value = (await servedPage.userValues(id))[WIND]!;
    await page.getByRole("button", { name: "Wind at sea: Less", exact: true }).click();
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBeLessThan(value);
    expect((await servedPage.changes(id)).length).toBe(3);
    expect(await smallTargets(page)).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);

    const heightOf = async (selector: string): Promise<number> =>
      Math.round((await page.locator(selector).boundingBox())!.height);
    const initialHeight = await heightOf(".slide");
    const handle = (await page.locator(".handle").boundingBox())!;
    await page.mouse.move(handle.x + 100, handle.y + 8);
    await page.mouse.down();
    await page.mouse.move(handle.x + 100, handle.y + 300, { steps: 4 });
    await page.mouse.up();
    expect(await heightOf(".slide")).toBeLessThan(80);
    await page.getByRole("slider", { name: "Version" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Show the sliders" }).press("Enter");
    expect(await heightOf(".slide")).toBe(initialHeight);

    await page.evaluate(`document.querySelector(".board").scrollTo({ left: 390 })`);
    await page.locator(".dots i:nth-child(2).on").waitFor();
    await page.getByRole("link", { name: "Hours" }).click();
    await page.locator(".hoursScreen").waitFor();
    await page.getByRole("link", { name: "Scenarios" }).click();
    await page.waitForURL(`${servedPage.url}/`);
  });
});
