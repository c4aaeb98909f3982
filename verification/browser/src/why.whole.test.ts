/** The explanation in both languages and all sizes: no fault that axe finds, no key, nothing cut off. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { measured } from "@etesian/workbench/server";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { layoutFaults } from "./layout-faults.ts";
import { accessibilityFaults, DESKTOP, PHONE, ServedPage, show } from "./served-page.ts";

const found = findChromium();
const SIZES = {
  desktop: DESKTOP,
  low: { width: 1280, height: 720 },
  tablet: { width: 820, height: 1180 },
  phone: PHONE,
};
const NODE = "energy_power_combined_cycle_network_gas_dispatchable";

describe.skipIf(found === null)(`the explanation${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let id: number;

  beforeAll(async () => {
    served = await ServedPage.start(found!);
    const values = { capacity_of_energy_power_wind_turbine_offshore: 40_000 };
    id = await served.create({ area_code: "nl", end_year: 2050, user_values: values });
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  test.each(
    Object.keys(SIZES).flatMap((size) =>
      ["en-GB", "nl-NL"].flatMap((locale) => [
        [size, locale, "?why=total_costs", ".treeRow"] as const,
        [size, locale, `?why=total_costs&node=${NODE}`, ".makes"] as const,
      ]),
    ),
  )("the explanation has no fault and shows no key (%s, %s, %s)", async (size, locale, search, ready) => {
    const page = await served.newPage({ options: { viewport: SIZES[size as keyof typeof SIZES], locale } });
    await show(page, `${served.url}/s/${id}${search}`);
    await page.locator(`.whyPanel ${ready}`).first().waitFor();
    await untilAtRest(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    expect(await page.locator(".whyPanel").textContent()).not.toMatch(/[a-z]_[a-z]|\bSUM\b|Q\(/);
  });
});

const isAbsent = found === null || !measured.isReference;
const reason = found === null ? NO_CHROMIUM : "it is absent";

describe.skipIf(isAbsent)(`the reference model${isAbsent ? ` (${reason})` : ""}`, () => {
  let served: ServedPage;
  let id: number;

  beforeAll(async () => {
    served = await ServedPage.start(found!, "reference");
    id = await served.create({ area_code: measured.area, end_year: 2050 });
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  test.each([
    ["?why=total_costs", ".treeRow"],
    ["?why=dashboard_direct_emissions_total_ghg_emissions", ".treeRow"],
    ["?why=total_costs&node=energy_chp_ultra_supercritical_cofiring_ht_coal", ".makes"],
    ["?why=total_costs&node=energy_power_wind_turbine_offshore", ".makes"],
  ])("the reference model is explained without keys and in units with a prefix (%s)", async (search, ready) => {
    const page = await served.newPage();
    await show(page, `${served.url}/s/${id}${search}`);
    const panel = page.locator(".whyPanel");
    await panel.locator(ready).first().waitFor();
    await untilAtRest(page);
    expect(await panel.innerText()).not.toMatch(/[a-z]_[a-z]|\bSUM\b|Q\(|energy power|fuelmix|\d,\d{3},\d{3},\d{3}/);
    expect(await layoutFaults(page)).toEqual([]);
  });

  test("a number without a value in the start year has no change from it", async () => {
    const page = await served.newPage();
    const query = "dashboard_direct_emissions_reduction_of_total_ghg_emissions_versus_1990";
    await show(page, `${served.url}/s/${id}?why=${query}`);
    await page.locator(".whyPanel .treeRow").first().waitFor();
    await untilAtRest(page);
    expect(await page.locator(".whyPanel").innerText()).not.toMatch(/than in 20\d\d/);
  });

  test("an hour is reported with names, and rounding does not count as a shortage", async () => {
    const page = await served.newPage();
    await show(page, `${served.url}/s/${id}?view=hours`);
    await page.locator(".inspector .bid").first().waitFor();
    await untilAtRest(page);
    expect(await page.locator(".hoursScreen").innerText()).not.toMatch(/[a-z]_[a-z]|fuelmix|ultra supercritical/i);
    expect(await page.locator(".hours .legend").first().innerText()).not.toContain("<0.00001");
    expect(await layoutFaults(page)).toEqual([]);
  });
});
