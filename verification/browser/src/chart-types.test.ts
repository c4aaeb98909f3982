/**
 * Each chart type: its own marks, targets, and the reason for an empty chart. `chart-types.whole.test.ts` tests all
 * views and sizes.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { CHARTS } from "./charts-by-type.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
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
  test("shares and a target are drawn as lines over their years, without a sum", async () => {
    const [lines, target] = [CHARTS.lines.key, CHARTS.target.key];
    await open([lines, target]);
    await expect.poll(() => pane(lines).locator("svg.chart path.line").count()).toBeGreaterThan(5);
    await expect.poll(() => pane(lines).locator("svg.chart > rect").count()).toBe(0);
    await expect
      .poll(() => pane(lines).locator("svg.chart").getAttribute("aria-label"))
      .toMatch(/Petrol [\d.]+ %, Road diesel/);
    await expect.poll(() => pane(target).locator("line.target").count()).toBe(1);
    const texts = await pane(target).locator("svg.chart text").allTextContents();
    expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/^Target/), "−55.0", "2050"]));
    // There is no value for the start year.
    expect(texts).not.toContain("2023");
  });

  test("a difference without changes shows a message instead of marks, between years and between scenarios", async () => {
    // This chart's figures differ from the start year's only by rounding.
    const [heat, price] = ["heat_of_networks_by_temperature", CHARTS.duration.key];
    const [blankId, otherId] = [await servedPage.create(), await servedPage.create()];
    await show(page, `${servedPage.url}/s/${blankId}?charts=${heat}.difference`);
    const messageOf = (key: string) => pane(key).locator(".empty strong");
    await messageOf(heat).waitFor();
    await expect.poll(() => messageOf(heat).textContent()).toBe("No change from 2023 to 2050.");
    await expect.poll(() => pane(heat).locator("svg.chart").count()).toBe(0);

    await show(page, `${servedPage.url}/s/${blankId}?charts=electricity_mix,${price}&cmp=${otherId}`);
    for (const key of ["electricity_mix", price]) {
      await pane(key).getByRole("radio", { name: "Δ" }).click();
      await messageOf(key).waitFor();
      await expect.poll(() => messageOf(key).textContent()).toMatch(/^No difference from /);
    }
  });

  test("a chart whose figures are all 0 shows a message with a link to its sliders, and no axis", async () => {
    await open(["captured_co2", "hourly_batteries"]);
    const empty = pane("captured_co2").locator(".empty");
    await expect.poll(() => empty.locator("strong").textContent()).toBe("All figures are 0 in 2023 and 2050.");
    await expect.poll(() => pane("captured_co2").locator("svg.chart").count()).toBe(0);
    await expect
      .poll(() => pane("hourly_batteries").locator(".empty strong").textContent())
      .toBe("All hours of 2050 are 0.");
    await empty.getByRole("link").click();
    await expect.poll(() => new URL(page.url()).searchParams.get("slide")).toMatch(/\w/);
    await expect.poll(() => empty.getByRole("link").count()).toBe(1);
  });
});
