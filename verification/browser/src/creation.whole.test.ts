/** Tests new scenarios of smaller areas, and descriptions of versions. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, PHONE, ServedPage } from "./served-page.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const chromium = findChromium();
const IDA = { email: "ida@example.org", password: "correct horse battery", name: "Ida Noddack" };

describe.skipIf(chromium === null)(`creation${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let session: string;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    session = await signUp(servedPage.url, servedPage.data, IDA);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  test("a scenario is scaled to a number of inhabitants and to some sectors, with the keyboard alone", async () => {
    const page = await servedPage.newPage();
    await page.goto(servedPage.url);
    await page.getByRole("option").first().waitFor();
    await page.getByRole("button", { name: "Scale to a smaller area" }).focus();
    await page.keyboard.press("Enter");
    const size = page.getByRole("textbox", { name: "Inhabitants" });
    await size.fill("999,999,999,999");
    await expect.poll(() => page.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
    await page.getByText(/^Enter a number of at most /).waitFor();
    await size.fill("20,000");
    await page.getByRole("switch", { name: "Keep agriculture" }).focus();
    await page.keyboard.press("Space");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Start", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/s\/\d+/);
    const id = Number(new URL(page.url()).pathname.slice("/s/".length));
    const scenario = (await (await fetch(`${servedPage.url}/api/v3/scenarios/${id}`)).json()) as object;
    expect(scenario).toMatchObject({
      scaling: { area_attribute: "number_of_inhabitants", value: 20_000, has_agriculture: true, has_industry: false },
    });
    await waitUntilAtRest(page);
  });

  test("scaling is shown in Dutch without accessibility violations, even on a phone", async () => {
    const page = await servedPage.newPage({ isIsolated: true, options: { locale: "nl-NL" } });
    await page.setViewportSize(PHONE);
    await page.goto(servedPage.url);
    await page.getByRole("option").first().waitFor();
    await page.getByRole("button", { name: "Schalen naar een kleiner gebied" }).click();
    await page.getByRole("textbox", { name: "Inwoners" }).fill("20.000");
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("a version is described and found by its description", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    const id = await servedPage.create();
    await page.goto(`${servedPage.url}/s/${id}`);
    await waitUntilAtRest(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Title").fill("Described");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved", exact: true }).click();
    await page.getByRole("menuitem", { name: "Versions" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Describe version/ }).click();
    await dialog.getByLabel("Description").fill("As presented to the council");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialog.getByRole("link", { name: "As presented to the council" }).waitFor();
    await dialog.getByRole("button", { name: /^Describe version/ }).click();
    await dialog.getByLabel("Description").fill("As adopted");
    await page.keyboard.press("Enter");
    await dialog.getByRole("link", { name: "As adopted" }).waitFor();
  });
});
