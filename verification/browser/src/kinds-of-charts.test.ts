/** Each chart type, drawn at several sizes: its own marks, names that never touch, targets, and the reason for an empty chart. */
import type { ChartType } from "@etesian/interface";
import { sampled } from "@etesian/testing/sample";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { settledFaults } from "./layout-faults.ts";
import { PHONE, ServedPage, show } from "./served-page.ts";

const found = findChromium();
/** A chart of the included model for each type, and what only this type draws. */
const CHARTS: { readonly [type in ChartType]: { readonly key: string; readonly marks: string } } = {
  stacked_bars: { key: "trade_by_interconnector", marks: "svg.chart line.net" },
  lines: { key: "biofuel_in_blends", marks: "svg.chart path.line" },
  waterfall: { key: "emissions_to_the_future", marks: "svg.chart rect" },
  mekko: { key: "final_demand_by_sector_and_carrier", marks: "svg.chart rect" },
  table: { key: "prices_of_fuels", marks: "table.figures" },
  sankey: { key: "energy_flows", marks: "svg.chart g.bands path" },
  hours: { key: "hourly_electricity", marks: ".hours canvas" },
  duration: { key: "prices_in_order", marks: "[role=img] canvas" },
  heatmap: { key: "prices_by_hour_and_day", marks: ".heatmap canvas" },
  price_setter: { key: "merit_order", marks: ".empty, .inspector" },
  target: { key: "emissions_since_1990", marks: "svg.chart line.target" },
};
const ALL = Object.values(CHARTS);
/** Charts of a board. */
const MOST = 6;
const BOARDS = [ALL.slice(0, MOST), ALL.slice(MOST)];
/** High windows show all panes of a board without scrolling. */
const SIZES = [
  { width: 1280, height: 1000 },
  { width: 1440, height: 900 },
  { width: 820, height: 2400 },
].slice(0, sampled(1, 3));
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(found === null)(`kinds of charts${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let page: Page;
  let scenario: number;
  beforeAll(async () => {
    served = await ServedPage.start(found!);
    scenario = await served.create();
    await served.set(scenario, { [WIND]: 41_700 });
  });
  afterAll(async () => served.stop());
  beforeEach(async () => {
    page = await served.reusedPage();
  });
  afterEach(async () => served.closePages());

  const pane = (key: string) => page.locator(`[data-chart="${key}"]`);
  const open = async (keys: readonly string[]): Promise<void> => {
    await show(page, `${served.url}/s/${scenario}?charts=${keys.join(",")}`);
    await untilAtRest(page);
  };
  /** Titles of the differing charts make no tooltips of figures; names with a figure are cut nowhere. */
  const cutNames = (): Promise<readonly string[]> =>
    page.evaluate<string[]>(
      `Array.from(document.querySelectorAll("svg.chart text")).map((text) => text.firstChild?.data ?? "").filter((text) => text.endsWith("…"))`,
    );

  test("every chart type draws its marks, and no name is cut or touches another, in all views and sizes", async () => {
    const faults: string[] = [];
    for (const board of BOARDS) {
      await open(board.map(({ key }) => key));
      for (const { key, marks } of board) await pane(key).locator(marks).first().waitFor({ state: "attached" });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const view of ["Δ", "Today", "2050"]) {
          for (const choice of await page.getByRole("radio", { name: view, exact: true }).all()) await choice.click();
          const found = [...(await settledFaults(page)), ...(await cutNames())];
          faults.push(...found.map((fault) => `${size.width}, ${view}: ${fault}`));
        }
      }
    }
    await page.setViewportSize(PHONE);
    for (const { key } of ALL.slice(0, sampled(4, ALL.length))) {
      await open([key]);
      faults.push(...[...(await settledFaults(page)), ...(await cutNames())].map((fault) => `phone, ${key}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test("shares and a target are lines over the years that they have, without a sum", async () => {
    const [lines, target] = [CHARTS.lines.key, CHARTS.target.key];
    await open([lines, target]);
    expect(await pane(lines).locator("svg.chart path.line").count()).toBeGreaterThan(5);
    expect(await pane(lines).locator("svg.chart > rect").count()).toBe(0);
    expect(await pane(lines).locator("svg.chart").getAttribute("aria-label")).toMatch(/Petrol [\d.]+ %, Road diesel/);
    expect(await pane(target).locator("line.target").count()).toBe(1);
    const texts = await pane(target).locator("svg.chart text").allTextContents();
    expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/^Target/), "−55.0", "2050"]));
    // There is no value for the start year.
    expect(texts).not.toContain("2023");
  });

  test("the differences of flows and of parts of columns are rows with the names of both ends", async () => {
    await open([CHARTS.sankey.key, CHARTS.mekko.key]);
    for (const [key, name] of [
      [CHARTS.sankey.key, /^Gas – Gas network$/],
      [CHARTS.mekko.key, /^Gas, Households/],
    ] as const) {
      await pane(key).getByRole("radio", { name: "Δ" }).click();
      expect(await pane(key).locator("svg.chart title").getByText(name).count()).toBeGreaterThan(0);
    }
  });

  test("parts that have no room share a label with their sum, and a stack with parts below zero names its sum net", async () => {
    await open(["electricity_mix", CHARTS.stacked_bars.key, ...ALL.slice(1, 5).map(({ key }) => key)]);
    const texts = await pane("electricity_mix").locator("svg.chart text.strong").allTextContents();
    const [, future] = texts.filter((text) => /^\d{2,3}$/.test(text)).map(Number);
    expect(
      await pane("electricity_mix")
        .getByText(/^and \d+ more/)
        .count(),
    ).toBe(1);
    const labels = await pane("electricity_mix")
      .locator("svg.chart g:has(> path.leader) > text.strong")
      .allTextContents();
    expect(Math.abs(labels.reduce((sum, text) => sum + Number(text), 0) - future!)).toBeLessThanOrEqual(1);
    const net = await pane(CHARTS.stacked_bars.key).locator("svg.chart text.strong").allTextContents();
    expect(net.filter((text) => /^net −?[\d.]+$/.test(text)).length).toBe(2);
  });

  test("a duration curve of several series names them, within its pane", async () => {
    await open(["prices_abroad", CHARTS.duration.key, ...ALL.slice(0, 4).map(({ key }) => key)]);
    const names = pane("prices_abroad").locator(".legend li");
    expect(await names.allTextContents()).toEqual(Array.from({ length: 6 }, (_, n) => `Interconnector ${n + 1}`));
    expect(await pane(CHARTS.duration.key).locator(".legend").count()).toBe(0);
    const [body, legend, plot] = await Promise.all(
      [".body", ".legend", ".uplot"].map(
        async (part) => (await pane("prices_abroad").locator(part).first().boundingBox())!,
      ),
    );
    expect(legend!.y + legend!.height).toBeLessThanOrEqual(plot!.y);
    expect(plot!.y + plot!.height).toBeLessThanOrEqual(body!.y + body!.height);
    expect(await settledFaults(page)).toEqual([]);
  });

  test("the difference of a chart without changes has no marks and says so, between years and between scenarios", async () => {
    // The figures of this chart differ by rounding from the start year.
    const [heat, price] = ["heat_of_networks_by_temperature", CHARTS.duration.key];
    const [blank, other] = [await served.create(), await served.create()];
    await show(page, `${served.url}/s/${blank}?charts=${heat}.difference`);
    const said = (key: string) => pane(key).locator(".empty strong");
    await said(heat).waitFor();
    expect(await said(heat).textContent()).toBe("No change from 2023 to 2050.");
    expect(await pane(heat).locator("svg.chart").count()).toBe(0);

    await show(page, `${served.url}/s/${blank}?charts=electricity_mix,${price}&cmp=${other}`);
    for (const key of ["electricity_mix", price]) {
      await pane(key).getByRole("radio", { name: "Δ" }).click();
      await said(key).waitFor();
      expect(await said(key).textContent()).toMatch(/^No difference from /);
    }
  });

  test("a chart whose figures are all 0 has no axis, says so, and leads to its sliders", async () => {
    await open(["captured_co2", "hourly_batteries"]);
    const empty = pane("captured_co2").locator(".empty");
    expect(await empty.locator("strong").textContent()).toBe("All figures are 0 in 2023 and 2050.");
    expect(await pane("captured_co2").locator("svg.chart").count()).toBe(0);
    expect(await pane("hourly_batteries").locator(".empty strong").textContent()).toBe("All hours of 2050 are 0.");
    await empty.getByRole("link").click();
    await expect.poll(() => new URL(page.url()).searchParams.get("slide")).toMatch(/\w/);
    expect(await empty.getByRole("link").count()).toBe(1);
  });
});
