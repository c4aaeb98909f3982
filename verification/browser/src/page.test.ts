/**
 * The page, as a user works with it: an area, a slider, numbers and charts that follow, and the changes that reach the
 * server.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { PROJECT } from "@etesian/service-kit";
import { ServerProcess } from "@etesian/standalone/server-process";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM, startChromium } from "./chromium.ts";
import { axeFaults } from "./served-page.ts";

const found = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(found === null)(`the page${found === null ? ` (${NO_CHROMIUM})` : ""}`, { timeout: 120_000 }, () => {
  let data: string;
  let server: ServerProcess;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "etesian-page-"));
    server = new ServerProcess({ model: join(PROJECT, "models/starter"), data, hasPage: true });
    [browser] = await Promise.all([startChromium(found!), server.ready()]);
    await server.pageReady();
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await server.stop();
    rmSync(data, { recursive: true });
  });
  beforeEach(async () => {
    context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "en-GB",
      colorScheme: "light",
    });
    page = await context.newPage();
    faults = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 422|ERR_INTERNET_DISCONNECTED/.test(message.text()))
        faults.push(message.text());
    });
  });
  afterEach(async () => {
    await context.close();
    if (faults.length > 0) throw new Error(faults.join("\n"));
  });

  const ask = async (path: string): Promise<unknown> => (await fetch(`${server.url}/api/v3${path}`)).json();
  const changesOf = async (id: number): Promise<readonly { readonly type: string; readonly data: object }[]> =>
    (
      (await ask(`/scenarios/${id}/history`)) as {
        readonly data: readonly { readonly type: string; readonly data: object }[];
      }
    ).data;

  /** Creates a scenario and opens it; resolves when its first numbers are there. */
  async function open(search = "?slide=electricity_wind"): Promise<number> {
    const response = await fetch(`${server.url}/api/v3/scenarios`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ scenario: { area_code: "nl", end_year: 2050 } }),
    });
    const { id } = (await response.json()) as { readonly id: number };
    await page.goto(`${server.url}/s/${id}${search}`);
    await figures();
    return id;
  }
  /** The headline numbers as they are shown, once there are some. */
  async function figures(): Promise<readonly string[]> {
    await page.locator(".headline b", { hasText: /\d/ }).first().waitFor();
    return page.locator(".headline b").allTextContents();
  }
  const atRest = async (): Promise<unknown> => page.locator(".workbench:not(.isCalculating)").waitFor();
  const thumb = () => page.locator(`[data-input="${WIND}"] .thumb`);

  /** Takes the thumb and moves it by pixels, in steps; the hand stays on it. */
  async function drag(by: number): Promise<void> {
    const box = (await thumb().boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) await page.mouse.move(x + (by * step) / 8, y);
  }

  test("an area is chosen, and a scenario begins with its numbers, calculated in the browser", async () => {
    await page.goto(server.url);
    await page.getByRole("option", { name: /nl/ }).first().click();
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/s\/\d+/);
    expect((await figures()).length).toBe(7);
    expect(await page.getByText("The server calculates for this page").count()).toBe(0);
    expect(await page.locator(".pane svg.chart").count()).toBeGreaterThanOrEqual(2);
  });

  test("a drag previews while it lasts, and its release is one change", async () => {
    const id = await open();
    const before = await figures();
    await drag(80);
    await expect.poll(async () => figures()).not.toEqual(before);
    expect((await changesOf(id)).map(({ type }) => type)).toEqual(["scenario_created"]);
    expect(await page.locator(".pane .ghost").count()).toBeGreaterThan(0);
    await page.mouse.up();
    await expect
      .poll(async () => (await changesOf(id)).map(({ type }) => type).toSorted())
      .toEqual(["inputs_set", "scenario_created"]);
    await atRest();
    const [number] = await figures();
    const { gqueries } = (await (
      await fetch(`${server.url}/api/v3/scenarios/${id}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ gqueries: [await page.locator(".headline li").first().getAttribute("data-query")] }),
      })
    ).json()) as { readonly gqueries: { readonly [key: string]: { readonly future: number } } };
    expect(Math.abs(Object.values(gqueries)[0]!.future - Number(number))).toBeLessThan(0.6);
  });

  test("Esc during a drag leaves nothing: no change, and the numbers of before", async () => {
    const id = await open();
    await atRest();
    const before = await figures();
    await drag(120);
    await expect.poll(async () => figures()).not.toEqual(before);
    await page.keyboard.press("Escape");
    await expect.poll(async () => figures()).toEqual(before);
    await page.mouse.up();
    await atRest();
    expect(await figures()).toEqual(before);
    expect((await changesOf(id)).map(({ type }) => type)).toEqual(["scenario_created"]);
  });

  test("a value is typed with a comma or a point, undone and made again", async () => {
    const id = await open();
    const field = page.locator(`[data-input="${WIND}"] input.field`);
    await field.fill("12,5");
    await field.press("Enter");
    const stored = async () => ((await ask(`/scenarios/${id}`)) as { readonly user_values: object }).user_values;
    await expect.poll(stored).toEqual({ [WIND]: 12_500 });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(stored).toEqual({});
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(stored).toEqual({ [WIND]: 12_500 });
  });

  test("a refused move goes back, with the reason at the slider", async () => {
    const id = await open();
    const field = page.locator(`[data-input="${WIND}"] input.field`);
    await field.fill("9999");
    await field.press("Enter");
    await page.locator(`[data-input="${WIND}"] .refused`, { hasText: "cannot be greater than" }).waitFor();
    expect((await changesOf(id)).length).toBe(1);
  });

  test("a change made elsewhere moves the slider here", async () => {
    const id = await open();
    await fetch(`${server.url}/api/v3/scenarios/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ scenario: { user_values: { [WIND]: 20_000 } } }),
    });
    await expect.poll(async () => page.locator(`[data-input="${WIND}"] input.field`).inputValue()).toBe("20.0");
  });

  test("a share moved in a group makes the others give way, and locked ones stay", async () => {
    const id = await open("?slide=households_heating");
    const group = page.locator(".group").first();
    const members = group.locator(".member");
    const shares = async () =>
      Promise.all((await members.locator("input").all()).map(async (each) => Number(await each.inputValue())));
    const [gas, , third] = await shares();
    await members.nth(2).getByRole("button", { name: /Lock/ }).click();
    await members
      .nth(0)
      .locator("input")
      .fill(String(gas! - 20));
    await members.nth(0).locator("input").press("Enter");
    await expect.poll(async () => (await shares())[0]).toBeCloseTo(gas! - 20, 0);
    expect((await shares())[2]).toBe(third);
    expect((await shares()).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    expect((await changesOf(id)).length).toBe(2);
  });

  test("search finds a slider by its name and opens its slide", async () => {
    await open("?slide=households_heating");
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("wind at sea");
    await page.getByRole("menuitem").first().click();
    await expect.poll(async () => page.locator(`[data-input="${WIND}"]`).count()).toBe(1);
  });

  test("pointing at a slider draws its effect", async () => {
    await open();
    await page.locator(`[data-input="${WIND}"]`).hover();
    await expect.poll(async () => page.locator(".dock path.response").count()).toBe(1);
  });

  test("the page goes on calculating without a server, and sends the moves when it is back", async () => {
    const id = await open();
    await context.setOffline(true);
    const before = await figures();
    await drag(60);
    await expect.poll(async () => figures()).not.toEqual(before);
    await page.mouse.up();
    await page.getByText(/Offline, still calculating here/).waitFor();
    await context.setOffline(false);
    await expect.poll(async () => (await changesOf(id)).length).toBe(2);
  });

  test("every screen is free of faults that axe finds, in light and dark, English and Dutch", async () => {
    const id = await open("?slide=households_heating");
    for (const path of ["/", `/s/${id}?slide=households_heating`, `/s/${id}?slide=electricity_wind`]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto(`${server.url}${path}`);
        await page
          .locator(path === "/" ? "[role=option]" : ".headline b")
          .first()
          .waitFor();
        if (path !== "/") await atRest();
        expect([path, colorScheme, await axeFaults(page)]).toEqual([path, colorScheme, []]);
      }
    }
    await page.getByRole("radio", { name: "NL" }).click();
    await page.getByRole("region", { name: "Grafieken" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("nl");
  });
});
