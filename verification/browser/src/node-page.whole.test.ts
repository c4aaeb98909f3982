/** The page of a node, reached from the inspector of an hour and from the energy flows. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityFaults, ServedPage, show } from "./served-page.ts";

const found = findChromium();

describe.skipIf(found === null)(`the page of a node${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  async function open(page: Page, search: string): Promise<void> {
    await show(page, `${served.url}/s/${await served.create()}${search}`);
    await untilAtRest(page);
  }

  test("the inspector's menu opens it by keys, its address alone shows it, and Esc returns to the sliders", async () => {
    const page = await served.newPage();
    await open(page, "?view=hours&h=497.432-599");
    await page.locator(".inspector .bid").first().waitFor();
    await page.getByRole("button", { name: "Open a plant or user" }).press("Enter");
    const item = page.getByRole("menuitem").first();
    const name = (await item.textContent())!;
    await item.press("Enter");
    await page.locator(".nodePage .makes").waitFor();
    expect(await page.locator(".whyPanel h2").textContent()).toBe(name);
    expect(await accessibilityFaults(page)).toEqual([]);
    const figures = await page.locator(".nodePage .makes").textContent();

    const second = await served.newPage();
    await second.goto(page.url());
    await second.locator(".nodePage .makes").waitFor();
    expect(await second.locator(".nodePage .makes").textContent()).toBe(figures);

    await page.keyboard.press("Escape");
    await page.locator("[data-input]").first().waitFor();
    expect(new URL(page.url()).searchParams.has("node")).toBe(false);
  });

  test("a flow of the energy system opens its explanation, and from there its nodes", async () => {
    const page = await served.newPage();
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
