/**
 * Tests the hours screen: all charts show the same part of the year, and the report of an hour names the running plants
 * and the price setter.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { accessibilityViolations, fileOf, PHONE, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const HOUR = 497;
/** The week from 19 January. */
const WEEK = "432-599";

describe.skipIf(chromium === null)(`hours${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
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

  async function open(search: string): Promise<number> {
    const id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}${search}`);
    await waitUntilAtRest(page);
    return id;
  }
  const report = () => page.locator(".inspector");
  const waitForHour = async (hour: number): Promise<void> =>
    report()
      .and(page.locator(`[data-hour="${hour}"]`))
      .waitFor();
  const hourInUrl = (): string | null => new URL(page.url()).searchParams.get("h");
  const readPrice = async (): Promise<number> => Number(await page.locator(".inspector .price b").textContent());
  /** The price of an hour, calculated by the server. */
  async function priceOnServer(id: number, hour: number): Promise<number> {
    const key = "merit_order_price_curve";
    const { gqueries } = await servedPage.send<{
      readonly gqueries: { readonly [key: string]: { readonly future: readonly number[] } };
    }>("PUT", `/scenarios/${id}`, { gqueries: [key] });
    return gqueries[key]!.future[hour]!;
  }

  test("an hour in the URL opens with its week and its report, whose price equals the server's", async () => {
    const id = await open(`?view=hours&h=${HOUR}`);
    await waitForHour(HOUR);
    expect(await readPrice()).toBeCloseTo(await priceOnServer(id, HOUR), 0);
    await expect.poll(() => page.locator(".inspector .bid").count()).toBeGreaterThan(3);
    await expect.poll(() => page.getByText("hour 498 of 8,760").count()).toBe(1);
  });

  test("a click in the heat map shows that week in all charts, and that hour in the report", async () => {
    await open("?view=hours");
    const box = (await page.locator(".heatmap canvas").boundingBox())!;
    // 21 January, 17:00.
    await page.mouse.click(box.x + (20.5 / 365) * box.width, box.y + (17.5 / 24) * box.height);
    await waitForHour(20 * 24 + 17);
    await expect.poll(hourInUrl).toBe(`${20 * 24 + 17}.408-575`);
    const values = await page
      .locator(".hours[role=slider]")
      .evaluateAll((all) => all.map((element) => element.ariaValueNow));
    expect(new Set(values)).toEqual(new Set([String(20 * 24 + 17)]));
    await expect.poll(() => page.locator(".hoursScreen .u-over .hour.chosen:not([hidden])").count()).toBe(3);
  });

  test("a click with Shift shows only the day", async () => {
    await open("?view=hours");
    const box = (await page.locator(".heatmap canvas").boundingBox())!;
    await page.keyboard.down("Shift");
    await page.mouse.click(box.x + (20.5 / 365) * box.width, box.y + (17.5 / 24) * box.height);
    await page.keyboard.up("Shift");
    await expect.poll(hourInUrl).toBe(`${20 * 24 + 17}.480-503`);
  });

  test("a click selects the hour under the pointer, anywhere on the axis", async () => {
    await open(`?charts=hourly_electricity&h=.${WEEK}`);
    const chart = page.locator(".hours[role=slider]").first();
    const box = (await chart.locator(".u-over").boundingBox())!;
    const readHour = async (): Promise<number> => Number(await chart.getAttribute("aria-valuenow"));
    for (const share of [0.003, 0.113, 0.254, 0.377, 0.503, 0.623, 0.871, 0.996]) {
      const [x, y] = [Math.round(box.x + share * box.width), Math.round(box.y + box.height / 2)];
      await page.mouse.move(x - 3, y);
      await page.mouse.move(x, y);
      const hour = 432 + Math.floor(((x - box.x) / box.width) * 168);
      await expect.poll(readHour).toBe(hour);
      await page.mouse.click(x, y);
      await expect.poll(hourInUrl).toBe(`${hour}.${WEEK}`);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height + 60);
      await expect.poll(readHour).toBe(hour);
    }
  });

  test("the darkest week is selected only once: it is in the title and the URL, and does not change with the numbers", async () => {
    const id = await open("?charts=hourly_electricity&slide=electricity_wind");
    await expect.poll(hourInUrl).toMatch(/^\.\d+-\d+$/);
    const week = hourInUrl()!;
    const title = page.locator(".pane header .span");
    await expect.poll(() => title.textContent()).toMatch(/^Darkest week, \d+(?: \w+)?\s?–\s?\d+ \w+$/);
    const dates = (await title.textContent())!.replace("Darkest week, ", "");
    await servedPage.set(id, { [WIND]: 0, capacity_of_energy_power_solar_pv_solar_radiation: 60_000 });
    await expect.poll(async () => page.locator(`[data-input="${WIND}"] input.field`).inputValue()).toBe("0");
    await waitUntilAtRest(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.reload();
    await waitUntilAtRest(page);
    expect(hourInUrl()).toBe(week);
    await expect.poll(() => title.textContent()).toContain(dates);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("a brush over one chart zooms all of them, and a double click shows the whole year", async () => {
    await open(`?view=hours&h=${HOUR}.${WEEK}`);
    await waitForHour(HOUR);
    const box = (await page.locator(".weeks .hours .u-over").first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 4, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 });
    await page.mouse.up();
    // A quarter of the week, rounded to hours.
    await expect.poll(hourInUrl).toBe(`${HOUR}.474-515`);
    await page.locator(".weeks .hours .u-over").last().dblclick();
    await expect.poll(hourInUrl).toMatch(/^\d+\.0-8759$/);
  });

  test("the legends of the week and of its price are equally wide, and show full names", async () => {
    await open("?view=hours");
    await page.locator(".weeks .legend").nth(1).waitFor();
    const legends = page.locator(".weeks .legend");
    const widthOf = async (index: number): Promise<number> => (await legends.nth(index).boundingBox())!.width;
    await expect.poll(async () => (await widthOf(0)) - (await widthOf(1))).toBe(0);
    expect(await widthOf(0)).toBeLessThan(220);
    const COUNT_CUT_NAMES =
      "Array.from(document.querySelectorAll('.weeks .legend span')).filter((name) => name.scrollWidth > name.clientWidth).length";
    expect(await page.evaluate(COUNT_CUT_NAMES)).toBe(0);
  });

  test("keys move the selected hour in all charts: by an hour, a day or a week", async () => {
    await open(`?view=hours&h=${HOUR}.${WEEK}`);
    await page.locator(".hours[role=slider]").first().focus();
    for (const [key, hour] of [
      ["ArrowRight", HOUR + 1],
      ["Shift+ArrowLeft", HOUR - 23],
      ["PageDown", HOUR + 145],
      ["Home", 0],
    ] as const) {
      await page.keyboard.press(key);
      await waitForHour(hour);
    }
    await page.keyboard.press("0");
    await expect.poll(hourInUrl).toBe("0.0-8759");
  });

  test("the report of an hour follows the sliders, even in a pane of the workbench", async () => {
    const id = await open(`?charts=merit_order,hourly_electricity&h=${HOUR}&slide=electricity_wind`);
    await waitForHour(HOUR);
    const windAtSea = page.locator('.bid[data-node="energy_power_wind_turbine_offshore"]');
    const previousText = await windAtSea.locator("text.strong").textContent();
    const field = page.locator(`[data-input="${WIND}"] input.field`);
    await field.fill("20");
    await field.press("Enter");
    await expect.poll(async () => windAtSea.locator("text.strong").textContent()).not.toBe(previousText);
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBe(20_000);
    await waitUntilAtRest(page);
    expect(await readPrice()).toBeCloseTo(await priceOnServer(id, HOUR), 0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("on a tablet and a phone, the bar of markets is as high as its buttons", async () => {
    await open(`?view=hours&h=${HOUR}`);
    await waitForHour(HOUR);
    for (const size of [{ width: 820, height: 1180 }, PHONE]) {
      await page.setViewportSize(size);
      const bottomOf = async (selector: string): Promise<number> => {
        const boxes = await page
          .locator(selector)
          .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
        return Math.max(...boxes.map(({ bottom }) => bottom));
      };
      expect(await bottomOf(".hoursBar :is(.button, .select, .segments)")).toBeLessThan(await bottomOf(".hoursBar"));
    }
  });

  test("markets without prices show positions in their order instead", async () => {
    await open(`?view=hours&h=${HOUR}`);
    await waitForHour(HOUR);
    await page.getByRole("radio", { name: "Heat, medium" }).click();
    await page.locator('.inspector[data-network="heat_network_mt"]').waitFor();
    await expect.poll(() => page.locator(".inspector .price b").count()).toBe(0);
    await expect.poll(() => page.locator(".inspector .bid").count()).toBeGreaterThan(0);
    await page.locator(".inspector").getByText("last in the order first").waitFor();
    // Network gas has no order either.
    await page.getByRole("radio", { name: "Gas", exact: true }).click();
    await page.locator('.inspector[data-network="network_gas"] .bid').first().waitFor();
    await expect
      .poll(() =>
        page
          .locator(".inspector")
          .getByText(/first$|^rank$/)
          .count(),
      )
      .toBe(0);
  });

  test("the screen opens with an hour of the market and its report", async () => {
    await open("?view=hours");
    await report().locator(".bid").first().waitFor();
    await expect.poll(hourInUrl).toMatch(/^\d+\.\d+-\d+$/);
  });

  test.each([
    ["hydrogen", "Hydrogen"],
    ["network_gas", "Gas"],
    ["heat_network_ht", "Heat, high"],
    ["heat_network_mt", "Heat, medium"],
  ])("the market %s has its own heat map, week, duration curve and report, and no price", async (market, name) => {
    const values = { capacity_of_energy_hydrogen_flexibility_p2g_electricity: 8_000 };
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: values });
    await show(page, `${servedPage.url}/s/${id}?view=hours`);
    await report().waitFor();
    await page.getByRole("radio", { name, exact: true }).click();
    await page.locator(`.inspector[data-network="${market}"]`).waitFor();
    expect(new URL(page.url()).searchParams.get("market")).toBe(market);
    await page.locator(".hoursScreen .heatmap").waitFor();
    const titles = await page.locator(".hoursScreen .pane h3").allTextContents();
    expect(titles.length).toBeGreaterThanOrEqual(4);
    for (const title of titles) expect(title).not.toMatch(/price|electricity/i);
    await expect.poll(() => page.locator(".inspector .price b").count()).toBe(0);
  });

  test.each([
    ["en-GB", "This scenario has no low temperature heat network.", "Go to "],
    ["nl-NL", "Dit scenario heeft geen warmtenet met lage temperatuur.", "Ga naar "],
  ])(
    "a market that the scenario lacks shows a message with a link to its slide (%s)",
    async (locale, sentence, link) => {
      const page = await servedPage.newPage({ isIsolated: true, options: { locale } });
      const id = await servedPage.create();
      await show(page, `${servedPage.url}/s/${id}?view=hours&market=heat_network_lt`);
      await page.getByText(sentence).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole("link", { name: link }).click();
      await page.locator('[data-input^="capacity_of_energy_heat_"], [data-input*="_lt_"]').first().waitFor();
    },
  );

  test("every chart, including an hourly one, is exported as CSV, PNG and SVG", async () => {
    await open("?charts=hourly_electricity,final_demand_by_sector");
    for (const [chart, rows] of [
      ["hourly_electricity", 8_761],
      [null, 5],
    ] as const) {
      const pane = chart === null ? page.locator(".pane").last() : page.locator(`.pane[data-chart=${chart}]`);
      for (const [name, check] of [
        ["Data (CSV)", (bytes: Buffer) => bytes.toString().trim().split("\n").length >= rows],
        ["Image (PNG)", (bytes: Buffer) => bytes.toString("latin1", 1, 4) === "PNG" && bytes.length > 5_000],
        ["Vector image (SVG)", (bytes: Buffer) => /^<svg [\s\S]*<\/svg>$/.test(bytes.toString())],
      ] as const) {
        expect([name, check(await fileOf(pane, name))]).toEqual([name, true]);
      }
    }
  });

  test("the key t shows a chart as a table, ? lists the keys, and i shows unit, source and queries", async () => {
    await open(`?charts=hourly_electricity&h=${HOUR}.${WEEK}`);
    await page.locator(".pane").hover();
    await page.keyboard.press("t");
    await expect.poll(async () => page.locator(".pane table.figures tbody tr").count()).toBe(168);
    await page.keyboard.press("t");
    await page.locator(".pane .hours").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Search everything").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".pane").hover();
    await page.getByRole("button", { name: "Actions: Electricity hour by hour" }).click();
    await page.getByRole("menuitem", { name: "Source and unit" }).click();
    await page.getByRole("dialog").getByText("merit_order_wind_offshore_output_curve").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".headline li").first().hover();
    await page.locator(".headline li").first().locator(".info").click();
    await page.getByRole("dialog").getByRole("button", { name: "Why?" }).waitFor();
  });
});
