/** Scenarios side by side: charts on one scale, and the differing sliders, each with its effect. */
import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
const SHARE = "transport_car_using_gasoline_mix_share";

interface QueryResponse {
  readonly gqueries: Readonly<Record<string, { readonly future: number }>>;
}

describe.skipIf(chromium === null)(`a comparison${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  /** Opens a scenario with the given charts, compared with others. */
  async function openComparison(id: number, otherIds: readonly number[] = [], search = ""): Promise<Page> {
    const page = await servedPage.reusedPage();
    const compareQuery = otherIds.length === 0 ? "" : `&cmp=${otherIds.join(",")}`;
    await show(page, `${servedPage.url}/s/${id}?view=compare${compareQuery}${search}`);
    return page;
  }
  async function createTitled(title: string, userValues: object): Promise<number> {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, title });
    await servedPage.set(id, userValues);
    return id;
  }
  const waitUntilCompared = (page: Page) => page.locator("main:not(.isCalculating) .side td data").first().waitFor();
  const rows = (page: Page) => page.locator(".differences tbody tr");
  /** The page calculates the differences, and the server calculates the other scenarios. */
  async function waitForDifferences(page: Page): Promise<void> {
    await page.locator(".differences footer", { hasText: "calculated in your browser" }).waitFor();
    await page.locator(".side").last().locator("td data").first().waitFor();
  }
  const numbersOf = (page: Page, side: number): Promise<readonly number[]> =>
    page.evaluate<number[]>(
      `Array.from(document.querySelectorAll(".side")[${side}].querySelectorAll("data"), ({ value }) => Number(value))`,
    );

  test("a scenario is chosen by its URL, and its numbers, charts and differing sliders appear next to the current ones", async () => {
    const coast = await createTitled("Coast", { [WIND]: 30_000 });
    const policy = await createTitled("Policy", { [WIND]: 12_000, [SUN]: 45_000 });
    const queries = await readHeadlineQueries();
    const page = await openComparison(coast);
    await waitUntilCompared(page);
    await page.getByText("No scenarios to compare yet.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Compare with" }).click();
    await page.getByRole("textbox", { name: "Scenario ID or link" }).fill("wind");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("alert").getByText("“wind” is neither the ID of a scenario nor a link to one").waitFor();
    await page.getByRole("textbox", { name: "Scenario ID or link" }).fill(`${servedPage.url}/s/${policy}`);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get("cmp") === String(policy));
    await expect.poll(async () => rows(page).count()).toBe(2);
    await waitForDifferences(page);
    for (const [side, id] of [coast, policy].entries()) {
      const shownNumbers = await numbersOf(page, side);
      expect(shownNumbers.length).toBe(5);
      const response = await servedPage.send<QueryResponse>("PUT", `/scenarios/${id}`, { gqueries: queries });
      expect(shownNumbers).toEqual(Object.values(response.gqueries).map(({ future }) => future));
    }
    // Each number of the other scenario has its difference from this one.
    const [emissions] = await numbersOf(page, 0);
    const [otherEmissions] = await numbersOf(page, 1);
    const difference = page.locator(".side").nth(1).locator(".change .moved").first();
    await expect
      .poll(() => difference.locator(".unseen").textContent())
      .toMatch(otherEmissions! > emissions! ? / more$/ : / less$/);
    await expect.poll(() => page.locator(".side").first().locator(".moved").count()).toBe(0);
    await expect.poll(() => page.locator(".pane svg.chart").count()).toBeGreaterThanOrEqual(2);

    // One switch sets all charts; a chart's own setting lasts until that switch is used again.
    const all = page.getByRole("radiogroup", { name: "All charts" });
    const views = () => page.locator(".board [data-chart] .segments [data-selected]").allTextContents();
    await all.getByRole("radio", { name: "Difference" }).click();
    expect(await views()).toEqual(["Δ", "Δ", "Δ"]);
    await page.locator(".board [data-chart]").first().getByRole("radio", { name: "Side by side" }).click();
    expect(await views()).toEqual(["Side by side", "Δ", "Δ"]);
    // Columns follow the header; the legend has the figures of this scenario.
    const columns = page
      .locator(".board [data-chart]")
      .first()
      .locator("svg.chart > g > text.strong:last-of-type > title");
    await expect.poll(() => columns.allTextContents()).toEqual(["2023", "Coast", "Policy"]);
    // The URL keeps both settings, so that a reload shows the same charts.
    const inUrl = (name: string) => new URL(page.url()).searchParams.get(name);
    await expect.poll(() => inUrl("compared")).toBe("difference");
    expect(inUrl("charts")).toMatch(/^[a-z_]+\.side,/);
    await page.reload();
    await waitForDifferences(page);
    expect(await views()).toEqual(["Side by side", "Δ", "Δ"]);
    await all.getByRole("radio", { name: "Overlay" }).click();
    expect(await views()).toEqual(["Overlay", "Overlay", "Overlay"]);

    // The workbench names the scenarios below each chart, and can end the comparison.
    await page.getByRole("link", { name: "Workbench" }).click();
    await page.locator("[data-chart] footer").getByText("A Coast · B Policy").first().waitFor();
    await page.getByRole("button", { name: "End comparison" }).click();
    await expect.poll(() => inUrl("cmp")).toBe(null);
    await page.goBack();
    await page.goBack();
    await waitForDifferences(page);

    // While another chart is calculated, the previous numbers remain.
    const previousNumbers = await numbersOf(page, 1);
    let release = (): void => {};
    const isRequested = new Promise<void>((resolve) => {
      const hold = async (route: Route): Promise<void> => {
        resolve();
        await new Promise<void>((resolve) => (release = resolve));
        await route.continue();
      };
      void page.route((url) => url.pathname === `/api/v3/scenarios/${policy}/queries`, hold);
    });
    await page.locator(".board button.other").first().click();
    await page.locator(".chartPicker [role=option]:not([aria-selected=true])").first().click();
    await isRequested;
    expect(await numbersOf(page, 1)).toEqual(previousNumbers);
    release();
  });

  let headlineQueries: readonly string[] | null = null;
  /** The queries of the first five headline numbers. */
  async function readHeadlineQueries(): Promise<readonly string[]> {
    if (headlineQueries !== null) return headlineQueries;
    const page = await servedPage.reusedPage();
    await show(page, `${servedPage.url}/s/${await servedPage.create()}`);
    await waitUntilAtRest(page);
    headlineQueries = await page.evaluate<string[]>(
      'Array.from(document.querySelectorAll(".headline li"), ({ dataset }) => dataset.query).slice(0, 5)',
    );
    return headlineQueries;
  }

  test("differing sliders are sorted by the effect of their change alone", async () => {
    const coast = await createTitled("Coast", { [WIND]: 30_000, [SHARE]: 40 });
    const otherId = await createTitled("Other", { [WIND]: 12_000, [SUN]: 45_000, [SHARE]: 10 });
    const [query] = await readHeadlineQueries();
    const page = await openComparison(coast, [otherId]);
    await waitForDifferences(page);
    await expect.poll(() => rows(page).count()).toBe(3);
    const ownValue = (await servedPage.send<QueryResponse>("PUT", `/scenarios/${coast}`, { gqueries: [query] }))
      .gqueries[query!]!.future;
    const effects: number[] = [];
    for (const row of await rows(page).all()) {
      const key = await row.getAttribute("data-row");
      const shownEffect = Number(
        (await row.locator("td.right").first().textContent())!.replace("−", "-").replace("±", ""),
      );
      effects.push(Math.abs(shownEffect));
      if (key !== WIND && key !== SUN) continue;
      const preview = await servedPage.send<QueryResponse>("POST", `/scenarios/${coast}/preview`, {
        scenario: { user_values: { [key]: key === WIND ? 12_000 : 45_000 } },
        gqueries: [query],
      });
      const effect = preview.gqueries[query!]!.future - ownValue;
      expect(Math.sign(shownEffect)).toBe(Math.sign(effect));
    }
    expect(effects).toEqual(effects.toSorted((a, b) => b - a));
    await expect.poll(() => page.locator(".differences tfoot tr").count()).toBe(2);
  });

  test("hourly charts share the week of the URL, and a brush over one changes it for all", async () => {
    const [firstId, secondId] = [
      await createTitled("One", { [WIND]: 30_000 }),
      await createTitled("Other", { [WIND]: 12_000 }),
    ];
    const page = await openComparison(firstId, [secondId], "&charts=hourly_electricity,hourly_price&h=497.432-599");
    await waitForDifferences(page);
    const plots = page.locator(".pane .u-over");
    await expect.poll(() => plots.count()).toBe(2);
    const inUrl = (): string | null => new URL(page.url()).searchParams.get("h");
    // Both charts mark the selected hour.
    await expect.poll(() => page.locator(".pane .hour.chosen:not([hidden])").count()).toBe(2);
    const box = (await plots.first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 4, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await expect.poll(inUrl).toMatch(/^497\.47[345]-51[456]$/);
    await plots.last().dblclick();
    await expect.poll(inUrl).toMatch(/^\d+\.0-8759$/);

    // The URL keeps the curve that is compared.
    const curve = page.getByRole("combobox", { name: /^Curve: / }).first();
    await curve.selectOption("total");
    await page.waitForURL(({ searchParams }) => searchParams.get("charts")!.includes(".curve:total"));
    await page.reload();
    await expect.poll(() => curve.inputValue()).toBe("total");
  });

  test("a click on a slider opens it in the workbench, whose charts continue to compare during a drag", async () => {
    const coast = await createTitled("Coast", { [WIND]: 30_000 });
    const otherId = await createTitled("Other", { [WIND]: 12_000 });
    const page = await openComparison(coast, [otherId]);
    await waitForDifferences(page);
    await page.getByRole("link", { name: "Wind at sea" }).click();
    await page.locator(`[data-input="${WIND}"]`).waitFor();
    expect(new URL(page.url()).searchParams.get("cmp")).toBe(String(otherId));
    const previousDrawing = await page.locator(".pane svg.chart").first().innerHTML();
    const thumb = (await page.locator(`[data-input="${WIND}"] .thumb`).boundingBox())!;
    await page.mouse.move(thumb.x + 12, thumb.y + 12);
    await page.mouse.down();
    await page.mouse.move(thumb.x - 60, thumb.y + 12, { steps: 6 });
    await expect.poll(async () => page.locator(".pane svg.chart").first().innerHTML()).not.toBe(previousDrawing);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect((await servedPage.changes(coast)).length).toBe(2);
  });

  test("a value is copied to this scenario as one change, and its row disappears", async () => {
    const coast = await createTitled("Coast", { [WIND]: 30_000 });
    const otherId = await createTitled("Other", { [WIND]: 12_000, [SUN]: 45_000 });
    const page = await openComparison(coast, [otherId]);
    await waitForDifferences(page);
    await page
      .locator(`[data-row="${SUN}"]`)
      .getByRole("button", { name: /Copy here/ })
      .click();
    await expect.poll(async () => rows(page).count()).toBe(1);
    expect(await servedPage.userValues(coast)).toEqual({ [WIND]: 30_000, [SUN]: 45_000 });
  });

  test("up to four scenarios are compared, even of other years, and a missing one is reported", async () => {
    const base = await createTitled("Base with a name that is longer than a column is wide", { [WIND]: 30_000 });
    const ids = [
      await createTitled("One", { [WIND]: 1_000 }),
      await servedPage.create({ area_code: "nl", end_year: 2040, title: "Year" }),
      999_999,
    ];
    // A comparison can also be opened by its URL.
    const page = await servedPage.newPage();
    await page.goto(`${servedPage.url}/s/${base}?view=compare&cmp=${ids.join(",")}`);
    await page.locator(".side", { hasText: "One" }).waitFor();
    await page.locator(".side", { hasText: "Netherlands · 2040" }).waitFor();
    await page.locator(".side", { hasText: "Scenario 999999" }).getByText("This scenario does not exist").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Compare with" }).count()).toBe(0);
    await page.getByRole("button", { name: "Remove Scenario 999999" }).click();
    await page.waitForURL((url) => url.searchParams.get("cmp") === ids.slice(0, 2).join(","));
    await page.getByRole("radio", { name: "Year", exact: true }).click();
    await page.getByText("Also different: year.").waitFor();
    await page.getByRole("radio", { name: "Costs", exact: true }).click();
    // The URL keeps both choices.
    await page.waitForURL(({ searchParams }) => searchParams.get("toward") === String(ids[1]));
    await page.waitForURL(({ searchParams }) => searchParams.get("effect") !== null);
    await page.reload();
    await page.getByText("Also different: year.").waitFor();
    const chosen = page.locator(".differences .segments [data-selected]");
    await expect.poll(() => chosen.allTextContents()).toEqual(["Costs", "C"]);
    // If a name does not fit below its column, all columns are labelled with the characters that the header assigns.
    const readBelow = (): Promise<readonly string[]> =>
      page.evaluate<string[]>(
        'Array.from(document.querySelectorAll("[data-chart=electricity_mix] svg.chart > g > text.strong:last-of-type"), (text) => text.firstChild.data)',
      );
    await expect.poll(readBelow).toEqual(["2023", "A", "B", "C"]);
    await expect.poll(() => page.locator(".side th b").allTextContents()).toEqual(["A", "B", "C"]);

    // Examples have a title in the language of the page.
    const example = {
      id: ids[0],
      scenario_id: ids[0],
      title_en: "One",
      title_nl: "Kust",
      area_code: "nl",
      end_year: 2050,
    };
    await page.route("**/api/v1/featured_scenarios", (route) =>
      route.fulfill({ json: { featured_scenarios: [example] } }),
    );
    await page.goto(`${servedPage.url}/s/${base}?view=compare&cmp=${ids[0]}`);
    await page.getByText("NL", { exact: true }).click();
    await page.locator(".side", { hasText: "Kust" }).waitFor();
  });

  test("charts of the model are compared side by side and as a difference (`npm test -- --exhaustive` covers all)", async () => {
    const base = await createTitled("Base", { [WIND]: 30_000 });
    const otherId = await createTitled("Other", { [WIND]: 1_000 });
    const page = await openComparison(base, [otherId]);
    await waitForDifferences(page);
    await page.locator(".board button.other").first().click();
    const charts = await page
      .locator(".chartPicker [role=option]")
      .evaluateAll((options) => options.map((option) => option.getAttribute("data-key") ?? ""));
    await page.keyboard.press("Escape");
    const undrawnCharts =
      "[...document.querySelectorAll('.board .pane')].filter((pane) => " +
      "pane.querySelector('svg.chart, canvas, table.figures, .body > .empty') === null).map(({ dataset }) => dataset.chart)";
    const step = Math.max(1, Math.floor(charts.length / sampleSize(12, charts.length)));
    const sampledCharts = charts.filter((_, index) => index % step === 0);
    for (let first = 0; first < sampledCharts.length; first += 6) {
      const board = sampledCharts.slice(first, first + 6);
      await openComparison(base, [otherId], `&charts=${board.join(",")}`);
      await waitUntilCompared(page);
      await expect.poll(async () => page.evaluate(undrawnCharts)).toEqual([]);
      for (const radio of await page.locator(".board .segments").getByRole("radio", { name: "Δ" }).all()) {
        await radio.click();
      }
      await expect.poll(async () => page.evaluate(undrawnCharts)).toEqual([]);
      await expect.poll(() => page.locator(".board [data-chart]").count()).toBe(board.length);
    }
  });
});
