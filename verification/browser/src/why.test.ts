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

  test("an explanation takes the place of the sliders, so that charts stay where they are, and its parts are the server's numbers", async () => {
    const id = await open("?slide=electricity_wind");
    const placesOf = () =>
      page
        .locator(".board .pane")
        .evaluateAll((panes) => panes.map((pane) => JSON.stringify(pane.getBoundingClientRect())));
    const before = await placesOf();
    const costs = page.locator(".headline li[data-query=total_costs]");
    await costs.hover();
    await costs.getByRole("button", { name: "Source and unit" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Why? Annual costs" }).click();
    await rows(1).first().waitFor();
    expect(await placesOf()).toEqual(before);
    expect(new URL(page.url()).searchParams.get("why")).toBe("total_costs");

    const shown = await rows(1).evaluateAll((all) =>
      all.map((row) => [row.querySelector(".title")!.textContent, Number(row.querySelector("data")!.value)]),
    );
    const parts = await served.futureOf(id, [
      "costs_carriers",
      "costs_production",
      "costs_infrastructure",
      "costs_building_and_installations",
      "costs_co2",
    ]);
    expect(shown.map(([, value]) => value)).toEqual(Object.values(parts).toSorted((a, b) => b - a));
    expect(shown.map(([title]) => title)).toEqual(expect.arrayContaining(["Production", "Fuels and trade"]));
    // Neither keys nor program code.
    expect(await panel().locator(".tree").textContent()).not.toMatch(/_|\(/);
    await panel().getByRole("button", { name: "As a formula" }).click();
    await panel().getByText("Q(costs_production)").waitFor();
  });

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

  test("an explanation follows a move, and closes with Esc", async () => {
    const id = await open("?why=costs_of_wind_at_sea&slide=electricity_wind");
    const value = panel().locator(".treeTotal data");
    const before = await value.getAttribute("value");
    await served.send("PUT", `/scenarios/${id}`, { scenario: { user_values: { [WIND]: 20_000 } } });
    await expect.poll(async () => value.getAttribute("value")).not.toBe(before);
    await page.keyboard.press("Escape");
    await page.locator(`[data-input="${WIND}"]`).waitFor();
  });
});
