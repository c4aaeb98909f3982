/** A user's scenarios that are not saved, and the mean of compared scenarios. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityFaults, ServedPage, show } from "./served-page.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const found = findChromium();
const EMMY = { email: "emmy@example.org", password: "correct horse battery", name: "Emmy Noether" };
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(found === null)(`own scenarios${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let session: string;
  beforeAll(async () => {
    served = await ServedPage.start(found!);
    session = await signUp(served.url, served.data, EMMY);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  /** Creates a scenario of Ada through the page. */
  async function createdIn(page: Page): Promise<number> {
    await page.goto(served.url);
    return page.evaluate(async () => {
      const { csrf_token } = (await (await fetch("/account/visitor")).json()) as { csrf_token: string };
      const headers = { "x-csrf-token": csrf_token, "content-type": "application/json" };
      const body = JSON.stringify({ scenario: { area_code: "nl", end_year: 2040, title: "Without a name tag" } });
      const answer = await fetch("/api/v3/scenarios", { method: "POST", headers, body });
      return ((await answer.json()) as { readonly id: number }).id;
    });
  }

  test("scenarios that are not saved are listed, made private and deleted", async () => {
    const page = await served.newPage({ isAlone: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: served.url }]);
    const id = await createdIn(page);
    await page.goto(`${served.url}/yours`);
    const row = page.locator("section[aria-labelledby=own-title] li", { hasText: "Without a name tag" });
    await row.waitFor();
    expect(await row.textContent()).toContain("2040");
    await row.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Make private" }).click();
    await row.getByText("private", { exact: true }).waitFor();
    expect((await fetch(`${served.url}/api/v3/scenarios/${id}`)).status).toBe(404);
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Delete permanently" }).click();
    await row.waitFor({ state: "detached" });
  });

  test("compared scenarios of one area and year are merged with weights", async () => {
    const page = await served.newPage();
    const [low, high] = [await served.create(), await served.create()];
    await served.set(low, { [WIND]: 10_000 });
    await served.set(high, { [WIND]: 40_000 });
    await show(page, `${served.url}/s/${low}?view=compare&cmp=${high}`);
    await page.getByRole("button", { name: "Merge" }).click();
    await page.getByLabel(/^Weight of B/).fill("2");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
    await page.waitForURL((url) => /^\/s\/\d+$/.test(url.pathname) && url.pathname !== `/s/${low}`);
    const merged = Number(new URL(page.url()).pathname.slice("/s/".length));
    expect((await served.userValues(merged))[WIND]).toBeCloseTo(30_000, 6);
  });
});
