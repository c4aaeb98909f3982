/** Tests Explore: questions about many variants, calculated in the browser. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`Explore${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
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

  const rows = () => page.locator(".ranking [role=option]");
  const waitUntilDone = () => page.locator(".runBar [aria-valuenow='100']").waitFor();

  test("Explore shows the effects of each slider at both ends of its range, and all key figures of the selected one", async () => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind&of=total_costs`);
    await page.getByRole("link", { name: "Explore" }).click();
    await waitUntilDone();
    const wind = rows().filter({ hasText: "Wind at sea" }).first();
    await expect
      .poll(async () => (await wind.locator(".end").allTextContents()).toSorted())
      .toEqual(["36.0 GW", "44.0 GW"]);
    await page.getByRole("combobox", { name: "Move each slider" }).selectOption("ends");
    expect(new URL(page.url()).searchParams.get("move")).toBe("ends");
    await waitUntilDone();
    await wind.click();
    const [lower, higher] = await wind
      .locator("data")
      .evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));
    await expect.poll(async () => wind.locator(".end").allTextContents()).toContain("0 GW");
    const copyId = await servedPage.create({ scenario_id: id });
    await servedPage.set(copyId, { [WIND]: 0 });
    const [present, atZero] = await Promise.all(
      [id, copyId].map(
        async (scenario) => (await servedPage.futureOf(scenario, ["total_costs"]))["total_costs"]! / 1e9,
      ),
    );
    expect(lower).toBeCloseTo(atZero! - present!, 9);
    expect(higher).toBeGreaterThan(0);
    const sizes = await rows().evaluateAll((all) =>
      all.map((row) =>
        Math.max(
          ...[...row.querySelectorAll("data")].map((element) => Math.abs(Number(element.getAttribute("value")))),
        ),
      ),
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    const figures = page.getByRole("region", { name: "All key figures: Wind at sea" });
    await expect
      .poll(() => figures.locator("thead th").allTextContents())
      .toEqual(expect.arrayContaining(["0 GW", "Now"]) as readonly string[]);
    expect(await accessibilityViolations(page)).toEqual([]);

    const initialSizes = sizes;
    await page.getByRole("combobox", { name: "Move each slider" }).selectOption("tenth");
    expect(new URL(page.url()).searchParams.get("move")).toBe("tenth");
    await waitUntilDone();
    await expect
      .poll(async () =>
        rows()
          .first()
          .locator("data")
          .first()
          .evaluate((element) => Math.abs(Number(element.getAttribute("value")))),
      )
      .toBeLessThan(initialSizes[0]!);
  });

  test("Explore ranks the sliders of a slide while others vary, and the slider of the selected row can be moved there", async () => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind`);
    await page.getByRole("link", { name: "Explore" }).click();
    await page.getByRole("combobox", { name: "Move each slider" }).selectOption("together");
    await waitUntilDone();
    const effects = await rows()
      .locator("data")
      .evaluateAll((all) => all.map((element) => Math.abs(Number(element.getAttribute("value")))));
    expect(effects.length).toBeGreaterThan(3);
    expect(effects).toEqual(effects.toSorted((a, b) => b - a));
    await expect.poll(() => rows().first().textContent()).toContain("Wind at sea");
    await expect.poll(() => rows().first().textContent()).toContain("36.0–44.0 GW");
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.locator(".headline li[data-query=total_costs] button.label").click();
    expect(new URL(page.url()).searchParams.get("of")).toBe("total_costs");
    await page.getByRole("heading", { name: "Annual costs: effect of each slider" }).waitFor();

    await rows().filter({ hasText: "Wind at sea" }).first().click();
    const thumb = page.locator(`.moves [data-input="${WIND}"] input[type=range]`);
    await thumb.press("ArrowRight");
    await page.locator(".runBar .stale").waitFor();
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBeGreaterThan(40_000);
  });

  test("Explore divides the difference from another scenario among sections and their changes, which add up", async () => {
    const changedValues = { [WIND]: 20_000, costs_oil: 30, capacity_of_energy_power_solar_pv_solar_radiation: 26_000 };
    const [id, otherId] = await Promise.all([
      servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } }),
      servedPage.create({ area_code: "nl", end_year: 2050, title: "Sun and cheap oil", user_values: changedValues }),
    ]);
    await show(page, `${servedPage.url}/s/${id}?view=explore&explore=differ&of=total_costs&cmp=${otherId}`);
    await waitUntilDone();
    const valuesOf = async (selector: string): Promise<readonly number[]> =>
      page
        .locator(`${selector} td:nth-child(3) data`)
        .evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));
    const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
    const values = await valuesOf("tr[data-row]");
    expect(values.length).toBe(2);
    const [ownCosts, otherCosts] = await Promise.all(
      [id, otherId].map(async (scenario) => servedPage.futureOf(scenario, ["total_costs"])),
    );
    const difference = (otherCosts!["total_costs"]! - ownCosts!["total_costs"]!) / 1e9;
    expect(sumOf(values) / difference).toBeCloseTo(1, 9);
    const electricity = page.getByRole("button", { name: "Electricity 2 changes" });
    await electricity.press("Enter");
    await expect.poll(() => electricity.getAttribute("aria-expanded")).toBe("true");
    const [total] = await valuesOf("tr[data-row^=section]");
    const members = await valuesOf("tr[data-member]");
    expect(members.length).toBe(2);
    expect(sumOf(members) / total!).toBeCloseTo(1, 9);
    await page.getByRole("heading", { name: "Dependence: Electricity" }).waitFor();
    const effects = await page
      .locator("[data-with] data")
      .evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));
    // With the only other change, the effect of electricity is the rest of the difference.
    const oilAlone = Number(await page.locator('tr[data-row="costs_oil"] data').nth(1).getAttribute("value"));
    expect(effects).toHaveLength(2);
    expect(effects[1]! / (difference - oilAlone)).toBeCloseTo(1, 9);
    await page.locator(".ranking tbody tr:last-child", { hasText: "Sun and cheap oil" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
