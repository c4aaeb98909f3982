/** Tests the first five minutes with the keyboard alone: an area, a slider, undo, a share group, a chart, an hour. */
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
/** More tab stops than any path through these screens needs. */
const MAX_STOPS = 80;

describe.skipIf(chromium === null)(`the keyboard${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  const isFocused = async (locator: Locator): Promise<boolean> =>
    (await locator.and(locator.page().locator(":focus")).count()) > 0;
  /** Presses Tab until an element has the focus. */
  async function tabTo(page: Page, locator: Locator): Promise<void> {
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      if (await isFocused(locator)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${String(locator)} is not a Tab stop`);
  }
  /** Runs the first item that the search finds. */
  async function find(page: Page, text: string): Promise<void> {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill(text);
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("searchbox").waitFor({ state: "detached" });
  }

  test("the keyboard alone is sufficient for the first five minutes", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    await show(page, servedPage.url);
    await tabTo(page, page.getByRole("textbox", { name: "Search for an area" }));
    await page.keyboard.type("Netherlands");
    const start = page.getByRole("button", { name: "Start", exact: true, disabled: false });
    await start.waitFor();
    await tabTo(page, start);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/s\/\d+/);
    await waitUntilAtRest(page);
    const id = Number(/\/s\/(\d+)/.exec(page.url())![1]);

    await find(page, "wind at sea");
    const row = page.locator(`.slide [data-input="${WIND}"]`).first();
    const thumb = row.locator("input[type=range]");
    await expect.poll(async () => isFocused(thumb)).toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.type("20");
    await page.keyboard.press("Enter");
    await expect.poll(() => servedPage.userValues(id)).toEqual({ [WIND]: 20_000 });
    await expect.poll(async () => isFocused(thumb)).toBe(true);
    await page.keyboard.press("Control+z");
    await expect.poll(() => servedPage.userValues(id)).toEqual({});
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => Object.keys(await servedPage.userValues(id))).toEqual([WIND]);
    await page.keyboard.press("r");
    await expect.poll(() => servedPage.userValues(id)).toEqual({});

    // Each row is one tab stop.
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate<string>("document.activeElement.closest('[data-input]')?.dataset.input ?? 'no slider'"),
    ).not.toBe(WIND);

    // A share moves, and the others of its group adjust.
    await find(page, "hybrid heat pump");
    await expect
      .poll(() => page.evaluate<boolean>("document.activeElement.matches('.shares [role=slider]')"))
      .toBe(true);
    await page.keyboard.press("ArrowUp");
    await expect.poll(async () => Object.keys(await servedPage.userValues(id)).length).toBeGreaterThan(0);

    // Shows a chart as a table by a shortcut.
    await find(page, "emissions by sector");
    await page.locator(".pane:focus").waitFor();
    await page.keyboard.press("t");
    await page.locator(".pane:focus-within table.figures").waitFor();

    await tabTo(page, page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Hours" }));
    await page.keyboard.press("Enter");
    const inspector = page.locator(".inspector");
    await inspector.waitFor();
    await waitUntilAtRest(page);
    const hour = Number(await inspector.getAttribute("data-hour"));
    await tabTo(page, page.locator(".hours[role=slider]").first());
    await page.keyboard.press("ArrowRight");
    await page.locator(`.inspector[data-hour="${hour + 1}"]`).waitFor();
  });
});
