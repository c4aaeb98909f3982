/** The response dock: its height, its title, and labels that its curve does not cross. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
/** Slides of sliders with steep, flat and curved responses. */
const SLIDES = ["electricity_wind", "hydrogen_production"];
/** Number of points of a curve. */
const POINTS = 13;
const [IDLE_HEIGHT, ACTIVE_HEIGHT] = [44, 144];

/** Labels in the dock that the curve crosses. */
const CROSSED_LABELS = `(() => {
  const path = document.querySelector(".dock .response");
  const length = path.getTotalLength();
  const points = Array.from({ length: 600 }, (_, index) => path.getPointAtLength((length * index) / 599));
  const bottom = document.querySelector(".dock .base").y1.baseVal.value;
  return [...document.querySelectorAll(".dock .curve .tick")]
    .filter((label) => {
      const { x, y, width } = label.getBBox();
      const baseline = Number(label.getAttribute("y"));
      // The height of capitals and figures, without the space that the font reserves above them.
      const top = baseline - 8;
      return baseline < bottom && points.some((point) =>
        point.x >= x && point.x <= x + width && point.y >= top && point.y <= baseline);
    })
    .map((label) => label.textContent);
})()`;

/** The vertical distance in pixels between the current value's dot and the complete curve. */
const DOT_DISTANCE = `(() => {
  const [path, dot] = [document.querySelector(".dock .response"), document.querySelector(".dock .hereDot")];
  if (path === null || dot === null || path.getAttribute("d").split("L").length < ${POINTS}) return Infinity;
  const length = path.getTotalLength();
  const points = Array.from({ length: 2000 }, (_, index) => path.getPointAtLength((length * index) / 1999));
  const [x, y] = [dot.cx.baseVal.value, dot.cy.baseVal.value];
  const nearest = points.reduce((best, point) => (Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best));
  return Math.abs(nearest.y - y);
})()`;

describe.skipIf(chromium === null)(`the response dock${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;
  let id: number;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  beforeEach(async () => {
    page = await servedPage.reusedPage();
    id = await servedPage.create();
  });
  afterEach(async () => servedPage.closePages());

  const open = async (slide: string): Promise<void> => {
    await show(page, `${servedPage.url}/s/${id}?slide=${slide}`);
    await waitUntilAtRest(page);
  };
  const height = async (): Promise<number> => (await page.locator(".dock").boundingBox())!.height;
  const rows = () => page.locator(".slide .row:not(.off)[data-input]");

  test("the dock keeps its height when the slide changes, so that rows stay in place", async () => {
    await open(SLIDES[0]!);
    expect(await height()).toBe(IDLE_HEIGHT);
    await rows().first().hover();
    await page.locator(".dock .response").waitFor({ state: "attached" });
    expect(await height()).toBe(ACTIVE_HEIGHT);
    expect(await page.locator(".dock").evaluate((dock) => dock.scrollHeight - dock.clientHeight)).toBe(0);
    await page.locator(".rail").getByRole("link", { name: "Sun" }).first().click();
    await page.getByRole("region", { name: "Point at a slider to see its effect." }).waitFor();
    expect(await height()).toBe(ACTIVE_HEIGHT);
  });

  test("the curve includes changes that are not stored yet, so that it passes through the current value", async () => {
    await open("electricity_wind");
    let isConnected = false;
    const path = `**/api/v3/scenarios/${id}`;
    await page.route(path, async (route) =>
      isConnected || route.request().method() === "GET" ? route.continue() : route.abort(),
    );
    const [offshore, onshore] = ["offshore", "inland"].map((place) => `capacity_of_energy_power_wind_turbine_${place}`);
    const row = page.locator(`[data-input="${onshore}"]`);
    const title = (await row.locator(".name > span").first().textContent())!;
    const distance = async (): Promise<number> => {
      const isDocked = await page.getByRole("region", { name: title, exact: true }).isVisible();
      return isDocked ? page.evaluate<number>(DOT_DISTANCE) : Infinity;
    };
    await row.hover();
    await expect.poll(distance).toBeLessThan(1);
    const field = page.locator(`[data-input="${offshore}"] input.field`);
    await field.fill("60");
    await field.press("Enter");
    await page.getByText("1 change not sent yet").waitFor();
    await waitUntilAtRest(page);
    await page.mouse.move(0, 0);
    await row.hover();
    await expect.poll(distance).toBeLessThan(1);
    expect(await servedPage.userValues(id)).toEqual({});
    isConnected = true;
    await expect.poll(() => servedPage.userValues(id)).toEqual({ [offshore!]: 60_000 });
    await waitUntilAtRest(page);
    await expect.poll(distance).toBeLessThan(1);
    await page.unroute(path);
  });

  test.each(SLIDES)("no title is cut off and no label crosses the curve on the slide %s", async (slide) => {
    await open(slide);
    const count = await rows().count();
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index++) {
      const row = rows().nth(index);
      const title = (await row.locator(".name > span").first().textContent())!;
      await row.hover();
      await page.getByRole("region", { name: title, exact: true }).locator(".response").waitFor({ state: "attached" });
      expect(await page.locator(".dock b").evaluate((title) => title.scrollWidth > title.clientWidth)).toBe(false);
      const choices = page.locator(".dock .segments").getByRole("radio");
      for (let choice = 0; choice < (await choices.count()); choice++) {
        await choices.nth(choice).click();
        expect([title, choice, await page.evaluate(CROSSED_LABELS)]).toEqual([title, choice, []]);
      }
    }
  });
});
