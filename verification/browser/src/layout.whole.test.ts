/**
 * Tests that no text or control is covered, cut off or outside the viewport, on any screen, in any size, in both
 * languages, and in a font that is 15 % wider. axe finds no violations in either theme, and each control on a phone is
 * 44 pixels high.
 */
import { sampleSize } from "@etesian/testing/sample";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { widen } from "./fonts.ts";
import { settledFaults, shortenedTexts, smallTargets } from "./layout-faults.ts";
import { createScreenFixtures, SCREENS, showScreen, type ScreenFixtures, SIZE_NAMES, SIZES } from "./screens.ts";
import { accessibilityViolations, ServedPage } from "./served-page.ts";

const chromium = findChromium();
/** Font width as a percentage of the normal width. */
const WIDTHS = [100, 115];
/** A sample has each screen once, each language and width with every fourth screen. */
const CASES = Object.keys(SCREENS).flatMap((name, screen) =>
  ["en-GB", "nl-NL"]
    .flatMap((locale) => WIDTHS.map((percent) => ({ name, locale, percent })))
    .filter((_, index) => index % sampleSize(4, 1) === screen % sampleSize(4, 1)),
);

describe.skipIf(chromium === null)(`the layout of every screen${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let fixtures: ScreenFixtures;
  /** Pages by language and font width; screens are shown one after another, because loading a page takes longest. */
  const pages = new Map<string, Page>();
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    fixtures = await createScreenFixtures(servedPage);
  });
  afterAll(async () => {
    fixtures.end();
    await servedPage.stop();
  });

  async function pageWith(locale: string, percent: number): Promise<Page> {
    const key = `${locale} ${percent}`;
    onTestFailed(() => void pages.delete(key));
    const page = pages.get(key) ?? (await servedPage.newPage({ isIsolated: true, options: { locale } }));
    pages.set(key, page);
    return page;
  }

  test.each(CASES)(
    "$name, $locale, at $percent % of the font's width, has no fault in any size and theme",
    async ({ name, locale, percent }) => {
      const page = await pageWith(locale, percent);
      const screen = SCREENS[name]!;
      const faults: string[] = [];
      for (const size of SIZE_NAMES) {
        await page.setViewportSize(SIZES[size]);
        const isShown = screen.isResized === true && size !== SIZE_NAMES[0];
        const isLoaded = !isShown && (await showScreen(page, servedPage, screen, fixtures));
        if (isShown) await screen.ready(page);
        if (percent !== 100 && isLoaded) await widen(page, percent);
        const defects = [...(await settledFaults(page))];
        if (percent === 100) defects.push(...(await shortenedTexts(page)), ...(await accessibilityViolations(page)));
        const targetFaults = size === "phone" ? await smallTargets(page) : [];
        faults.push(...[...defects, ...targetFaults].map((fault) => `${size}: ${fault}`));
        await screen.leave?.(page);
      }
      expect(faults).toEqual([]);
    },
  );
});
