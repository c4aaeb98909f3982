/** The user's choice and order of headline numbers. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage } from "./served-page.ts";

const chromium = findChromium();
/** Number of headline numbers that fit on the page. */
const SHOWN_COUNT = 8;

describe.skipIf(chromium === null)(`the user's headline numbers${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  const numbersOf = (page: Page): Promise<readonly (string | null)[]> =>
    page.locator(".headline li").evaluateAll((items) => items.map((item) => item.getAttribute("data-query")));

  test.for(["en", "nl"] as const)(
    "headline numbers are chosen and ordered by keyboard, and kept in the URL and the browser (%s)",
    async (language) => {
      const page = await servedPage.newPage({ isIsolated: true, options: { locale: language } });
      const id = await servedPage.create();
      await page.goto(`${servedPage.url}/s/${id}`);
      await waitUntilAtRest(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill({ en: "choose key figures", nl: "kerncijfers kiezen" }[language]);
      await page
        .getByRole("menuitem", { name: { en: "Choose key figures", nl: "Kerncijfers kiezen" }[language] })
        .waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.locator("li").first().waitFor();
      const listedQueries = await dialog
        .locator("li")
        .evaluateAll((all) => all.map((element) => element.getAttribute("data-query")));
      const [first, second, ...otherQueries] = listedQueries;
      expect(await numbersOf(page)).toEqual(listedQueries.slice(0, SHOWN_COUNT));
      const row = (query: string | null | undefined) => dialog.locator(`li[data-query="${query}"]`);
      await row(second).getByRole("button").first().press("Enter");
      await expect.poll(async () => numbersOf(page)).toEqual([second, first, ...otherQueries].slice(0, SHOWN_COUNT));
      expect(await accessibilityViolations(page)).toEqual([]);
      await row(first).getByRole("switch").press(" ");
      await expect.poll(async () => numbersOf(page)).toEqual([second, ...otherQueries].slice(0, SHOWN_COUNT));
      await page.keyboard.press("Escape");
      const address = page.url();
      expect(new URL(address).searchParams.get("numbers")).toBe([second, ...otherQueries].join(","));

      // Another browser gets them from the URL.
      const colleague = await servedPage.newPage({ isIsolated: true });
      await colleague.goto(address);
      await waitUntilAtRest(colleague);
      expect(await numbersOf(colleague)).toEqual([second, ...otherQueries].slice(0, SHOWN_COUNT));
      // The same browser shows them in another scenario.
      await page.goto(`${servedPage.url}/s/${await servedPage.create()}`);
      await waitUntilAtRest(page);
      expect(await numbersOf(page)).toEqual([second, ...otherQueries].slice(0, SHOWN_COUNT));
      await page.waitForURL((url) => url.searchParams.get("numbers") === [second, ...otherQueries].join(","));
    },
  );
});
