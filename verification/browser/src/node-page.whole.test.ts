/** Tests the page of a node, reached from the hour inspector and from the energy flows. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();

describe.skipIf(chromium === null)(`the page of a node${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  async function open(page: Page, search: string): Promise<void> {
    await show(page, `${servedPage.url}/s/${await servedPage.create()}${search}`);
    await waitUntilAtRest(page);
  }

  test("the inspector's menu opens the page of a node by keyboard, as its URL does, and Esc returns to the sliders", async () => {
    const page = await servedPage.reusedPage();
    await open(page, "?view=hours&h=497.432-599");
    await page.locator(".inspector .bid").first().waitFor();
    await page.getByRole("button", { name: "Open a plant or user" }).press("Enter");
    const item = page.getByRole("menuitem").first();
    const name = (await item.textContent())!;
    await item.press("Enter");
    await page.locator(".nodePage .makes").waitFor();
    await expect.poll(() => page.locator(".whyPanel h2").textContent()).toBe(name);
    expect(await accessibilityViolations(page)).toEqual([]);
    const figures = await page.locator(".nodePage .makes").textContent();

    const second = await servedPage.newPage();
    await second.goto(page.url());
    await second.locator(".nodePage .makes").waitFor();
    await expect.poll(() => second.locator(".nodePage .makes").textContent()).toBe(figures);

    await page.keyboard.press("Escape");
    await page.locator("[data-input]").first().waitFor();
    expect(new URL(page.url()).searchParams.has("node")).toBe(false);
  });

  test("a flow of the energy system opens its explanation, and from there its nodes", async () => {
    const page = await servedPage.reusedPage();
    await open(page, "?charts=energy_flows");
    const widths = await page
      .locator(".bands path")
      .evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect().height));
    await page
      .locator(".bands path")
      .nth(widths.indexOf(Math.max(...widths)))
      .dispatchEvent("click");
    await page.locator(".whyPanel .treeRow").first().waitFor();
    expect(new URL(page.url()).searchParams.get("why")).not.toBeNull();
  });
});
