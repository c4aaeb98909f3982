/** Further tests of chart types; `chart-types.test.ts` has the most important ones. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { ALL_TYPES, CHARTS } from "./charts-by-type.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { settledFaults } from "./layout-faults.ts";
import { ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`chart types${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;
  let scenario: number;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    scenario = await servedPage.create();
    await servedPage.set(scenario, { [WIND]: 41_700 });
  });
  afterAll(async () => servedPage.stop());
  beforeEach(async () => {
    page = await servedPage.reusedPage();
  });
  afterEach(async () => servedPage.closePages());

  const pane = (key: string) => page.locator(`[data-chart="${key}"]`);
  const open = async (keys: readonly string[]): Promise<void> => {
    await show(page, `${servedPage.url}/s/${scenario}?charts=${keys.join(",")}`);
    await waitUntilAtRest(page);
  };
  test("differences of flows and of column parts are rows with the names of both ends", async () => {
    await open([CHARTS.sankey.key, CHARTS.mekko.key]);
    for (const [key, name] of [
      [CHARTS.sankey.key, /^Gas – Gas network$/],
      [CHARTS.mekko.key, /^Gas, Households/],
    ] as const) {
      await pane(key).getByRole("radio", { name: "Δ" }).click();
      await expect.poll(() => pane(key).locator("svg.chart title").getByText(name).count()).toBeGreaterThan(0);
    }
  });

  test("parts too small for a label share one with their sum, and a stack with negative parts labels its sum as net", async () => {
    await open(["electricity_mix", CHARTS.stacked_bars.key, ...ALL_TYPES.slice(1, 5).map(({ key }) => key)]);
    const texts = await pane("electricity_mix").locator("svg.chart text.strong").allTextContents();
    const [, future] = texts.filter((text) => /^\d{2,3}$/.test(text)).map(Number);
    await expect
      .poll(() =>
        pane("electricity_mix")
          .getByText(/^and \d+ more/)
          .count(),
      )
      .toBe(1);
    const labels = await pane("electricity_mix")
      .locator("svg.chart g:has(> path.leader) > text.strong")
      .allTextContents();
    expect(Math.abs(labels.reduce((sum, text) => sum + Number(text), 0) - future!)).toBeLessThanOrEqual(1);
    const net = await pane(CHARTS.stacked_bars.key).locator("svg.chart text.strong").allTextContents();
    expect(net.filter((text) => /^net −?[\d.]+$/.test(text)).length).toBe(2);
  });

  test("a duration curve names its series within its pane", async () => {
    await open(["prices_abroad", CHARTS.duration.key, ...ALL_TYPES.slice(0, 4).map(({ key }) => key)]);
    const names = pane("prices_abroad").locator(".legend li");
    await expect
      .poll(() => names.allTextContents())
      .toEqual(Array.from({ length: 6 }, (_, n) => `Interconnector ${n + 1}`));
    await expect.poll(() => pane(CHARTS.duration.key).locator(".legend").count()).toBe(0);
    const [body, legend, plot] = await Promise.all(
      [".body", ".legend", ".uplot"].map(
        async (part) => (await pane("prices_abroad").locator(part).first().boundingBox())!,
      ),
    );
    expect(legend!.y + legend!.height).toBeLessThanOrEqual(plot!.y);
    expect(plot!.y + plot!.height).toBeLessThanOrEqual(body!.y + body!.height);
    expect(await settledFaults(page)).toEqual([]);
  });
});
