/**
 * No text or control is covered, cut off or outside the edge on any screen and in any size, in both languages, in the
 * page's font and in one that is 15 % wider; axe finds no fault in either theme; and on a phone each control is 44 pixels high.
 */
import { sampled } from "@etesian/testing/sample";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { widen } from "./fonts.ts";
import { settledFaults, smallTargets } from "./layout-faults.ts";
import { createScenarios, SCREENS, showScreen, SIZE_NAMES, SIZES } from "./screens.ts";
import { accessibilityFaults, ServedPage } from "./served-page.ts";

const found = findChromium();
/** Percent of the font's normal width. */
const WIDTHS = [100, 115];
const CASES = Object.keys(SCREENS)
  .flatMap((name) => ["en-GB", "nl-NL"].flatMap((locale) => WIDTHS.map((percent) => ({ name, locale, percent }))))
  .filter((_, place) => place % sampled(3, 1) === 0);

describe.skipIf(found === null)(`the layout of every screen${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let scenarios: readonly number[];
  beforeAll(async () => {
    served = await ServedPage.start(found!);
    scenarios = await createScenarios(served);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  test.each(CASES)(
    "$name, $locale, at $percent % of the font's width, has no fault in any size and theme",
    async ({ name, locale, percent }) => {
      const page = await served.newPage({ isAlone: true, options: { locale } });
      const faults: string[] = [];
      for (const size of SIZE_NAMES) {
        await page.setViewportSize(SIZES[size]);
        await showScreen(page, served, SCREENS[name]!, scenarios);
        if (percent !== 100 && size === SIZE_NAMES[0]) await widen(page, percent);
        const found = [...(await settledFaults(page)), ...(percent === 100 ? await accessibilityFaults(page) : [])];
        const small = size === "phone" ? await smallTargets(page) : [];
        faults.push(...[...found, ...small].map((fault) => `${size}: ${fault}`));
        await SCREENS[name]!.leave?.(page);
      }
      expect(faults).toEqual([]);
    },
  );
});
