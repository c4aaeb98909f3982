/**
 * Each chart type in all of its views, at several sizes: its own marks, and names that are neither cut off nor
 * touching.
 */
import { sampleSize } from "@etesian/testing/sample";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { ALL_TYPES, BOARDS_WITH_ALL_TYPES } from "./charts-by-type.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { settledFaults } from "./layout-faults.ts";
import { PHONE, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
/** Tall windows show all panes of a board without scrolling. */
const SIZES = [
  { width: 1280, height: 1000 },
  { width: 1440, height: 900 },
  { width: 820, height: 2400 },
].slice(0, sampleSize(1, 3));
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

  const open = async (keys: readonly string[]): Promise<void> => {
    await show(page, `${servedPage.url}/s/${scenario}?charts=${keys.join(",")}`);
    await waitUntilAtRest(page);
  };
  /** Chart labels that end with an ellipsis. */
  const cutNames = (): Promise<readonly string[]> =>
    page.evaluate<string[]>(
      `Array.from(document.querySelectorAll("svg.chart text")).map((text) => text.firstChild?.data ?? "").filter((text) => text.endsWith("…"))`,
    );

  test("every chart type draws its marks, and no name is cut off or touches another, in all views and sizes", async () => {
    page = await servedPage.reusedPage();
    const faults: string[] = [];
    for (const board of BOARDS_WITH_ALL_TYPES) {
      await open(board.map(({ key }) => key));
      for (const { key, marks } of board) {
        await page.locator(`[data-chart="${key}"]`).locator(marks).first().waitFor({ state: "attached" });
      }
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const view of ["Δ", "Today", "2050"]) {
          for (const choice of await page.getByRole("radio", { name: view, exact: true }).all()) await choice.click();
          const defects = [...(await settledFaults(page)), ...(await cutNames())];
          faults.push(...defects.map((fault) => `${size.width}, ${view}: ${fault}`));
        }
      }
    }
    await page.setViewportSize(PHONE);
    for (const { key } of ALL_TYPES.slice(0, sampleSize(4, ALL_TYPES.length))) {
      await open([key]);
      faults.push(...[...(await settledFaults(page)), ...(await cutNames())].map((fault) => `phone, ${key}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});
