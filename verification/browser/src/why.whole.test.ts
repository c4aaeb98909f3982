/**
 * Tests the explanation in both languages and all sizes: axe finds no violations, no key is shown, and nothing is cut
 * off.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { measuredModel } from "@etesian/workbench/server";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { layoutFaults } from "./layout-faults.ts";
import { accessibilityViolations, DESKTOP, PHONE, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const SIZES = {
  desktop: DESKTOP,
  low: { width: 1280, height: 720 },
  tablet: { width: 820, height: 1180 },
  phone: PHONE,
};
const NODE = "energy_power_combined_cycle_network_gas_dispatchable";

describe.skipIf(chromium === null)(`the explanation${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let id: number;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    const values = { capacity_of_energy_power_wind_turbine_offshore: 40_000 };
    id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: values });
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  test.each(
    Object.keys(SIZES).flatMap((size) =>
      ["en-GB", "nl-NL"].flatMap((locale) => [
        [size, locale, "?why=total_costs", ".treeRow"] as const,
        [size, locale, `?why=total_costs&node=${NODE}`, ".makes"] as const,
      ]),
    ),
  )("the explanation has no fault and shows no key (%s, %s, %s)", async (size, locale, search, ready) => {
    const page = await servedPage.reusedPage({ locale });
    await page.setViewportSize(SIZES[size as keyof typeof SIZES]);
    await show(page, `${servedPage.url}/s/${id}${search}`);
    await page.locator(`.whyPanel ${ready}`).first().waitFor();
    await waitUntilAtRest(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await expect.poll(() => page.locator(".whyPanel").textContent()).not.toMatch(/[a-z]_[a-z]|\bSUM\b|Q\(/);
  });
});

const isAbsent = chromium === null || !measuredModel.isReference;
const reason = chromium === null ? NO_CHROMIUM : "it is absent";

describe.skipIf(isAbsent)(`the reference model${isAbsent ? ` (${reason})` : ""}`, () => {
  let servedPage: ServedPage;
  let id: number;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!, "reference");
    id = await servedPage.create({ area_code: measuredModel.area, end_year: 2050 });
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  test.each([
    ["?why=total_costs", ".treeRow"],
    ["?why=dashboard_direct_emissions_total_ghg_emissions", ".treeRow"],
    ["?why=total_costs&node=energy_chp_ultra_supercritical_cofiring_ht_coal", ".makes"],
    ["?why=total_costs&node=energy_power_wind_turbine_offshore", ".makes"],
  ])("the reference model is explained without keys and in units with a prefix (%s)", async (search, ready) => {
    const page = await servedPage.reusedPage();
    await show(page, `${servedPage.url}/s/${id}${search}`);
    const panel = page.locator(".whyPanel");
    await panel.locator(ready).first().waitFor();
    await waitUntilAtRest(page);
    await expect
      .poll(() => panel.innerText())
      .not.toMatch(/[a-z]_[a-z]|\bSUM\b|Q\(|energy power|fuelmix|\d,\d{3},\d{3},\d{3}/);
    expect(await layoutFaults(page)).toEqual([]);
  });

  test("a number without a value in the start year has no change from it", async () => {
    const page = await servedPage.reusedPage();
    const query = "dashboard_direct_emissions_reduction_of_total_ghg_emissions_versus_1990";
    await show(page, `${servedPage.url}/s/${id}?why=${query}`);
    await page.locator(".whyPanel .treeRow").first().waitFor();
    await waitUntilAtRest(page);
    await expect.poll(() => page.locator(".whyPanel").innerText()).not.toMatch(/than in 20\d\d/);
  });

  test("an hour is reported with names, and rounding does not count as a shortage", async () => {
    const page = await servedPage.reusedPage();
    await show(page, `${servedPage.url}/s/${id}?view=hours`);
    await page.locator(".inspector .bid").first().waitFor();
    await waitUntilAtRest(page);
    await expect
      .poll(() => page.locator(".hoursScreen").innerText())
      .not.toMatch(/[a-z]_[a-z]|fuelmix|ultra supercritical/i);
    await expect.poll(() => page.locator(".hours .legend").first().innerText()).not.toContain("<0.00001");
    expect(await layoutFaults(page)).toEqual([]);
  });
});
