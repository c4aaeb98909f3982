/**
 * Tests planners' questions, from the workbench to the answer in Explore. `explore.test.ts` and
 * `explore-questions.whole.test.ts` test others.
 */
import { isExhaustiveRun } from "@etesian/testing/sample";
import { measuredModel } from "@etesian/workbench/server";
import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";
import type { SharedModel } from "./shared-servers.ts";

const chromium = findChromium();

const GAS_PLANTS = "capacity_of_energy_power_combined_cycle_network_gas_dispatchable";
/** A scenario with few gas plants, no coal plants and no interconnectors. */
const SHORT_OF_POWER = {
  [GAS_PLANTS]: 6_000,
  capacity_of_energy_power_ultra_supercritical_coal: 0,
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`electricity_interconnector_${number}_capacity`, 0])),
};

/** Sliders for homes with heat pumps and electric cooking. */
const WITHOUT_GAS = {
  households_heater_heatpump_air_water_electricity_share: 100,
  households_cooker_induction_electricity_share: 100,
};

const AREAS: readonly {
  readonly model: SharedModel;
  readonly start: string;
  readonly query: string;
  readonly areas: number;
}[] = [
  { model: "included", start: "GM0344_utrecht", query: "final_demand_of_network_gas", areas: 4 },
  // Takes two minutes on idle cores.
  ...(measuredModel.isReference && isExhaustiveRun
    ? [
        {
          model: "reference" as const,
          start: "GM0363_amsterdam",
          query: "final_demand_of_natural_gas_and_derivatives",
          // Of 397 datasets, one is encrypted and one is not offered.
          areas: 395,
        },
      ]
    : []),
];

const waitUntilDone = (page: Page, timeout?: number) =>
  page.locator(".runBar [aria-valuenow='100']").waitFor(timeout === undefined ? {} : { timeout });

describe.skipIf(chromium === null)(`planners' questions${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  const servedPages: ServedPage[] = [];
  async function startServer(model: SharedModel): Promise<ServedPage> {
    const servedPage = await ServedPage.start(chromium!, model);
    servedPages.push(servedPage);
    return servedPage;
  }
  afterAll(async () => {
    for (const servedPage of servedPages) await servedPage.stop();
  });
  afterEach(async () => {
    for (const servedPage of servedPages) await servedPage.closePages();
  });

  test("the planner finds a slider that ends all hours of shortage, and sets it", async () => {
    const servedPage = await startServer("included");
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: SHORT_OF_POWER });
    const { power_shortage_hours: initialHours } = await servedPage.futureOf(id, ["power_shortage_hours"]);
    expect(initialHours).toBeGreaterThan(100);
    const page = await servedPage.reusedPage();
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_gas`);
    await page.getByRole("link", { name: "Explore" }).click();
    await page.getByRole("radio", { name: "Reach a target" }).click();
    await page.locator(".headline [data-query=power_shortage_hours]").click();
    await page.getByRole("textbox", { name: /^Target: / }).fill("0");
    await page.keyboard.press("Enter");
    await waitUntilDone(page);
    const row = page.locator(`tr[data-slider="${GAS_PLANTS}"]`);
    // The position is in the cell before the change in costs.
    const neededValue = Number(await row.locator("data").first().getAttribute("value"));
    expect(neededValue).toBeGreaterThan(SHORT_OF_POWER[GAS_PLANTS]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole("button", { name: /^Set it: / }).click();
    await expect.poll(async () => (await servedPage.userValues(id))[GAS_PLANTS]).toBe(neededValue);
    expect(await servedPage.futureOf(id, ["power_shortage_hours"])).toEqual({ power_shortage_hours: 0 });
  });

  const areasOf = (page: Page) =>
    page
      .locator(".ranking [role=option] data")
      .evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));

  test.each(AREAS)(
    "the planner ranks $areas areas of the $model model by their gas demand once homes have heat pumps",
    { timeout: 900_000 },
    async ({ model, start, query, areas }) => {
      const servedPage = await startServer(model);
      const id = await servedPage.create({ area_code: start, end_year: 2050 });
      await servedPage.send("PUT", `/scenarios/${id}`, { scenario: { user_values: WITHOUT_GAS }, autobalance: true });
      const page = await servedPage.reusedPage();
      await show(page, `${servedPage.url}/s/${id}?view=explore&explore=areas&of=${query}`);
      await waitUntilDone(page, 600_000);
      await page.locator(".runBar .state", { hasText: `${areas} areas, calculated on the server` }).waitFor();
      const figures = await areasOf(page);
      expect(figures.length).toBeGreaterThan(0.98 * areas);
      expect(figures).toEqual(figures.toSorted((one, other) => other - one));
      const ownFigure = page.locator(`section[aria-labelledby=area-of-title] tr[data-query=${query}] data`);
      const { [query]: gas } = await servedPage.futureOf(id, [query]);
      expect(Number(await ownFigure.getAttribute("value")) / gas!).toBeCloseTo(1, 12);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});
