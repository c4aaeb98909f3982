/** Annual charts draw their series by kind: parts of a sum as stacks, all others as lines and rows. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { ServedPage, show } from "./served-page.ts";

const found = findChromium();
const CHARTS = ["biofuel_in_blends", "emissions_since_1990", "energy_flows", "final_demand_by_sector_and_carrier"];

describe.skipIf(found === null)(`kinds of charts${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let page: Page;
  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  beforeEach(async () => {
    page = await served.reusedPage();
    const id = await served.create();
    await show(page, `${served.url}/s/${id}?charts=${CHARTS.join(",")}`);
    await untilAtRest(page);
  });
  afterEach(async () => served.closePages());

  const pane = (key: string) => page.locator(`[data-chart="${key}"]`);

  test("shares and a target are lines from today to the future, without a sum", async () => {
    const blends = pane("biofuel_in_blends");
    expect(await blends.locator("svg.chart path.line").count()).toBeGreaterThan(5);
    expect(await blends.locator("svg.chart > rect").count()).toBe(0);
    expect(await blends.locator("svg.chart").getAttribute("aria-label")).toMatch(/Petrol [\d.]+ %, Diesel on roads/);
    const target = pane("emissions_since_1990");
    expect(await target.locator("line.target").count()).toBe(1);
    expect(await target.getByText("Target −55").count()).toBe(1);
  });

  test("the differences of flows and of parts of columns are rows with the names of both ends", async () => {
    for (const [key, name] of [
      ["energy_flows", /^Gas – Gas network$/],
      ["final_demand_by_sector_and_carrier", /^Gas, Households/],
    ] as const) {
      await pane(key).getByRole("radio", { name: "Δ" }).click();
      expect(await pane(key).locator("svg.chart title").getByText(name).count()).toBeGreaterThan(0);
    }
  });
});
