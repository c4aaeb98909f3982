/** Explore: questions about many variants, calculated in the browser. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityFaults, ServedPage, show } from "./served-page.ts";

const found = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(found === null)(`Explore${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
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

  const rows = () => page.locator(".ranking [role=option]");
  const isDone = () => page.locator(".runBar [aria-valuenow='100']").waitFor();

  test("Explore ranks the sliders of a slide, and shows the slider of the selected row, which can be moved there", async () => {
    const id = await served.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    await show(page, `${served.url}/s/${id}?slide=electricity_wind`);
    await page.getByRole("link", { name: "Explore" }).click();
    await isDone();
    const effects = await rows()
      .locator("data")
      .evaluateAll((all) => all.map((each) => Math.abs(Number(each.getAttribute("value")))));
    expect(effects.length).toBeGreaterThan(3);
    expect(effects).toEqual(effects.toSorted((a, b) => b - a));
    expect(await rows().first().textContent()).toContain("Wind at sea");
    expect(await rows().first().textContent()).toContain("36.0–44.0 GW");
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.locator(".headline li[data-query=total_costs] button.label").click();
    expect(new URL(page.url()).searchParams.get("of")).toBe("total_costs");
    await page.getByRole("heading", { name: "Annual costs: effect of each slider" }).waitFor();

    await rows().filter({ hasText: "Wind at sea" }).first().click();
    const thumb = page.locator(`.moves [data-input="${WIND}"] input[type=range]`);
    await thumb.press("ArrowRight");
    await page.locator(".runBar .stale").waitFor();
    await expect.poll(async () => (await served.userValues(id))[WIND]).toBeGreaterThan(40_000);
  });

  test("Explore divides the difference from another scenario among all changes, which add up", async () => {
    const changed = { [WIND]: 20_000, costs_oil: 30, capacity_of_energy_power_solar_pv_solar_radiation: 26_000 };
    const [id, other] = await Promise.all([
      served.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } }),
      served.create({ area_code: "nl", end_year: 2050, title: "Sun and cheap oil", user_values: changed }),
    ]);
    await show(page, `${served.url}/s/${id}?view=explore&explore=differ&of=total_costs&cmp=${other}`);
    await isDone();
    const values = await page
      .locator("tr[data-row] data")
      .evaluateAll((all) => all.map((each) => Number(each.getAttribute("value"))));
    expect(values.length).toBe(3);
    const [from, to] = await Promise.all([id, other].map(async (each) => served.futureOf(each, ["total_costs"])));
    const difference = (to!["total_costs"]! - from!["total_costs"]!) / 1e9;
    expect(values.reduce((sum, value) => sum + value, 0) / difference).toBeCloseTo(1, 9);
    await page.locator(".ranking tbody tr:last-child", { hasText: "Sun and cheap oil" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
