/** The explanation in both languages and all sizes: no fault that axe finds, no key, nothing cut off. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
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
  )("has no fault and shows no key (%s, %s, %s)", async (size, locale, search, ready) => {
    const page = await served.newPage({ options: { viewport: SIZES[size as keyof typeof SIZES], locale } });
    await show(page, `${served.url}/s/${id}${search}`);
    await page.locator(`.whyPanel ${ready}`).first().waitFor();
    await untilAtRest(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    expect(await page.locator(".whyPanel").textContent()).not.toMatch(/[a-z]_[a-z]|\bSUM\b|Q\(/);
  });
});
