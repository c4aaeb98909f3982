/** Tests explanations: the parts of a result replace the sliders, down to plants and their sliders. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`an explanation${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
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

  const panel = () => page.locator(".whyPanel");
  const rows = (level: number) => panel().locator(`.treeRow[aria-level="${level}"]`);
  async function open(search: string): Promise<number> {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    await show(page, `${servedPage.url}/s/${id}${search}`);
    await waitUntilAtRest(page);
    return id;
  }

  test("an explanation can be followed by keyboard from a result to a plant, its sliders and its hours", async () => {
    await open("?why=costs_production_power_plants");
    await rows(1).first().waitFor();
    await rows(1).first().focus();
    await page.keyboard.press("ArrowRight");
    await rows(2).first().waitFor();
    await page.keyboard.press("ArrowLeft");
    await rows(2).first().waitFor({ state: "detached" });
    await page.keyboard.press("Space");
    await panel().locator(`[data-slider="${WIND}"]`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await rows(1).first().getByRole("button", { name: "Wind at sea", exact: true }).click();
    const products = panel().locator(".makes data");
    await products.first().waitFor();
    const [capacity, hours, output] = await products.evaluateAll((all) =>
      all.map((element) => Number(element.getAttribute("value"))),
    );
    expect(capacity).toBeCloseTo(40_000, 6);
    expect((capacity! * hours! * 3_600) / output!).toBeCloseTo(1, 9);
    expect(await accessibilityViolations(page)).toEqual([]);

    await panel().locator(`[data-slider="${WIND}"]`).getByRole("button").click();
    await page.locator(`[data-input="${WIND}"]`).waitFor();
    expect(new URL(page.url()).searchParams.get("why")).toBeNull();

    await page.goBack();
    await panel().getByRole("link", { name: "See its hours" }).click();
    await page.locator(".hoursScreen[data-market=merit_order] .inspector").waitFor();
  });
});
