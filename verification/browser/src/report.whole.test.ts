/** Tests reports: chosen charts, assumptions, sources and the planner's text, on paper and at a permanent URL. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, headlineOf, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const AIR_HEAT_PUMP = "households_heater_heatpump_air_water_electricity_share";
const TEXT = "Wind at sea grows; gases fall.";

describe.skipIf(chromium === null)(`a report${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  const create = (): Promise<number> =>
    servedPage.create({ area_code: "nl", end_year: 2050, title: "Coast", user_values: { [WIND]: 40_000 } });
  const waitUntilReady = async (page: Page): Promise<void> => {
    await page.locator(".reportNumbers data").first().waitFor();
    await page.locator(".report .figurePane[data-recipe] svg").first().waitFor();
  };
  async function open(page: Page, id: number, search = "&charts=electricity_mix,hourly_electricity"): Promise<void> {
    await show(page, `${servedPage.url}/s/${id}?view=report${search}`);
    await waitUntilReady(page);
  }
  const chartsOf = (page: Page): Promise<readonly (string | null)[]> =>
    page.locator(".report .figurePane").evaluateAll((panes) => panes.map((pane) => pane.getAttribute("data-chart")));
  const numbersOf = (page: Page): Promise<Readonly<Record<string, number>>> =>
    page.evaluate<Record<string, number>>(
      `Object.fromEntries(Array.from(document.querySelectorAll(".reportNumbers li"), (item) =>
        [item.dataset.query, Number(item.querySelector("data")?.value)]))`,
    );

  test("search opens a report with the board's charts and the same figures; charts are added, moved and removed by keyboard", async () => {
    const page = await servedPage.reusedPage();
    const id = await create();
    await show(page, `${servedPage.url}/s/${id}?charts=electricity_mix,hourly_electricity`);
    await waitUntilAtRest(page);
    const figures = await headlineOf(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("make a report");
    await page.getByRole("menuitem", { name: "Make a report" }).waitFor();
    await page.keyboard.press("Enter");
    await waitUntilReady(page);
    expect(await numbersOf(page)).toMatchObject(figures);
    expect(await chartsOf(page)).toEqual(["electricity_mix", "hourly_electricity"]);

    await page.getByRole("button", { name: "Add a chart" }).press("Enter");
    await page.getByRole("searchbox").fill("greenhouse gases by sector");
    await expect.poll(() => page.getByRole("option").first().textContent()).toBe("Greenhouse gases by sector");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator('.figurePane[data-chart="emissions_by_sector"]').waitFor();
    await page
      .getByRole("button", { name: /^Move up: / })
      .last()
      .press("Enter");
    await expect
      .poll(async () => chartsOf(page))
      .toEqual(["electricity_mix", "emissions_by_sector", "hourly_electricity"]);
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .press("Enter");
    await expect.poll(async () => chartsOf(page)).toEqual(["emissions_by_sector", "hourly_electricity"]);
    expect(new URL(page.url()).searchParams.get("report")).toBe("emissions_by_sector,hourly_electricity");

    await page.getByRole("link", { name: "Back to the workbench" }).press("Enter");
    await page.locator('.board .pane[data-chart="electricity_mix"]').waitFor();
  });

  test("the assumptions of a report are the moved sliders with both values and the unit, and the shares that adjusted", async () => {
    const page = await servedPage.reusedPage();
    const id = await create();
    await servedPage.send("PUT", `/scenarios/${id}`, {
      scenario: { user_values: { [AIR_HEAT_PUMP]: 40 } },
      autobalance: true,
    });
    await open(page, id);
    const row = page.locator(`.assumptions [data-input="${WIND}"]`);
    const cells = await row.locator("th, td").allTextContents();
    const inputs = await servedPage.send<Readonly<Record<string, { readonly default: number }>>>(
      "GET",
      `/scenarios/${id}/inputs`,
    );
    expect(cells[0]).toBe("Wind at sea");
    expect(cells.slice(2)).toEqual([(inputs[WIND]!.default / 1_000).toPrecision(3), "40.0", "GW"]);
    const { balanced_values: balancedValues } = await servedPage.send<{ readonly balanced_values: object }>(
      "GET",
      `/scenarios/${id}`,
    );
    const rowCount = await page.locator(".assumptions tbody tr").count();
    const followingCount = await page.locator(".assumptions tbody tr", { hasText: "(follows its group)" }).count();
    expect(rowCount - followingCount).toBe(2);
    expect(followingCount).toBeGreaterThan(0);
    expect(followingCount).toBeLessThanOrEqual(Object.keys(balancedValues).length);
    await page.getByRole("heading", { name: /^Assumptions: 2 of \d+ sliders changed$/ }).waitFor();
    await expect.poll(() => page.locator(".sources li").count()).toBeGreaterThan(1);
  });

  test("the permanent URL has the text, and the same figures after the scenario has changed", async () => {
    const page = await servedPage.reusedPage();
    const id = await create();
    await open(page, id);
    const figures = await numbersOf(page);
    await page.getByRole("textbox", { name: "Text of the report" }).fill(TEXT);
    await page.waitForURL((url) => url.searchParams.get("text") === TEXT);
    const address = (await page.locator(".origin a").getAttribute("href"))!;
    const code = (await page.locator(".origin .qr").getAttribute("data-address"))!;
    expect(new URL(code).searchParams.has("text")).toBe(false);
    await servedPage.set(id, { [WIND]: 1_000 });
    const later = await servedPage.newPage();
    await later.goto(address);
    await waitUntilReady(later);
    await expect.poll(async () => numbersOf(later)).toEqual(figures);
    await expect.poll(() => later.getByRole("textbox", { name: "Text of the report" }).inputValue()).toBe(TEXT);
    await expect.poll(() => later.locator(`.assumptions [data-input="${WIND}"] b`).textContent()).toBe("40.0");
  });

  test("on paper a report has its charts and tables without controls, on portrait pages", async () => {
    const page = await servedPage.reusedPage();
    const id = await create();
    await open(page, id, `&charts=electricity_mix,hourly_electricity&text=${encodeURIComponent(TEXT)}`);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    // Each page is A4 portrait, in points.
    const sizes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map((match) =>
      match.slice(1).map((side) => Math.round(Number(side))),
    );
    expect(sizes.length).toBeGreaterThanOrEqual(1);
    for (const size of sizes) expect(size).toEqual([595, 842]);
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => page.locator(".reportBar").isVisible()).toBe(false);
    await expect.poll(() => page.locator(".placing").first().isVisible()).toBe(false);
    await expect.poll(() => page.locator(".assumptions table").isVisible()).toBe(true);
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(wide).toBeLessThanOrEqual(page.viewportSize()!.width);
  });

  test.for(["en", "nl"] as const)("a report has no accessibility violations in either theme (%s)", async (language) => {
    const page = await servedPage.newPage({ isIsolated: true, options: { locale: language } });
    await open(page, await create());
    await page.getByRole("heading", { name: { en: "Sources", nl: "Bronnen" }[language], exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
