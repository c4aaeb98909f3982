/** When a page of the workbench can be used, for tests and for pictures. */
import type { Page } from "playwright-core";

/** Sliders are drawn after the first numbers. */
const DRAWN = ":not(:has(> [aria-busy]))";

/** Resolves when the first numbers are there, and the sliders. */
export async function drawn(page: Page): Promise<void> {
  await page.locator(`main${DRAWN} .headline b`, { hasText: /\d/ }).first().waitFor();
}

/** Resolves when the sliders are there, and the numbers that are shown are theirs. */
export async function atRest(page: Page): Promise<void> {
  await page.locator(`main:not(.isCalculating)${DRAWN} .headline b`, { hasText: /\d/ }).first().waitFor();
}
