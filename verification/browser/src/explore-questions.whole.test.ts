/** Tests most questions of Explore; `explore.test.ts` tests two others. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`Explore${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
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

  const rows = () => page.locator(".ranking [role=option]");
  const waitUntilDone = () => page.locator(".runBar [aria-valuenow='100']").waitFor();

  test("Explore shows ranges of key figures over documented uncertainties, their causes, and the ranges of a chart", async () => {
    const id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}?view=explore&explore=sure&of=total_costs&charts=electricity_mix&n=64`);
    await waitUntilDone();
    const range = page.locator(".headline li[data-query=total_costs] .range [aria-hidden]");
    await expect.poll(async () => range.textContent()).toMatch(/^\d\d\.\d–\d\d\.\d$/);
    const sentence = page.locator(".headline li[data-query=total_costs] .range .unseen");
    await expect
      .poll(() => sentence.textContent())
      .toMatch(/^8 of 10 variants are between \d\d\.\d and \d\d\.\d bln €\.$/);
    const narrowRange = await range.textContent();
    await page.getByRole("radio", { name: "all", exact: true }).click();
    await expect.poll(async () => range.textContent()).not.toBe(narrowRange);
    const sliders = page.locator("section[aria-labelledby=uncertain-title] tbody tr");
    await expect.poll(() => sliders.first().textContent()).toMatch(/^Crude oil, price .*\d\d\u00a0%$/);
    const chart = page.locator("section[aria-labelledby=series-title]");
    await expect.poll(() => chart.locator(".whisker.ofTotal").count()).toBe(1);
    await expect.poll(() => chart.locator(".whisker").count()).toBeGreaterThan(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await chart.getByRole("radio", { name: "Table" }).click();
    await expect.poll(() => chart.locator("tbody tr").count()).toBeGreaterThan(3);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("radio", { name: "Influence" }).click();
    await expect.poll(() => page.locator(".headline .range").count()).toBe(0);
  });

  test("Explore shows the range of an hourly curve over the variants, hour by hour", async () => {
    const id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}?view=explore&explore=sure&charts=hourly_electricity&n=64`);
    await waitUntilDone();
    const pane = page.locator(".hourlyRanges");
    await pane.getByRole("combobox", { name: "Chart" }).selectOption("hourly_price");
    await pane.getByText(/Line: the median of each hour\. 64 variants\.$/).waitFor();
    const hour = pane.getByRole("slider");
    const readRange = async (): Promise<readonly number[]> => {
      const text = (await hour.getAttribute("aria-valuetext"))!;
      const pattern = /median (.+), half of all (.+)–(.+), all (.+)–(.+) €\/MWh$/;
      expect(text).toMatch(pattern);
      return pattern.exec(text)!.slice(1).map(Number);
    };
    await page.getByRole("radio", { name: "all", exact: true }).click();
    await expect.poll(async () => hour.getAttribute("aria-valuetext")).toMatch(/, all /);
    // The week with the widest band is shown first; in some of its hours all variants have the same price.
    let [median, lower, upper, low, high] = await readRange();
    while (low === high) {
      await hour.press("ArrowRight");
      [median, lower, upper, low, high] = await readRange();
    }
    expect([low, lower, median, upper, high]).toEqual([low, lower, median, upper, high].toSorted((a, b) => a! - b!));
    const selectedHour = Number(await hour.getAttribute("aria-valuenow"));
    await hour.press("Shift+ArrowRight");
    expect(Number(await hour.getAttribute("aria-valuenow"))).toBe(selectedHour + 24);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("combobox", { name: "Variants" }).selectOption("256");
    await pane.getByText(/^Light: .* variants\.$/).waitFor();
  });

  test("Explore finds the sliders that reach a target on their own, and sets one of them", async () => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    const { total_costs: initialCosts } = await servedPage.futureOf(id, ["total_costs"]);
    const target = Number((initialCosts! / 1e9 - 1).toPrecision(3));
    await show(
      page,
      `${servedPage.url}/s/${id}?slide=electricity_wind&view=explore&explore=target&of=total_costs&target=${target}`,
    );
    await waitUntilDone();
    const row = page.locator(`tr[data-slider="${WIND}"]`);
    const neededValue = Number(await row.locator("data").getAttribute("value"));
    expect(neededValue).toBeLessThan(40_000);
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole("button", { name: "Set it: Wind at sea" }).click();
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBe(neededValue);
    const { total_costs: finalCosts } = await servedPage.futureOf(id, ["total_costs"]);
    expect(finalCosts! / 1e9 / target).toBeCloseTo(1, 5);

    await page.getByRole("textbox", { name: /^Target: / }).fill("1");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "No slider reaches 1.00 bln € on its own" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Set the target to / }).click();
    await page.getByRole("heading", { name: /^1 slider reaches / }).waitFor();
    await page.getByRole("textbox", { name: /^Target: / }).fill("1");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Search combinations" }).click();
    await page.getByRole("radio", { name: "Good answers", checked: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("target")).toBe("1");
  });

  test("Explore applies the moved sliders to all areas on the server, ranks the areas, and marks the selected one", async () => {
    const id = await servedPage.create({
      area_code: "nl",
      end_year: 2050,
      user_values: { [WIND]: 40_000, costs_oil: 90 },
    });
    await show(page, `${servedPage.url}/s/${id}?view=explore&explore=areas&of=total_costs`);
    await waitUntilDone();
    await page.locator(".runBar .state", { hasText: "4 areas, calculated on the server" }).waitFor();
    const figures = await rows()
      .locator("data")
      .evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));
    expect(figures).toHaveLength(4);
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
    await expect.poll(() => page.locator(".ranking [aria-selected=true]").getAttribute("data-key")).toBe("nl");
    const { total_costs: costs } = await servedPage.futureOf(id, ["total_costs"]);
    const shownCosts = page.locator("section[aria-labelledby=area-of-title] tr[data-query=total_costs] data");
    expect(Number(await shownCosts.getAttribute("value")) / (costs! / 1e9)).toBeCloseTo(1, 12);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole("textbox", { name: "Search for an area" }).fill("utr");
    await rows().filter({ hasText: "Utrecht" }).click();
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByText("1 moved slider does not apply here.").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Table" }).click();
    expect((await download).suggestedFilename()).toMatch(/_nl_2050_areas_total_costs\.csv$/);
  });

  test("Explore finds different good answers, and sets one of them", async () => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    const address = `${servedPage.url}/s/${id}?slide=electricity_wind&view=explore&explore=answers`;
    await show(page, `${address}&of=renewability&target=21&n=256`);
    await waitUntilDone();
    const answers = page.locator(".answers tr[data-variant]");
    await expect.poll(() => answers.count()).toBe(6);
    const shownFigures = answers.nth(1).locator("data");
    const [renewable, costs] = await shownFigures.evaluateAll((all) =>
      all.map((element) => Number(element.getAttribute("value"))),
    );
    const axis = page.locator(`.parallel [data-axis="${WIND}"]`);
    const [lowerHandle, upperHandle] = [axis.getByRole("slider").first(), axis.getByRole("slider").last()];
    const initialCount = await answers.count();
    await upperHandle.press("PageDown");
    await upperHandle.press("PageDown");
    await page.getByRole("button", { name: "Clear brush" }).waitFor();
    const limit = Number(await upperHandle.getAttribute("aria-valuenow"));
    expect(limit).toBeLessThan(Number(await axis.getByRole("slider").last().getAttribute("aria-valuemax")));
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("radio", { name: "Table" }).click();
    const winds = await page
      .locator(`.common tr[data-slider="${WIND}"] data`)
      .evaluateAll((all) => all.map((element) => Number(element.getAttribute("value"))));
    expect(winds.length).toBeGreaterThan(0);
    for (const wind of winds) expect(wind).toBeLessThanOrEqual(limit);
    await page.getByRole("radio", { name: "Axes" }).click();
    await upperHandle.press("Delete");
    await page.getByRole("button", { name: "Clear brush" }).waitFor({ state: "detached" });
    const { x, y, width, height } = (await axis.locator(".hit").boundingBox())!;
    await page.mouse.move(x + width / 2, y + height * 0.9);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height * 0.5, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Clear brush" }).click();
    await expect
      .poll(() => lowerHandle.getAttribute("aria-valuenow"))
      .toBe(await lowerHandle.getAttribute("aria-valuemin"));
    await expect.poll(async () => answers.count()).toBe(initialCount);
    await page.getByRole("radio", { name: "Table" }).click();
    const settings = await page
      .locator(".common tr[data-slider]")
      .evaluateAll((all) =>
        all.map((row) => [row.getAttribute("data-slider"), Number(row.querySelectorAll("data")[1]!.value)] as const),
      );
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Set it: answer 2" }).click();
    await expect.poll(async () => servedPage.userValues(id)).toMatchObject(Object.fromEntries(settings));
    const finalResults = await servedPage.futureOf(id, ["renewability", "total_costs"]);
    expect(finalResults).toMatchObject({ renewability: renewable, total_costs: costs });
    await page.getByText("The scenario has changed since.").waitFor();
  });

  test("Explore requests more variants from the server than the browser calculates, and explains a refusal", async () => {
    const id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}?view=explore&explore=sure&of=total_costs&n=64`);
    await waitUntilDone();
    await page.getByRole("combobox", { name: "Variants" }).selectOption("4096");
    expect(new URL(page.url()).searchParams.get("n")).toBe("4096");
    const refusal = /^The server refuses this: design has 4,096 variants; expected at most 2,000\.$/;
    await page.locator(".runBar .state", { hasText: refusal }).waitFor();
    await page.getByText("Sign in for higher limits, or choose less.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
