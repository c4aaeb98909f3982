/**
 * Tests presentations: one chart at a time in large type, controlled by keyboard, and the QR code that opens a copy.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, headlineOf, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const CHARTS = "electricity_mix,emissions_by_sector,hourly_electricity";

describe.skipIf(chromium === null)(`a presentation${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  async function open(page: Page, search: string): Promise<number> {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind&charts=${CHARTS}${search}`);
    await waitUntilAtRest(page);
    return id;
  }
  const chartOf = (page: Page) => page.locator(".present .pane").getAttribute("data-chart");

  test("a key opens a presentation, keys move through its charts, and Esc returns to the same board", async () => {
    const page = await servedPage.newPage();
    await open(page, "");
    const initialHeadline = await headlineOf(page);
    await page.keyboard.press("p");
    await page.locator(".present .pane").waitFor();
    await waitUntilAtRest(page);
    // It shows the same figures in large type.
    expect(initialHeadline).toMatchObject(await headlineOf(page));
    const size = await page.evaluate<string>('getComputedStyle(document.querySelector(".present .figure b")).fontSize');
    expect(size).toBe("38px");
    expect(await chartOf(page)).toBe("electricity_mix");
    await page.keyboard.press("PageDown");
    await page.locator('.present .pane[data-chart="emissions_by_sector"]').waitFor();
    expect(new URL(page.url()).searchParams.get("chart")).toBe("emissions_by_sector");
    await page.keyboard.press("ArrowRight");
    await page.locator('.present .pane[data-chart="hourly_electricity"] .hours').waitFor();
    await page.keyboard.press("PageDown");
    await page.keyboard.press("Home");
    await page.locator('.present .pane[data-chart="electricity_mix"]').waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".board .pane").nth(2).waitFor();
    expect(new URL(page.url()).searchParams.get("charts")).toBe(CHARTS);
    expect(new URL(page.url()).searchParams.has("view")).toBe(false);
  });

  test("search and the menu of a chart open a presentation, and its URL shows the same chart", async () => {
    const page = await servedPage.reusedPage();
    await open(page, "");
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("present in full");
    await page.getByRole("menuitem", { name: "Present in full screen" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".present .pane").waitFor();
    await page.keyboard.press("Escape");
    const pane = page.locator('.board .pane[data-chart="emissions_by_sector"]');
    await pane.getByRole("button", { name: /^Actions: / }).press("Enter");
    await page.getByRole("menuitem", { name: "Present in full screen" }).press("Enter");
    await page.locator('.present .pane[data-chart="emissions_by_sector"]').waitFor();
    await page.keyboard.press("End");
    await page.locator('.present .pane[data-chart="hourly_electricity"]').waitFor();
    const { href } = new URL(page.url());
    const second = await servedPage.newPage();
    await second.goto(href);
    await expect.poll(() => second.locator('.present .pane[data-chart="hourly_electricity"] .hours').count()).toBe(1);
  });

  test("sliders move, and Esc cancels a drag before it ends the presentation", async () => {
    const page = await servedPage.reusedPage();
    const id = await open(page, "&view=present");
    const thumb = page.locator(`[data-input="${WIND}"] .thumb`);
    const box = (await thumb.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, box.y + box.height / 2, { steps: 4 });
    await page.locator(`[data-input="${WIND}"].held`).waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.locator(`[data-input="${WIND}"]:not(.held)`).waitFor();
    await expect.poll(() => page.locator(".present").count()).toBe(1);
    expect(await servedPage.userValues(id)).toEqual({ [WIND]: 40_000 });

    await thumb.locator("input").focus();
    await page.keyboard.press("PageDown");
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).not.toBe(40_000);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBe(40_000);
  });

  test("keys select an hour of an enlarged chart, and a pointer selects none", async () => {
    const page = await servedPage.reusedPage();
    await open(page, "&view=present&chart=hourly_electricity&h=500.432-599");
    const hours = page.locator(".present .hours");
    await hours.waitFor();
    const box = (await hours.boundingBox())!;
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    await hours.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL((url) => url.searchParams.get("h") === "501.432-599");
    await expect.poll(() => page.locator(".present .pane").getAttribute("data-chart")).toBe("hourly_electricity");
  });

  test("the QR code opens the same view in a new copy, which does not change the screen", async () => {
    const page = await servedPage.reusedPage();
    const id = await open(page, "&view=present&chart=emissions_by_sector");
    const address = (await page.locator(".present .qr").getAttribute("data-address"))!;
    const phone = await servedPage.newPage({ isIsolated: true });
    await phone.goto(address);
    await phone.waitForURL((url) => /^\/s\/\d+$/.test(url.pathname) && url.pathname !== `/s/${id}`);
    await phone.locator('.board .pane[data-chart="electricity_mix"]').waitFor();
    const url = new URL(phone.url());
    expect(url.searchParams.get("charts")).toBe(CHARTS);
    expect(url.searchParams.has("copy")).toBe(false);
    const copy = Number(url.pathname.slice("/s/".length));
    expect(await servedPage.userValues(copy)).toEqual({ [WIND]: 40_000 });
    await servedPage.set(copy, { [WIND]: 1_000 });
    expect(await servedPage.userValues(id)).toEqual({ [WIND]: 40_000 });
  });

  test.for(["en", "nl"] as const)(
    "a presentation has no accessibility violations in either theme (%s)",
    async (language) => {
      const page = await servedPage.newPage({ isIsolated: true, options: { locale: language } });
      await open(page, "&view=present");
      await page.getByText({ en: "Join on your phone.", nl: "Doe mee op je telefoon." }[language]).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});
