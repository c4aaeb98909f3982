/** Tests the scenario's settings in the page: copies for other years, title, flags, the template and the ESDL file. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const CARS = "transport_car_using_electricity_share";
const ESDL = '<?xml version="1.0"?>\n<esdl:EnergySystem name="town"/>';

interface Scenario {
  readonly area_code: string;
  readonly end_year: number;
  readonly title: string;
  readonly keep_compatible: boolean;
  readonly template: number | null;
  readonly user_values: { readonly [key: string]: number };
}

describe.skipIf(chromium === null)(`settings of a scenario${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  const scenario = async (id: number): Promise<Scenario> =>
    (await (await fetch(`${servedPage.url}/api/v3/scenarios/${id}`)).json()) as Scenario;
  async function openSettings(page: Page, id: number, search = ""): Promise<void> {
    await show(page, `${servedPage.url}/s/${id}${search}`);
    await waitUntilAtRest(page);
    await page.getByRole("button", { name: /^(Data|Gegevens)$/ }).click();
    await page.getByRole("tab", { name: "Scenario" }).click();
    await page.locator(".settings .switch").first().waitFor();
  }
  /** The scenario that the page shows after leaving another. */
  async function waitForNextScenario(page: Page, id: number): Promise<Scenario> {
    await page.waitForURL((url) => /^\/s\/\d+$/.test(url.pathname) && url.pathname !== `/s/${id}`);
    return scenario(Number(new URL(page.url()).pathname.slice("/s/".length)));
  }

  test("a scenario is copied to another year, with its sliders or interpolated", async () => {
    const page = await servedPage.reusedPage();
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 30_000 });
    await openSettings(page, id);
    await page.getByLabel("End year").fill("2040");
    await page.getByRole("button", { name: "Copy with the same settings" }).click();
    expect(await waitForNextScenario(page, id)).toMatchObject({ end_year: 2040, user_values: { [WIND]: 30_000 } });

    await openSettings(page, id);
    await page.getByLabel("End year").fill("2035");
    await page.getByRole("button", { name: "Interpolate" }).click();
    const interpolated = await waitForNextScenario(page, id);
    expect(interpolated.end_year).toBe(2035);
    expect(interpolated.user_values[WIND]).toBeLessThan(30_000);

    await openSettings(page, id);
    await page.getByLabel("End year").fill("2060");
    await expect.poll(() => page.getByRole("button", { name: "Interpolate" }).isDisabled()).toBe(true);
    await page.getByLabel("End year").fill("2050");
    await expect.poll(() => page.getByRole("button", { name: "Copy with the same settings" }).isDisabled()).toBe(true);
  });

  test("a scenario is copied to another area, and the page lists the sliders that do not apply there", async () => {
    const page = await servedPage.reusedPage();
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 30_000, [CARS]: 60 });
    await openSettings(page, id);
    await page.getByLabel("Search for an area").fill("groningen");
    await page.getByRole("option", { name: /^Groningen/ }).click();
    await page.getByRole("button", { name: "Copy to this area" }).click();
    // The municipality has no offshore wind.
    await page.locator(".lacking li", { hasText: "Wind at sea" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Open the copy" }).click();
    const copy = await waitForNextScenario(page, id);
    expect(copy.area_code).toBe("GM0014_groningen");
    expect(copy.user_values[CARS]).toBe(60);
  });

  test("the title and the switch for model updates are changed, and an ESDL file is attached and downloaded", async () => {
    const page = await servedPage.reusedPage();
    const id = await servedPage.create();
    await openSettings(page, id);
    await page.getByLabel("Title").fill("Our village");
    await page.getByRole("button", { name: "Rename" }).click();
    await expect.poll(async () => (await scenario(id)).title).toBe("Our village");
    await page.locator(".settings .switch", { hasText: "Update the scenario" }).click();
    await expect.poll(async () => (await scenario(id)).keep_compatible).toBe(true);

    const chooser = page.waitForEvent("filechooser");
    await page.locator(".settings").getByRole("button", { name: "Attach" }).click();
    await (await chooser).setFiles({ name: "town.esdl", mimeType: "application/xml", buffer: Buffer.from(ESDL) });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "town.esdl" }).click();
    expect((await download).suggestedFilename()).toBe("town.esdl");
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("sliders are reset to the values of a template, until it is removed", async () => {
    const page = await servedPage.reusedPage();
    const [id, template] = [await servedPage.create(), await servedPage.create()];
    await servedPage.set(template, { [WIND]: 30_000 });
    await servedPage.set(id, { [WIND]: 10_000 });
    const resetWind = async (): Promise<void> => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator(`[data-input="${WIND}"] input[type=range]`).press("r");
    };
    await openSettings(page, id, "?slide=electricity_wind");
    const section = page.getByRole("region", { name: "Template" });
    await section.getByLabel("Template ID").fill("987654321");
    await section.getByLabel("Template ID").press("Enter");
    await section.getByRole("alert").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await section.getByLabel("Template ID").fill(String(template));
    await section.getByRole("button", { name: "Use as template" }).press("Enter");
    await expect.poll(async () => (await scenario(id)).template).toBe(template);
    await section.locator("button:disabled", { hasText: "Use as template" }).waitFor();
    await resetWind();
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBe(30_000);

    await openSettings(page, id, "?slide=electricity_wind");
    await section.getByRole("button", { name: "Use the area’s data" }).press("Enter");
    await expect.poll(async () => (await scenario(id)).template).toBeNull();
    await section.locator("button:disabled", { hasText: "Use the area’s data" }).waitFor();
    await resetWind();
    await expect.poll(async () => servedPage.userValues(id)).not.toHaveProperty(WIND);
  });

  test("settings are shown in Dutch without accessibility violations, even on a phone", async () => {
    const page = await servedPage.newPage({ isIsolated: true, options: { locale: "nl-NL" } });
    await openSettings(page, await servedPage.create());
    await page.getByRole("button", { name: "Interpoleren" }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
