/** Functions that wait until a workbench page can be used, for tests and for pictures. */
import type { Page } from "playwright-core";

/** Sliders are drawn after the first numbers. */
const DRAWN = ":not(:has(> [aria-busy]))";

/** Resolves when the first numbers and the sliders are shown. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator(`main${DRAWN} .headline b`, { hasText: /\d/ }).first().waitFor();
}

/** Resolves when the page has drawn a frame with its current changes. */
export const waitForNextFrame = (page: Page): Promise<void> =>
  page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");

/** Resolves when the sliders are shown and the numbers belong to their current values. */
export async function waitUntilAtRest(page: Page): Promise<void> {
  // The last change is painted in the next frame.
  await waitForNextFrame(page);
  await page.locator(`main:not(.isCalculating)${DRAWN} .headline b`, { hasText: /\d/ }).first().waitFor();
}
