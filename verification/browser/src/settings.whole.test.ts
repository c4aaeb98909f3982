/** The scenario's settings in the page: copies for other years, title, flags and the ESDL file. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityFaults, ServedPage, show } from "./served-page.ts";

const found = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const CARS = "transport_car_using_electricity_share";
const ESDL = '<?xml version="1.0"?>\n<esdl:EnergySystem name="town"/>';

interface Scenario {
  readonly area_code: string;
  readonly end_year: number;
  readonly title: string;
  readonly keep_compatible: boolean;
  readonly user_values: { readonly [key: string]: number };
}

describe.skipIf(found === null)(`settings of a scenario${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  const scenario = async (id: number): Promise<Scenario> =>
    (await (await fetch(`${served.url}/api/v3/scenarios/${id}`)).json()) as Scenario;
  async function openSettings(page: Page, id: number): Promise<void> {
    await show(page, `${served.url}/s/${id}`);
    await untilAtRest(page);
    await page.getByRole("button", { name: /^(Data|Gegevens)$/ }).click();
    await page.getByRole("tab", { name: "Scenario" }).click();
    await page.locator(".settings .switch").first().waitFor();
  }
  /** The scenario that the page shows after it has left another one. */
  async function openedAfter(page: Page, id: number): Promise<Scenario> {
    await page.waitForURL((url) => /^\/s\/\d+$/.test(url.pathname) && url.pathname !== `/s/${id}`);
    return scenario(Number(new URL(page.url()).pathname.slice("/s/".length)));
  }

  test("a scenario is copied to another year, with its sliders or interpolated", async () => {
    const page = await served.newPage();
    const id = await served.create();
    await served.set(id, { [WIND]: 30_000 });
    await openSettings(page, id);
    await page.getByLabel("End year").fill("2040");
    await page.getByRole("button", { name: "Copy with the same settings" }).click();
    expect(await openedAfter(page, id)).toMatchObject({ end_year: 2040, user_values: { [WIND]: 30_000 } });

    await openSettings(page, id);
    await page.getByLabel("End year").fill("2035");
    await page.getByRole("button", { name: "Interpolate" }).click();
    const between = await openedAfter(page, id);
    expect(between.end_year).toBe(2035);
    expect(between.user_values[WIND]).toBeLessThan(30_000);

    await openSettings(page, id);
    await page.getByLabel("End year").fill("2060");
    expect(await page.getByRole("button", { name: "Interpolate" }).isDisabled()).toBe(true);
    await page.getByLabel("End year").fill("2050");
    expect(await page.getByRole("button", { name: "Copy with the same settings" }).isDisabled()).toBe(true);
  });

  test("a scenario is copied to another area, with amounts of the area's size, and says what it lacks", async () => {
    const page = await served.newPage();
    const id = await served.create();
    await served.set(id, { [WIND]: 30_000, [CARS]: 60 });
    await openSettings(page, id);
    await page.getByLabel("Search for an area").fill("groningen");
    await page.getByRole("option", { name: /^Groningen/ }).click();
    await page.getByRole("button", { name: "Copy to this area" }).click();
    // The municipality is not at sea.
    await page.locator(".lacking li", { hasText: "Wind at sea" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Open the copy" }).click();
    const copy = await openedAfter(page, id);
    expect(copy.area_code).toBe("GM0014_groningen");
    expect(copy.user_values[CARS]).toBe(60);
  });

  test("the title and the update with the model are changed, and an ESDL file is attached and downloaded", async () => {
    const page = await served.newPage();
    const id = await served.create();
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
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("settings are in Dutch, without accessibility faults, on a phone too", async () => {
    const page = await served.newPage({ isAlone: true, options: { locale: "nl-NL" } });
    await openSettings(page, await served.create());
    await page.getByRole("button", { name: "Interpoleren" }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
