/** Why a number is what it is: the parts of a result in place of the sliders, down to plants and their sliders. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityFaults, ServedPage, show } from "./served-page.ts";

const found = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(found === null)(`an explanation${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  beforeEach(async () => {
    page = await served.reusedPage();
  });
  afterEach(async () => served.closePages());

  const panel = () => page.locator(".whyPanel");
  const rows = (level: number) => panel().locator(`.treeRow[aria-level="${level}"]`);
  async function open(search: string): Promise<number> {
    const id = await served.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    await show(page, `${served.url}/s/${id}${search}`);
    await untilAtRest(page);
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
    expect(await accessibilityFaults(page)).toEqual([]);

    await rows(1).first().getByRole("button", { name: "Wind at sea", exact: true }).click();
    const made = panel().locator(".makes data");
    await made.first().waitFor();
    const [capacity, hours, output] = await made.evaluateAll((all) =>
      all.map((each) => Number(each.getAttribute("value"))),
    );
    expect(capacity).toBeCloseTo(40_000, 6);
    expect((capacity! * hours! * 3_600) / output!).toBeCloseTo(1, 9);
    expect(await accessibilityFaults(page)).toEqual([]);

    await panel().locator(`[data-slider="${WIND}"]`).getByRole("button").click();
    await page.locator(`[data-input="${WIND}"]`).waitFor();
    expect(new URL(page.url()).searchParams.get("why")).toBeNull();

    await page.goBack();
    await panel().getByRole("link", { name: "See its hours" }).click();
    await page.locator(".hoursScreen[data-market=merit_order] .inspector").waitFor();
  });
});
