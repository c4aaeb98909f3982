/** Tests the history as a list: filtered by person, slider and date, searched, and used to visit versions. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilDrawn } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage } from "./served-page.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
const ADA = { email: "ada@history.example.org", password: "correct horse battery", name: "Ada Lovelace" };
const BOB = { email: "bob@history.example.org", password: "correct horse battery", name: "Bob Jansen" };

describe.skipIf(chromium === null)(`the history${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let session: string;
  let tokens: { readonly ada: string; readonly bob: string };
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    session = await signUp(servedPage.url, servedPage.data, ADA);
    await signUp(servedPage.url, servedPage.data, BOB);
    tokens = { ada: await servedPage.token(ADA.email), bob: await servedPage.token(BOB.email) };
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  /** A scenario that Ada creates; she moves wind, Bob moves solar, and Ada moves both. */
  async function createChangedScenario(): Promise<number> {
    const scenario = { area_code: "nl", end_year: 2050 };
    const { id } = await servedPage.send<{ readonly id: number }>("POST", "/scenarios", { scenario }, tokens.ada);
    const users = [{ user_email: BOB.email, role: "scenario_collaborator" }];
    await servedPage.send("POST", `/scenarios/${id}/users`, { scenario_users: users }, tokens.ada);
    const set = (values: object, token: string) =>
      servedPage.send("PUT", `/scenarios/${id}`, { scenario: { user_values: values } }, token);
    await set({ [WIND]: 12_000 }, tokens.ada);
    await set({ [SUN]: 30_000 }, tokens.bob);
    await set({ [WIND]: 24_000, [SUN]: 31_000 }, tokens.ada);
    return id;
  }
  async function openPage(id: number): Promise<Page> {
    const page = await servedPage.newPage({ isIsolated: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    await page.goto(`${servedPage.url}/s/${id}?slide=electricity_wind`);
    await waitUntilDrawn(page);
    return page;
  }
  const list = (page: Page) => page.getByRole("dialog");
  /** The versions of the listed rows. */
  const versions = async (page: Page): Promise<readonly number[]> =>
    (await list(page).getByRole("listitem").getByRole("button").allTextContents()).map(Number);
  const expectVersions = async (page: Page, expected: readonly number[]): Promise<void> =>
    expect.poll(() => versions(page)).toEqual(expected);

  test("the list is filtered by person, slider and date and searched, each by keyboard", async () => {
    const page = await openPage(await createChangedScenario());
    await page.locator(".timeline").getByRole("button", { name: "History of changes" }).press("Enter");
    await expectVersions(page, [5, 4, 3, 2, 1]);
    expect(await accessibilityViolations(page)).toEqual([]);

    await list(page).getByLabel("Person").focus();
    await page.keyboard.type("Bob");
    await expectVersions(page, [4]);
    await list(page).getByText("1 of 5 changes").waitFor();
    await list(page).getByRole("button", { name: "Show all" }).press("Enter");
    await expectVersions(page, [5, 4, 3, 2, 1]);

    await list(page).getByLabel("Slider").focus();
    await page.keyboard.type("Wind");
    await expectVersions(page, [5, 3]);
    // A change with several sliders lists the chosen slider first.
    await list(page)
      .getByText(/^Wind at sea 24\.0 GW, /)
      .waitFor();

    await list(page).getByLabel("Until").fill("2001-12-31");
    await expectVersions(page, []);
    await list(page).getByText("No matching changes").waitFor();
    await list(page).getByLabel("Until").fill("");
    await list(page).getByLabel("From").fill("2001-12-31");
    await expectVersions(page, [5, 3]);
    await list(page).getByRole("button", { name: "Show all" }).press("Enter");

    await list(page).getByRole("searchbox").focus();
    await page.keyboard.type("bob solar");
    await expectVersions(page, [4]);
  });

  test("a row shows its version, and the first row returns to the current one", async () => {
    const page = await openPage(await createChangedScenario());
    await page.keyboard.press("Control+k");
    await page.keyboard.type("history of changes");
    await page.keyboard.press("Enter");
    await list(page).getByRole("button", { name: "Show version 3" }).press("Enter");
    await page.locator('.workbench:not(.isCalculating) .timeline[data-shown="3"]').waitFor();
    await expect.poll(() => list(page).locator("[aria-current]").getByRole("button").textContent()).toBe("3");
    await list(page).getByRole("button", { name: "Show version 5" }).press("Enter");
    await page.locator('.workbench:not(.isCalculating) .timeline[data-shown="5"]').waitFor();
    await page.keyboard.press("Escape");
    await list(page).waitFor({ state: "detached" });
  });

  test("a Dutch page has Dutch text, and another person's change appears in the open list", async () => {
    const id = await createChangedScenario();
    const page = await openPage(id);
    await page.getByRole("radio", { name: "NL" }).click({ force: true });
    await page.getByRole("button", { name: "Geschiedenis van wijzigingen" }).click();
    await list(page).getByRole("heading", { name: "Geschiedenis" }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await servedPage.send("PUT", `/scenarios/${id}`, { scenario: { user_values: { [SUN]: 9_000 } } }, tokens.bob);
    await expectVersions(page, [6, 5, 4, 3, 2, 1]);
  });
});
