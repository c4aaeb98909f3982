/** The user's choice and order of headline numbers. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityFaults, ServedPage } from "./served-page.ts";

const found = findChromium();

describe.skipIf(found === null)(`headline numbers of one's own${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  const numbersOf = (page: Page): Promise<readonly (string | null)[]> =>
    page.locator(".headline li").evaluateAll((items) => items.map((item) => item.getAttribute("data-query")));

  test.for(["en", "nl"] as const)(
    "they are chosen and ordered by keys, and kept in address and browser (%s)",
    async (language) => {
      const page = await served.newPage({ isAlone: true, options: { locale: language } });
      const id = await served.create();
      await page.goto(`${served.url}/s/${id}`);
      await untilAtRest(page);
      const [first, second, ...others] = await numbersOf(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill({ en: "choose key figures", nl: "kerncijfers kiezen" }[language]);
      await page
        .getByRole("menuitem", { name: { en: "Choose key figures", nl: "Kerncijfers kiezen" }[language] })
        .waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      const row = (query: string | null | undefined) => dialog.locator(`li[data-query="${query}"]`);
      await row(second).getByRole("button").first().press("Enter");
      await expect.poll(async () => numbersOf(page)).toEqual([second, first, ...others]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await row(first).getByRole("switch").press(" ");
      await expect.poll(async () => numbersOf(page)).toEqual([second, ...others]);
      await page.keyboard.press("Escape");
      const address = page.url();
      expect(new URL(address).searchParams.get("numbers")).toBe([second, ...others].join(","));

      // Another browser, by the address.
      const colleague = await served.newPage({ isAlone: true });
      await colleague.goto(address);
      await untilAtRest(colleague);
      expect(await numbersOf(colleague)).toEqual([second, ...others]);
      // The same browser, with another scenario.
      await page.goto(`${served.url}/s/${await served.create()}`);
      await untilAtRest(page);
      expect(await numbersOf(page)).toEqual([second, ...others]);
      await page.waitForURL((url) => url.searchParams.get("numbers") === [second, ...others].join(","));
    },
  );
});
