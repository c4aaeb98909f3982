/** Tests the panes of the workbench: the charts that they show, and their part of the URL. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { axeViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`panes${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
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

  async function open(search = ""): Promise<void> {
    await show(page, `${servedPage.url}/s/${await servedPage.create()}${search}`);
    await waitUntilAtRest(page);
  }
  const readShown = async (): Promise<readonly string[]> =>
    page.locator(".board .pane").evaluateAll((panes) => panes.map((pane) => pane.getAttribute("data-chart") ?? ""));
  const charts = (): string | null => new URL(page.url()).searchParams.get("charts");
  const goTo = async (slide: string): Promise<void> => page.locator(`.rail a[href*="slide=${slide}"]`).first().click();

  test("the first pane that is not pinned shows the chart of the slide", async () => {
    await open("?slide=electricity_wind");
    expect(await readShown()).toEqual(["electricity_mix", "emissions_to_the_future", "hourly_electricity"]);
    await goTo("hydrogen_production");
    await expect.poll(readShown).toEqual(["hydrogen_supply", "emissions_to_the_future", "hourly_electricity"]);

    const hydrogen = page.locator('.pane[data-chart="hydrogen_supply"]');
    await hydrogen.hover();
    await hydrogen.getByRole("button", { name: /^Actions: / }).click();
    await page.getByRole("menuitem", { name: "Pin" }).click();
    await hydrogen.getByRole("button", { name: /^Unpin: / }).waitFor();
    await expect.poll(charts).toBe("hydrogen_supply.pinned,emissions_to_the_future,hourly_electricity");
    await goTo("transport_growth");
    await expect
      .poll(async () => (await readShown()).slice(0, 2))
      .toEqual(["hydrogen_supply", "passenger_kilometres_by_mode"]);
    await page.goBack();
    await expect.poll(readShown).toEqual(["hydrogen_supply", "emissions_to_the_future", "hourly_electricity"]);
  });

  test("a menu has the actions of a pane, works by keyboard, and fits six panes on a small screen", async () => {
    await open(
      "?charts=hourly_electricity,electricity_mix,emissions_to_the_future,energy_flows,prices_in_order,costs_of_the_system",
    );
    await page.setViewportSize({ width: 1280, height: 720 });
    const mix = page.locator('.pane[data-chart="electricity_mix"]');
    await mix.getByRole("button", { name: "Actions: Electricity by source" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await expect
      .poll(() => page.getByRole("menuitem").allTextContents())
      .toEqual([
        "Data (CSV)",
        "Image (PNG)",
        "Vector image (SVG)",
        "Copy link",
        "Embed…",
        "Present in full screen",
        "Make a report",
        "Source and unit",
        "Pin",
        "Remove",
      ]);
    await page.keyboard.press("S");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Electricity by source" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await axeViolations(page)).toEqual([]);
    for (const pane of await page.locator(".board .pane").all()) {
      const [title, actions, paneBox] = await Promise.all(
        [pane.locator("header"), pane.locator(".actions"), pane].map(async (part) => (await part.boundingBox())!),
      );
      expect(actions!.y).toBeGreaterThanOrEqual(title!.y + title!.height);
      expect(actions!.x + actions!.width).toBeLessThanOrEqual(paneBox!.x + paneBox!.width);
    }
    await mix.hover();
    await mix.getByRole("button", { name: /^Actions: / }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await expect.poll(async () => (await readShown()).includes("electricity_mix")).toBe(false);
  });

  test("with four panes on a wide screen, the hourly chart has its own row in any position", async () => {
    const id = await servedPage.create();
    await page.setViewportSize({ width: 1920, height: 1080 });
    for (const charts of [
      "electricity_mix,emissions_to_the_future,hourly_electricity,energy_flows",
      "hourly_electricity,electricity_mix,emissions_to_the_future,energy_flows",
    ]) {
      await show(page, `${servedPage.url}/s/${id}?charts=${charts}`);
      await waitUntilAtRest(page);
      const widthOf = async (key: string): Promise<number> =>
        (await page.locator(`.pane[data-chart="${key}"]`).boundingBox())!.width;
      const otherWidths = await Promise.all(
        ["electricity_mix", "emissions_to_the_future", "energy_flows"].map(widthOf),
      );
      expect(Math.max(...otherWidths) - Math.min(...otherWidths)).toBeLessThan(2);
      expect(await widthOf("hourly_electricity")).toBeGreaterThan(3 * otherWidths[0]!);
    }
  });

  test("a headline number opens its chart, and the pane gets the focus", async () => {
    await open("?charts=electricity_mix.pinned,emissions_to_the_future,energy_flows");
    await page.locator(".headline [data-query=total_costs] button.label").click();
    await expect.poll(readShown).toEqual(["electricity_mix", "costs_of_the_system", "energy_flows"]);
    await page.locator('.pane[data-chart="costs_of_the_system"]:focus').waitFor();
  });

  test("the URL keeps the view and the table of each pane", async () => {
    await open("?charts=electricity_mix,emissions_by_sector");
    const mix = page.locator('.pane[data-chart="electricity_mix"]');
    await mix.getByRole("radio", { name: "Δ" }).click();
    const sectors = page.locator('.pane[data-chart="emissions_by_sector"]');
    await sectors.hover();
    await sectors.locator("[data-action=table]").click();
    await expect.poll(charts).toBe("electricity_mix.difference,emissions_by_sector.table");
    await page.reload();
    await waitUntilAtRest(page);
    await expect.poll(() => mix.getByRole("radio", { name: "Δ" }).isChecked()).toBe(true);
    await sectors.locator("table").waitFor();
  });

  test("the chart of a pane is found by words, in the group of its subject, with the keyboard alone", async () => {
    await open("?charts=electricity_mix,emissions_by_sector");
    const picker = page.locator('[data-chart="electricity_mix"] button.other');
    await picker.focus();
    await page.keyboard.press("Enter");
    const options = page.locator(".chartPicker [role=option]");
    await expect.poll(() => options.count()).toBeGreaterThan(50);
    await expect.poll(() => page.locator(".chartPicker header").allTextContents()).toContain("Households");
    await page.keyboard.type("heat_of_homes tech");
    await expect.poll(async () => options.first().getAttribute("data-key")).toBe("heat_of_homes_by_technology");
    await expect.poll(() => options.count()).toBeLessThan(5);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await readShown())[0]).toBe("heat_of_homes_by_technology");
    await expect.poll(charts).toMatch(/,emissions_by_sector$/);
  });

  test("the URL keeps locked members and the visited version", async () => {
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 30_000 });
    await show(page, `${servedPage.url}/s/${id}?slide=households_heating`);
    await waitUntilAtRest(page);
    const lock = page
      .locator(".group .member")
      .first()
      .getByRole("button", { name: /^Lock / });
    await lock.click();
    const readLocks = (): string | null => new URL(page.url()).searchParams.get("lock");
    await expect.poll(readLocks).toMatch(/^households_heater_/);
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind&v=1`);
    await waitUntilAtRest(page);
    await page.locator(".timeline.visits").waitFor();
    const wind = page.locator(`[data-input="${WIND}"] input.field`);
    await expect.poll(async () => wind.inputValue()).not.toBe("30");
    expect(await page.evaluate("document.querySelector('.timeline.visits') !== null")).toBe(true);
    expect(new URL(page.url()).searchParams.get("v")).toBe("1");
    await page.keyboard.press("Escape");
  });
});
