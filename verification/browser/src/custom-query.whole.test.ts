/** Tests charts of user-defined queries: completion, units, positions of errors, and the URL that keeps them. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest, waitUntilDrawn } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, fileOf, headlineOf, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`user-defined queries${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  const dialog = (page: Page) => page.getByRole("dialog");
  const text = (page: Page) => dialog(page).getByRole("textbox", { name: "Query" });
  const pane = (page: Page) => page.locator('.pane[data-chart="own_1"]');
  const result = (page: Page) => dialog(page).getByText(/^Result: /);

  /** A new scenario with the editor open, reached by keyboard. */
  async function openEditor(): Promise<{ readonly page: Page; readonly id: number }> {
    const page = await servedPage.reusedPage();
    const id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind&charts=electricity_mix`);
    await waitUntilDrawn(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("custom query");
    await page.keyboard.press("Enter");
    await text(page).waitFor();
    await waitForFocus(page, "textarea");
    return { page, id };
  }
  const waitForFocus = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor();
  /** The figures of the chart's series in the start year and in the end year. */
  async function figuresOf(page: Page): Promise<readonly number[]> {
    const rows = (await fileOf(pane(page), "Data (CSV)")).toString().trim().split("\n");
    return rows.at(-1)!.split(",").slice(-2).map(Number);
  }

  test("a query is completed by keyboard and has the unit of its parts, and its chart follows a slider", async () => {
    const { page, id } = await openEditor();
    await page.keyboard.type("Q(total_cost");
    await dialog(page).getByRole("option", { name: "total_costs" }).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.keyboard.type(") * 2");
    await result(page).waitFor();
    await expect.poll(() => text(page).inputValue()).toBe("Q(total_costs) * 2");
    expect(await accessibilityViolations(page)).toEqual([]);
    const unit = await dialog(page).getByRole("combobox", { name: "Unit" }).inputValue();
    expect(unit).toMatch(/EUR|euro/i);
    await expect.poll(() => result(page).textContent()).toContain(unit);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });

    const initialFigures = await figuresOf(page);
    expect(initialFigures[1]! / (await servedPage.futureOf(id, ["total_costs"]))["total_costs"]!).toBeCloseTo(2, 9);
    const slider = page.locator(`[data-input="${WIND}"] input[type=range]`);
    await slider.focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
    await expect.poll(async () => servedPage.userValues(id)).toHaveProperty(WIND);
    await waitUntilAtRest(page);
    await expect
      .poll(async () => (await figuresOf(page))[1]! / (await servedPage.futureOf(id, ["total_costs"]))["total_costs"]!)
      .toBeCloseTo(2, 9);
    const finalFigures = await figuresOf(page);
    expect(finalFigures[0]).toBe(initialFigures[0]);
    expect(finalFigures[1]).not.toBe(initialFigures[1]);
  });

  test("the URL shows the chart with its title, unit and hours in another browser", async () => {
    const { page } = await openEditor();
    await page.keyboard.type("SUM_CURVES(Q(own_hours), Q(own_hours))");
    await dialog(page)
      .getByText(/^Line 1, column 14: .*own_hours/)
      .waitFor();
    await text(page).fill(`COALESCE_CURVE(nil, 2.5)`);
    await dialog(page)
      .getByText(/is a curve of hours: choose Hours/)
      .waitFor();
    await dialog(page).getByRole("radio", { name: "Hours" }).press("Space");
    await dialog(page).getByRole("textbox", { name: "Title" }).fill("A flat load");
    await dialog(page).getByRole("combobox", { name: "Unit" }).fill("MW");
    // No wait, because closing applies the last change.
    await page.keyboard.press("Escape");
    await pane(page).getByRole("heading", { name: "A flat load" }).waitFor();
    await pane(page).locator("canvas").waitFor();

    const otherPage = await servedPage.newPage({ isIsolated: true });
    await otherPage.goto(page.url());
    await waitUntilDrawn(otherPage);
    await waitUntilAtRest(otherPage);
    await pane(otherPage).getByRole("heading", { name: "A flat load" }).waitFor();
    const rows = (await fileOf(pane(otherPage), "Data (CSV)")).toString().trim().split("\n");
    expect([rows[0], rows.length]).toEqual(["time,A flat load (MW)", 8_761]);
    expect(new Set(rows.slice(1).map((row) => row.split(",")[1]))).toEqual(new Set(["2.5"]));
  });

  test("errors name their line and column, and the caret moves there on request", async () => {
    const { page } = await openEditor();
    await text(page).fill("SUM(\nQ(total_costs)\nQ(total_costs))");
    await dialog(page).getByText("Line 3, column 1: ").waitFor();
    await expect.poll(() => dialog(page).locator("mark").textContent()).toBe("Q");
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Go to the error" }).press("Enter");
    await waitForFocus(page, "textarea");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(",");
    await result(page).waitFor();
    await expect.poll(() => text(page).inputValue()).toBe("SUM(\nQ(total_costs)\n,Q(total_costs))");

    for (const [query, message] of [
      ["1 + Q(total_cost)", /^Line 1, column 7: .*total_cost.*did you mean "total_costs"/],
      ["1 + [1]", /^Line 1, column 3: expected a number, found a list/],
    ] as const) {
      await text(page).fill(query);
      await dialog(page).getByText(message).waitFor();
    }
  });

  test("a query can neither change the model nor block the page", async () => {
    const { page, id } = await openEditor();
    const initialHeadline = await headlineOf(page);
    for (const [query, message] of [
      ["UPDATE(AREA(), co2_price, 5)", /^Line 1, column 1: UPDATE can only be used in an input/],
      ["hash = {a: 1}; hash[:a] = 2", /a hash cannot be changed here/],
      ["(1..100000).map{|a| (1..100000).map{|b| a * b}}.flatten.sum + 0", /the query takes too much work/],
    ] as const) {
      await text(page).fill(query);
      await dialog(page).getByText(message).waitFor();
    }
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    expect(await headlineOf(page)).toEqual(initialHeadline);
    await page.locator(`[data-input="${WIND}"] input[type=range]`).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => headlineOf(page)).not.toEqual(initialHeadline);
    await expect.poll(async () => servedPage.userValues(id)).toHaveProperty(WIND);
  });

  test("a Dutch page has Dutch text; a chart's menu opens its query, where the chart can be removed", async () => {
    const { page } = await openEditor();
    await page.keyboard.type("Q(total_costs)");
    await result(page).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "NL" }).click({ force: true });
    await pane(page)
      .getByRole("button", { name: /^Acties: / })
      .press("Enter");
    await page.getByRole("menuitem", { name: "Query bewerken…" }).press("Enter");
    await dialog(page).getByRole("heading", { name: "Eigen query" }).waitFor();
    await text(page).fill("Q(total_cost)");
    await dialog(page)
      .getByText(/^Regel 1, kolom 3: /)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Grafiek verwijderen" }).press("Enter");
    await pane(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("own")).toBe(false);
    await page.getByRole("radio", { name: "EN" }).click({ force: true });
  });
});
