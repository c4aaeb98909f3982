/** Tests that all text on screens is drawn with the page's font. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest, waitForNextFrame } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { fontsInUse } from "./fonts.ts";
import { ServedPage } from "./served-page.ts";

const chromium = findChromium();

describe.skipIf(chromium === null)(`the font on screens${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  test.each([
    "/",
    "/s/{id}?charts=emissions_to_the_future,energy_flows",
    "/s/{id}?view=hours&h=497.432-599",
    "/docs/api",
    "/sign-in",
  ])("all text of %s is drawn with the page's font, regardless of the system's fonts", async (path) => {
    page = await servedPage.newPage();
    await page.goto(`${servedPage.url}${path.replace("{id}", String(await servedPage.create()))}`);
    if (path.startsWith("/s/")) await waitUntilAtRest(page);
    await page.evaluate("document.fonts.ready");
    await expect.poll(() => findForeignTexts(page)).toEqual([]);
    expect(await fontsInUse(page)).toContain("Open Sans: loaded");
  });

  test("a font that loads after the numbers shifts no layout", async () => {
    page = await servedPage.newPage({ isIsolated: true });
    let release = (): void => {};
    const fontRequest = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/*.woff2", async (route) => {
      await fontRequest;
      await route.continue();
    });
    await page.addInitScript(`globalThis.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value)))
        .observe({ type: "layout-shift", buffered: false });`);
    // The `load` event waits for the font.
    await page.goto(`${servedPage.url}/s/${await servedPage.create()}?charts=electricity_mix,energy_flows`, {
      waitUntil: "commit",
    });
    await waitUntilAtRest(page);
    expect(await fontsInUse(page)).not.toContain("Open Sans: loaded");
    await page.evaluate("globalThis.shift = 0");
    release();
    await expect.poll(() => fontsInUse(page)).toContain("Open Sans: loaded");
    await waitForNextFrame(page);
    expect(await page.evaluate<number>("globalThis.shift")).toBeLessThan(0.02);
  });
});

/** Texts that are drawn with a system font, each with the font's name. Code deliberately uses a system font. */
async function findForeignTexts(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  await page.evaluate(`for (const text of document.querySelectorAll("body *")) {
    const isDrawn = [...text.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== "");
    if (isDrawn && text.checkVisibility() && text.closest("code, pre, script, style, noscript, option, title") === null && text.querySelector("code, pre") === null) text.setAttribute("data-drawn", "");
  }`);
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "[data-drawn]" });
  expect(nodeIds.length).toBeGreaterThan(5);
  const foreignTexts: string[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    const foreignFonts = fonts.filter(({ isCustomFont }) => !isCustomFont);
    if (foreignFonts.length === 0) continue;
    const { outerHTML } = await session.send("DOM.getOuterHTML", { nodeId });
    foreignTexts.push(`${foreignFonts.map(({ familyName }) => familyName).join(", ")}: ${outerHTML}`);
  }
  await session.detach();
  return foreignTexts;
}
