/** Tests the global search and the keys of the workbench. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`search and keys${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;
  let id: number;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  beforeEach(async () => {
    page = await servedPage.reusedPage();
    id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind&charts=electricity_mix,emissions_by_sector`);
    await waitUntilAtRest(page);
  });
  afterEach(async () => servedPage.closePages());

  const search = async (text: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.locator(".palette .query").fill(text);
  };

  test.each([
    ["EV", /^slider transport_car_using_electricity_share$/],
    ["heat pump", /^slider households_heater_heatpump_air_water_electricity_share$/],
    ["households_heating", /^slide households_heating$/],
    ["utrecht", /^area GM0344_utrecht$/],
    ["download", /^action downloads$/],
    ["dark", /^action theme$/],
    ["price curve", /^chart .*price/],
  ])("%s finds %s first", async (text, key) => {
    await search(text);
    const first = page.locator(".palette [role=menuitem]").first();
    await expect.poll(async () => first.getAttribute("data-key")).toMatch(key);
    await page.keyboard.press("Escape");
  });

  test("the search receives every key after its shortcut, even without a pause between them", async () => {
    const { keyboard } = page;
    const keyEvents = [keyboard.down("Control"), keyboard.down("k"), keyboard.up("k"), keyboard.up("Control")];
    for (const key of ["w", "i", "n", "d", "Space", "s", "e", "a"])
      keyEvents.push(keyboard.down(key), keyboard.up(key));
    await Promise.all(keyEvents);
    await expect.poll(async () => page.locator(".palette .query").inputValue()).toBe("wind sea");
    await page.keyboard.press("Escape");
  });

  test("keys work while a slider has the focus", async () => {
    const thumb = page.locator(`[data-input="${WIND}"] input[type=range]`);
    await thumb.focus();
    await page.keyboard.press("]");
    await expect.poll(async () => page.locator(`[data-input="${WIND}"] :focus`).count()).toBe(0);
    await expect.poll(() => page.locator(".slide [data-input] :focus").count()).toBe(1);
    await page.keyboard.press("[");
    await page.locator(`[data-input="${WIND}"] :focus`).waitFor();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog");
    await list.getByText("Go to the next slider").waitFor();
    await page.keyboard.press("Escape");
    await page.locator('.pane[data-chart="electricity_mix"]').hover();
    await thumb.focus();
    await page.keyboard.press("t");
    await page.locator('.pane[data-chart="electricity_mix"] table').waitFor();
    await page.keyboard.press("c");
    await expect.poll(() => new URL(page.url()).searchParams.get("view")).toBe("compare");
  });

  test("an arrow key moves a slider to a round figure, and undo works while the slider has the focus", async () => {
    const field = page.locator(`[data-input="${WIND}"] input.field`);
    await field.fill("26.516");
    await field.press("Enter");
    const thumb = page.locator(`[data-input="${WIND}"] input[type=range]`);
    await expect.poll(() => thumb.getAttribute("aria-valuetext")).toMatch(/^26\.5 GW/);
    await expect.poll(() => thumb.getAttribute("aria-description")).toMatch(/^Today: \d+\.\d+ GW$/);
    await waitUntilAtRest(page);
    await thumb.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await field.inputValue()).length).toBeLessThanOrEqual(4);
    const readStored = async (): Promise<number> => Number((await servedPage.userValues(id))[WIND]);
    await expect.poll(readStored).toBeGreaterThan(26_516);
    expect((await readStored()) % 100).toBe(0);
    await expect.poll(() => thumb.getAttribute("aria-valuetext")).toMatch(/^\d+(\.\d)? GW, was 26\.5 GW$/);
    await page.keyboard.press("Control+z");
    await expect.poll(readStored).toBe(26_516);
  });
});
