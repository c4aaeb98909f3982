/** Tests a user's unsaved scenarios, and the mean of compared scenarios. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const chromium = findChromium();
const EMMY = { email: "emmy@example.org", password: "correct horse battery", name: "Emmy Noether" };
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`own scenarios${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let session: string;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    session = await signUp(servedPage.url, servedPage.data, EMMY);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  /** Creates one of Emmy's scenarios through the page. */
  async function createScenarioIn(page: Page): Promise<number> {
    await page.goto(servedPage.url);
    return page.evaluate(async () => {
      const { csrf_token } = (await (await fetch("/account/visitor")).json()) as { csrf_token: string };
      const headers = { "x-csrf-token": csrf_token, "content-type": "application/json" };
      const body = JSON.stringify({ scenario: { area_code: "nl", end_year: 2040, title: "Without a name tag" } });
      const response = await fetch("/api/v3/scenarios", { method: "POST", headers, body });
      return ((await response.json()) as { readonly id: number }).id;
    });
  }

  test("unsaved scenarios are listed, made private and deleted", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    const id = await createScenarioIn(page);
    await page.goto(`${servedPage.url}/yours`);
    const row = page.locator("section[aria-labelledby=own-title] li", { hasText: "Without a name tag" });
    await row.waitFor();
    await expect.poll(() => row.textContent()).toContain("2040");
    await row.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Make private" }).click();
    await row.getByText("private", { exact: true }).waitFor();
    expect((await fetch(`${servedPage.url}/api/v3/scenarios/${id}`)).status).toBe(404);
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Delete permanently" }).click();
    await row.waitFor({ state: "detached" });
  });

  test("compared scenarios of one area and year are merged with weights", async () => {
    const page = await servedPage.newPage();
    const [low, high] = [await servedPage.create(), await servedPage.create()];
    await servedPage.set(low, { [WIND]: 10_000 });
    await servedPage.set(high, { [WIND]: 40_000 });
    await show(page, `${servedPage.url}/s/${low}?view=compare&cmp=${high}`);
    await page.getByRole("button", { name: "Merge" }).click();
    await page.getByLabel(/^Weight of B/).fill("2");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
    await page.waitForURL((url) => /^\/s\/\d+$/.test(url.pathname) && url.pathname !== `/s/${low}`);
    const mergedId = Number(new URL(page.url()).pathname.slice("/s/".length));
    expect((await servedPage.userValues(mergedId))[WIND]).toBeCloseTo(30_000, 6);
  });
});
