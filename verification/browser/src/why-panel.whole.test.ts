/** Further tests of explanations; `why.test.ts` follows an explanation from a result to its hours. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { ServedPage, show } from "./served-page.ts";

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

  test("an explanation replaces the sliders without moving the charts, and its parts equal the server's numbers", async () => {
    const id = await open("?slide=electricity_wind");
    const readPositions = () =>
      page
        .locator(".board .pane")
        .evaluateAll((panes) => panes.map((pane) => JSON.stringify(pane.getBoundingClientRect())));
    const initialPositions = await readPositions();
    const costs = page.locator(".headline li[data-query=total_costs]");
    await costs.hover();
    await costs.getByRole("button", { name: "Source and unit" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Why? Annual costs" }).click();
    await rows(1).first().waitFor();
    expect(await readPositions()).toEqual(initialPositions);
    expect(new URL(page.url()).searchParams.get("why")).toBe("total_costs");

    const shownParts = await rows(1).evaluateAll((all) =>
      all.map((row) => [row.querySelector(".title")!.textContent, Number(row.querySelector("data")!.value)]),
    );
    const parts = await servedPage.futureOf(id, [
      "costs_carriers",
      "costs_production",
      "costs_infrastructure",
      "costs_building_and_installations",
      "costs_co2",
    ]);
    expect(shownParts.map(([, value]) => value)).toEqual(Object.values(parts).toSorted((a, b) => b - a));
    expect(shownParts.map(([title]) => title)).toEqual(expect.arrayContaining(["Production", "Fuels and trade"]));
    // The text contains neither keys nor program code.
    await expect.poll(() => panel().locator(".tree").textContent()).not.toMatch(/_|\(/);
    await panel().getByRole("button", { name: "As a formula" }).click();
    await panel().getByText("Q(costs_production)").waitFor();
  });

  test("an explanation follows a move, and closes with Esc", async () => {
    const id = await open("?why=costs_of_wind_at_sea&slide=electricity_wind");
    const value = panel().locator(".treeTotal data");
    const initialValue = await value.getAttribute("value");
    await servedPage.send("PUT", `/scenarios/${id}`, { scenario: { user_values: { [WIND]: 20_000 } } });
    await expect.poll(async () => value.getAttribute("value")).not.toBe(initialValue);
    await page.keyboard.press("Escape");
    await page.locator(`[data-input="${WIND}"]`).waitFor();
  });
});
